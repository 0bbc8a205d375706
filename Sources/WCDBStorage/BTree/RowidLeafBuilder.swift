/// The rows of one or two leaves, on their way into fresh pages: splits, merges and wider slots all
/// lay pages out anew instead of moving bytes about in them.
///
/// **Users.** One change of a tree.
///
/// **Always true.** `cells` are in ascending order of their rowids, and their bytes stay where
/// they are (in a copy of the old page, or in the new row) until the pages are written.
struct RowidLeafBuilder: ~Copyable {
    struct Cell {
        var rowid: Int64
        var bytes: UnsafeRawPointer
        var size: Int
    }

    private(set) var cells: [Cell] = []
    private let usableSize: Int
    private let maxLocal: Int
    /// Copies of pages that cells point into.
    private var copies: [UnsafeMutableRawPointer] = []

    init(usableSize: Int) {
        self.usableSize = usableSize
        maxLocal = RowidCell.maxLocal(usableSize: usableSize)
    }

    deinit { for copy in copies { copy.deallocate() } }

    /// Adds all rows of a leaf, which may be overwritten afterwards, behind or before the others.
    mutating func add(page: UnsafeRawPointer, inFront: Bool = false) {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: usableSize, alignment: 16)
        copy.copyMemory(from: page, byteCount: usableSize)
        copies.append(copy)
        let page = UnsafeRawPointer(copy)
        let added = (0..<TreePage.count(page)).map { index in
            let offset = RowidPage.cellOffset(page, index)
            let cell = RowidCell.read(page, at: offset, maxLocal: maxLocal)
            return Cell(
                rowid: RowidPage.rowid(page, index), bytes: page + offset, size: cell.size)
        }
        cells.insert(contentsOf: added, at: inFront ? 0 : cells.count)
    }

    mutating func insert(_ cell: Cell, at index: Int) { cells.insert(cell, at: index) }
    mutating func remove(_ range: Range<Int>) { cells.removeSubrange(range) }

    private func isWide(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        let (span, overflow) = cells[range.upperBound - 1].rowid
            .subtractingReportingOverflow(cells[first].rowid)
        return overflow || span > 0xFFFF
    }

    /// Bytes that the cells of `range` and their slots need.
    func size(_ range: Range<Int>) -> Int {
        cells[range].reduce(range.count * (isWide(range) ? 10 : 4)) { $0 + $1.size }
    }

    func fits(_ range: Range<Int>) -> Bool { size(range) <= usableSize - TreePage.slots }

    /// Where to cut so that both sides fit: as `cut` says, else where the bytes halve; nil if they
    /// fit nowhere.
    func splitIndex(_ cut: PageCut) -> Int? {
        func isGood(_ index: Int) -> Bool {
            index > 0 && index < cells.count && fits(0..<index) && fits(index..<cells.count)
        }
        if isGood(cut.first) { return cut.first }
        if isGood(cut.second) { return cut.second }
        let half = cells.reduce(0) { $0 + $1.size + 4 } / 2
        var sum = 0
        for index in cells.indices {
            sum += cells[index].size + 4
            if sum >= half {
                let split = min(
                    max(1, index + (sum - half > cells[index].size / 2 ? 0 : 1)), cells.count - 1)
                if isGood(split) { return split }
                break
            }
        }
        // A rowid far from the others widens the slots of its side: it gets a side of its own.
        return (1..<cells.count).first(where: isGood)
    }

    /// Lays out the cells of `range` in a page, from its usable end downwards.
    func write(_ range: Range<Int>, to page: MutablePage) {
        let isWide = isWide(range)
        let base = range.isEmpty ? 0 : cells[range.lowerBound].rowid
        page.zero(TreePage.slots, count: usableSize - TreePage.slots)
        page.store(UInt16(range.count), at: PageHeader.cellCount)
        page.store(isWide ? TreePage.wideFlag : 0, at: PageHeader.fragmentBytes)
        page.store(isWide ? 0 : base, at: TreePage.base)
        var offset = usableSize
        for (slot, index) in range.enumerated() {
            let cell = cells[index]
            offset -= cell.size
            page.copy(from: cell.bytes, count: cell.size, to: offset)
            RowidLeafBuilder.writeSlot(
                page, slot, rowid: cell.rowid, offset: offset, isWide: isWide, base: base)
        }
        page.store(UInt16(offset), at: PageHeader.contentStart)
    }

    @inline(__always)
    static func writeSlot(
        _ page: MutablePage, _ slot: Int, rowid: Int64, offset: Int, isWide: Bool, base: Int64
    ) {
        if isWide {
            page.store(rowid, at: TreePage.slots &+ slot &* 10)
            page.store(
                UInt16(truncatingIfNeeded: offset), at: TreePage.slots &+ slot &* 10 &+ 8)
        } else {
            let delta = UInt32(truncatingIfNeeded: rowid &- base)
            page.store(
                delta &<< 16 | UInt32(truncatingIfNeeded: offset),
                at: TreePage.slots &+ slot &* 4)
        }
    }
}
