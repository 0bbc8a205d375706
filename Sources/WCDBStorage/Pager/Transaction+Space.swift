/// What the space map says, for checks.
extension Transaction {
    /// All pages with their bit set, in ascending order; pages 1 to 3 have none.
    package func pagesInUse() throws(StorageError) -> [PageNumber] {
        var pages: [PageNumber] = []
        var mapNumber = DatabaseHeader.firstSpaceMap.rawValue
        while mapNumber <= state.pageCount {
            let map = try readPage(PageNumber(mapNumber), tree: .none)
            let rest = Int(state.pageCount - mapNumber) + 1
            for bit in 0..<min(core.spaceMap.pagesPerMap, rest) where SpaceMap.isSet(bit, in: map) {
                pages.append(PageNumber(mapNumber + UInt32(bit)))
            }
            let (next, overflow) = mapNumber.addingReportingOverflow(
                UInt32(core.spaceMap.pagesPerMap))
            if overflow { break }
            mapNumber = next
        }
        return pages
    }

    /// A page behind the end of the database whose bit is set all the same; nil if there is none,
    /// as it should be: it would be the next one to be given out.
    func pageInUseBehindEnd() throws(StorageError) -> PageNumber? {
        let last = PageNumber(state.pageCount)
        let mapNumber = core.spaceMap.mapPage(for: last)
        let map = try readPage(mapNumber, tree: .none)
        let behind = core.spaceMap.bit(of: last) + 1..<core.spaceMap.pagesPerMap
        guard let bit = behind.first(where: { SpaceMap.isSet($0, in: map) }) else { return nil }
        return PageNumber(mapNumber.rawValue &+ UInt32(bit))
    }

    package func isMapPage(_ number: PageNumber) -> Bool { core.spaceMap.isMapPage(number) }
}
