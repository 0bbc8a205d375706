/// The pages that a write transaction has changed, by number: an open-addressing table over raw
/// memory, because every page access of a writer looks here first.
///
/// **Users.** One write transaction.
///
/// **Always true.** `pages` lists each dirty page once; the table maps its number to its index.
struct DirtyPages: ~Copyable {
    /// Where the private copy of a page is.
    enum Place {
        case memory(UnsafeMutableRawPointer)
        /// In the transaction's spill file.
        case spilled(slot: Int)
        /// Already written to its place in the main file, with this checksum. Only for pages
        /// behind everything that was ever committed.
        case direct(checksum: UInt64)
    }

    struct Page {
        let number: PageNumber
        var place: Place
        /// The savepoint depth at which the copy was made: deeper savepoints copy again.
        var depth: Int
        /// Not part of the database before this transaction's first use of it: logged as an image.
        var isFresh: Bool
        /// Freed again; the entry stays as a tombstone so that indices keep.
        var isFreed = false
    }

    private(set) var pages: [Page] = []
    /// Index + 1 into `pages`; 0 = empty.
    private var slots: UnsafeMutablePointer<UInt32>
    private var mask: Int

    init() {
        mask = 63
        slots = .allocate(capacity: 64)
        slots.initialize(repeating: 0, count: 64)
    }

    deinit { slots.deallocate() }

    var isEmpty: Bool { pages.isEmpty }

    @inline(__always)
    private func position(of number: PageNumber) -> Int {
        Int(truncatingIfNeeded: number.rawValue &* 0x9E37_79B1) & mask
    }

    /// The index of the page in `pages`, or -1. Hot.
    @inline(__always)
    func index(of number: PageNumber) -> Int {
        var position = position(of: number)
        while true {
            let slot = slots[position]
            if slot == 0 { return -1 }
            let index = Int(slot &- 1)
            if pages[index].number == number { return index }
            position = (position &+ 1) & mask
        }
    }

    subscript(index: Int) -> Page {
        get { pages[index] }
        set { pages[index] = newValue }
    }

    var count: Int { pages.count }

    /// Adds a page that is not there yet; returns its index.
    mutating func add(_ page: Page) -> Int {
        if (pages.count &+ 1) &* 2 > mask { grow() }
        pages.append(page)
        insertSlot(page.number, index: pages.count &- 1)
        return pages.count &- 1
    }

    private mutating func insertSlot(_ number: PageNumber, index: Int) {
        var position = position(of: number)
        while slots[position] != 0 { position = (position &+ 1) & mask }
        slots[position] = UInt32(index &+ 1)
    }

    private mutating func grow() {
        let capacity = (mask &+ 1) &* 2
        slots.deallocate()
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: 0, count: capacity)
        mask = capacity &- 1
        for index in pages.indices { insertSlot(pages[index].number, index: index) }
    }

    /// Removes the pages for which `isKept` is false and closes the gaps.
    mutating func filter(_ isKept: (Page) -> Bool) {
        pages.removeAll { !isKept($0) }
        slots.update(repeating: 0, count: mask &+ 1)
        for index in pages.indices { insertSlot(pages[index].number, index: index) }
    }

    mutating func removeAll() {
        if pages.isEmpty { return }
        pages.removeAll(keepingCapacity: pages.count < 1024)
        if mask > 4095 {
            slots.deallocate()
            mask = 63
            slots = .allocate(capacity: 64)
        }
        slots.initialize(repeating: 0, count: mask &+ 1)
    }
}
