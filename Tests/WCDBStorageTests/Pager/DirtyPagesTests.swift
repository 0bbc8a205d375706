import Testing

@testable import WCDBStorage

@Suite struct `Changed pages of a transaction` {
    /// A table of a thousand pages was changed in order, and leaves that became two got pages of
    /// their own far behind: once they came to lie on top of the old ones, and each page that was
    /// not changed yet was looked for among thousands.
    @Test(arguments: [2048, 8192, 65_536]) func `are found however they lie`(distance: Int) {
        var pages = DirtyPages()
        for index in 0..<1500 {
            for number in [100 + index, 100 + index + distance] {
                _ = pages.add(
                    DirtyPages.Page(
                        number: PageNumber(UInt32(number)), place: .spilled(slot: number), depth: 0,
                        isFresh: false, stretch: 0))
            }
        }
        for index in 0..<1500 {
            let found = pages.index(of: PageNumber(UInt32(100 + index)))
            #expect(found == 2 * index)
        }
        #expect(pages.index(of: PageNumber(99)) == -1)
        #expect(pages.longestRun < 256, "a search in vain passes by so many")
        pages.removeAll()
        #expect(pages.index(of: PageNumber(100)) == -1 && pages.longestRun == 0)
    }
}
