/// The cells of one or two key pages, on their way into fresh pages: splits, merges and the loss of
/// a prefix all lay pages out anew, and with them the prefix that the keys of each page share.
///
/// **Users.** One change of a tree; the bulk builder.
///
/// **Always true.** `cells` are in ascending order of their keys; their bytes lie in `arena`, so
/// the pages they came from may be overwritten.
struct KeyPageBuilder: ~Copyable {
    struct Cell {
        /// Where the local key lies in the arena; behind it lies what follows it in the cell.
        var start: Int
        var keyCount: Int
        var tailCount: Int
        /// The two top bits of the slot's length.
        var flags: UInt16
        /// In an inner page: what lies below the key.
        var child = PageNumber.none
    }

    private(set) var cells: [Cell] = []
    /// In an inner page: what lies at or above the last key.
    var rightChild = PageNumber.none
    private var arena = ByteBuffer(capacity: 8192)
    let usableSize: Int
    let level: UInt8
    private let slotSize: Int

    init(usableSize: Int, level: UInt8) {
        self.usableSize = usableSize
        self.level = level
        slotSize = KeyPage.slotSize(level: level)
    }

    // MARK: Gathering

    /// Adds all cells of a page behind the others, and its right child.
    mutating func add(page: UnsafeRawPointer) {
        for index in 0..<TreePage.count(page) { cells.append(cell(index, of: page)) }
        if level > 0 { rightChild = KeyPage.child(page, TreePage.count(page)) }
    }

    /// Adds all cells of a leaf before the others.
    mutating func addInFront(leaf page: UnsafeRawPointer) {
        let added = (0..<TreePage.count(page)).map { cell($0, of: page) }
        cells.insert(contentsOf: added, at: 0)
    }

    /// Takes the bytes of a cell over.
    private mutating func cell(_ index: Int, of page: UnsafeRawPointer) -> Cell {
        let prefixCount = KeyPage.prefixCount(page)
        let cell = KeyCell.read(page, index, slotSize: slotSize)
        let start = arena.count
        arena.append(page + (usableSize - prefixCount), count: prefixCount)
        arena.append(page + cell.offset, count: cell.size)
        return Cell(
            start: start, keyCount: prefixCount + cell.restCount,
            tailCount: cell.size - cell.restCount,
            flags: KeyPage.length(page, index, slotSize: slotSize) & ~KeyPage.lengthMask,
            child: level > 0 ? KeyPage.child(page, index) : .none)
    }

    /// Adds a cell that needs no chain behind the others. Hot.
    @inline(__always)
    mutating func append(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let start = arena.count
        let flags = KeyEntry.write(key, value, to: &arena)
        cells.append(
            Cell(
                start: start, keyCount: key.count, tailCount: arena.count &- start &- key.count,
                flags: flags))
    }

    /// Adds a cell behind or among the others.
    mutating func insert(_ entry: borrowing KeyEntry, child: PageNumber = .none, at index: Int) {
        let cell = Cell(
            start: arena.count, keyCount: entry.keyCount, tailCount: entry.tailCount,
            flags: entry.flags, child: child)
        arena.append(entry.bytes)
        if index == cells.count { cells.append(cell) } else { cells.insert(cell, at: index) }
    }

    mutating func setChild(_ child: PageNumber, at index: Int) {
        if index == cells.count { rightChild = child } else { cells[index].child = child }
    }

    mutating func remove(at index: Int) { cells.remove(at: index) }
    mutating func remove(_ range: Range<Int>) { cells.removeSubrange(range) }

    mutating func removeAll() {
        cells.removeAll(keepingCapacity: true)
        arena.removeAll()
        rightChild = .none
    }

    /// Removes all cells but the last one. Requires: a leaf, with at least one.
    mutating func keepLast() {
        var cell = cells[cells.count - 1]
        let size = cell.keyCount + cell.tailCount
        arena.start.copyMemory(from: arena.start + cell.start, byteCount: size)
        arena.truncate(to: size)
        cell.start = 0
        cells.removeAll(keepingCapacity: true)
        cells.append(cell)
    }

    func child(_ index: Int) -> PageNumber {
        index == cells.count ? rightChild : cells[index].child
    }

    // MARK: Keys

