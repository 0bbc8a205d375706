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

    package func isMapPage(_ number: PageNumber) -> Bool { core.spaceMap.isMapPage(number) }
}