    /// The key of a cell, as much of it as pages keep.
    func key(_ index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: arena.start + cells[index].start, count: cells[index].keyCount)
    }

    /// What follows the key in the cell.
    func tail(_ index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: arena.start + cells[index].start + cells[index].keyCount,
            count: cells[index].tailCount)
    }

    func isInChain(_ index: Int) -> Bool { cells[index].flags & KeyPage.chainFlag != 0 }

    /// Whether the key goes on in a chain.
    func isTruncated(_ index: Int) -> Bool {
        guard isInChain(index), let tail = tail(index).baseAddress else { return false }
        return KeyCell(chainReference: tail).keyCount > cells[index].keyCount
    }

    /// How many bytes the local keys of two cells begin with in common.
    func common(_ left: Int, _ right: Int) -> Int {
        ByteOrder.commonPrefix(key(left), key(right))
    }

    /// The prefix of a page with these cells. A single key has none: the next would break it.
    func prefixCount(_ range: Range<Int>) -> Int {
        guard range.count > 1 else { return 0 }
        var prefix = min(
            common(range.lowerBound, range.upperBound - 1),
            KeyPage.maxPrefix(usableSize: usableSize))
        // Among ascending keys the first and the last decide. A damaged tree may bring others
        // together, which must not be cut short.
        for index in range where prefix > 0 {
            prefix = min(prefix, common(range.lowerBound, index))
        }
        return prefix
    }

    // MARK: Laying out

    /// Bytes that the cells of `range`, their slots and their prefix need.
    func size(_ range: Range<Int>) -> Int {
        let prefix = prefixCount(range)
        var size = prefix
        for index in range {
            size += cells[index].keyCount + cells[index].tailCount - prefix + slotSize
        }
        return size
    }

    var capacity: Int { usableSize - TreePage.slots }
    func fits(_ range: Range<Int>) -> Bool { size(range) <= capacity }

    /// Where to cut so that both sides fit: as `cut` says, else near where the bytes halve, and
    /// there where the shortest separator does; nil if they fit nowhere. An inner page gives up the
    /// cell at the cut.
    func splitIndex(_ cut: PageCut) -> Int? {
        let taken = level > 0 ? 1 : 0
        func isGood(_ index: Int) -> Bool {
            index > 0 && index + taken < cells.count && fits(0..<index)
                && fits((index + taken)..<cells.count)
        }
        if isGood(cut.first) { return cut.first }
        if isGood(cut.second) { return cut.second }
        let total = cells.reduce(0) { $0 + $1.keyCount + $1.tailCount + slotSize }
        var sum = 0
        var middle = cells.count / 2
        for index in cells.indices {
            sum += cells[index].keyCount + cells[index].tailCount + slotSize
            if sum * 2 >= total {
                middle = max(1, index)
                break
            }
        }
        let reach = max(1, cells.count / 10)
        var best = (index: middle, cost: Int.max)
        for index in max(1, middle - reach)...max(1, min(cells.count - 1, middle + reach)) {
            let length = level > 0 ? cells[index].keyCount : common(index - 1, index)
            let cost = length * 4 + abs(index - middle)
            if cost < best.cost { best = (index, cost) }
        }
        if isGood(best.index) { return best.index }
        return (1..<cells.count).first(where: isGood)
    }

    /// Lays out the cells of `range` in a page, from its prefix downwards. `prefix` is what
    /// `prefixCount` says of them; whoever knows it spares the search for it.
    func write(
        _ range: Range<Int>, prefix: Int? = nil, rightChild: PageNumber = .none,
        to page: MutablePage
    ) {
        let prefix = prefix ?? prefixCount(range)
        page.zero(TreePage.base, count: usableSize - TreePage.base)
        page.store(UInt16(range.count), at: PageHeader.cellCount)
        page.store(UInt16(0), at: PageHeader.fragmentBytes)
        page.store(UInt16(prefix), at: TreePage.prefix)
        if level > 0 { page.store(rightChild.rawValue, at: TreePage.rightChild) }
        var offset = usableSize - prefix
        if prefix > 0 {
            page.copy(
                from: arena.start + cells[range.lowerBound].start, count: prefix, to: offset)
        }
        var slot = TreePage.slots
        for index in range {
            let cell = cells[index]
            let rest = cell.keyCount &- prefix
            let size = rest &+ cell.tailCount
            offset = offset &- size
            let bytes = UnsafeRawPointer(arena.start) + (cell.start &+ prefix)
            page.copy(from: bytes, count: size, to: offset)
            KeyPageBuilder.writeSlot(
                page, slot, head: KeyPage.head(of: bytes, count: rest), offset: offset,
                length: UInt16(truncatingIfNeeded: rest) | cell.flags)
            if level > 0 { page.store(cell.child.rawValue, at: slot &+ 8) }
            slot = slot &+ slotSize
        }
        page.store(UInt16(offset), at: PageHeader.contentStart)
    }

    @inline(__always)
    static func writeSlot(
        _ page: MutablePage, _ slot: Int, head: UInt32, offset: Int, length: UInt16
    ) {
        page.store(head, at: slot)
        let place = UInt32(truncatingIfNeeded: offset) | UInt32(length) &<< 16
        page.store(place, at: slot &+ 4)
    }
}
