/// The pages that a write transaction has changed, by number: an open-addressing table over raw
/// memory, because every page access of a writer looks here first.
///
/// **Users.** One write transaction.
///
/// **Always true.** The first `count` of `pages` list each dirty page once; the table maps its
/// number to its index. No entry holds a reference.
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
        var place: Place
        /// Not part of the database before this transaction's first use of it: logged as an image.
        var isFresh: Bool
        /// Freed again; the entry stays as a tombstone so that indices keep.
        var isFreed = false
        /// The stretch in which it was last counted as changed.
        var stretch: UInt8
        let number: PageNumber
        /// The savepoint depth at which the copy was made: deeper savepoints copy again.
        var depth: Int

        init(number: PageNumber, place: Place, depth: Int, isFresh: Bool, stretch: UInt8) {
            self.number = number
            self.place = place
            self.depth = depth
            self.isFresh = isFresh
            self.stretch = stretch
        }
    }

    private(set) var pages: UnsafeMutablePointer<Page>
    private(set) var count = 0
    private var capacity: Int
    /// The number of a page above its index + 1; 0 = empty.
    private var slots: UnsafeMutablePointer<UInt64>
    private var mask: Int

    private static let smallest = 64
    /// What an empty list keeps for the next transaction.
    private static let kept = 4096

    init() {
        capacity = DirtyPages.smallest
        pages = .allocate(capacity: capacity)
        mask = 2 * DirtyPages.smallest - 1
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: 0, count: mask + 1)
    }

    deinit {
        pages.deallocate()
        slots.deallocate()
    }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    /// Eight neighbours lie in a line of the processor's cache: what is changed in order is found
    /// without missing it. Lines lie anywhere: were they neighbours too, the pages that a table
    /// got lately would lie on top of its old ones, and a search would pass by thousands.
    @inline(__always)
    private func position(of number: PageNumber) -> Int {
        let line = UInt64(number.rawValue &>> 3) &* 0x9E37_79B9_7F4A_7C15
        let place = (line &>> 32) &<< 3 | UInt64(number.rawValue & 7)
        return Int(truncatingIfNeeded: place) & mask
    }

    /// The index of the page in `pages`, or -1. Hot.
    @inline(__always)
    func index(of number: PageNumber) -> Int {
        var position = position(of: number)
        while true {
            let slot = slots[position]
            if slot == 0 { return -1 }
            if UInt32(truncatingIfNeeded: slot &>> 32) == number.rawValue {
                return Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1
            }
            position = (position &+ 1) & mask
        }
    }

    /// How many slots lie in the longest row of taken ones, which is what a search may have to look
    /// at; where a row goes on at the other end it counts as two. For tests.
    var longestRun: Int {
        var (longest, run) = (0, 0)
        for slot in 0...mask {
            run = slots[slot] == 0 ? 0 : run + 1
            longest = max(longest, run)
        }
        return longest
    }

    subscript(index: Int) -> Page {
        @inline(__always) get { pages[index] }
        @inline(__always) nonmutating set { pages[index] = newValue }
    }

    /// Adds a page that is not there yet; returns its index.
    mutating func add(_ page: Page) -> Int {
        if count == capacity { grow() }
        (pages + count).initialize(to: page)
        count &+= 1
        insertSlot(page.number, index: count &- 1)
        return count &- 1
    }

    private func insertSlot(_ number: PageNumber, index: Int) {
        var position = position(of: number)
        while slots[position] != 0 { position = (position &+ 1) & mask }
        slots[position] =
            UInt64(number.rawValue) &<< 32 | UInt64(truncatingIfNeeded: index &+ 1)
    }

    /// The table is at most half full.
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Page>.allocate(capacity: 2 * capacity)
        larger.moveInitialize(from: pages, count: count)
        pages.deallocate()
        pages = larger
        capacity *= 2
        slots.deallocate()
        slots = .allocate(capacity: 2 * capacity)
        mask = 2 * capacity - 1
        rebuildSlots()
    }

    private func rebuildSlots() {
        slots.initialize(repeating: 0, count: mask &+ 1)
        for index in 0..<count { insertSlot(pages[index].number, index: index) }
    }

    mutating func removeAll() {
        if count == 0 { return }
        if capacity > DirtyPages.kept {
            pages.deallocate()
            slots.deallocate()
            capacity = DirtyPages.smallest
            pages = .allocate(capacity: capacity)
            mask = 2 * capacity - 1
            slots = .allocate(capacity: mask + 1)
            slots.initialize(repeating: 0, count: mask &+ 1)
        } else if count <= 16 {
            // A small transaction takes its few entries out of a table that may be large.
            for index in 0..<count { clearSlot(pages[index].number) }
        } else {
            slots.initialize(repeating: 0, count: mask &+ 1)
        }
        count = 0
    }

    /// Empties the slots from the home of `number` on; only for emptying the whole table.
    private func clearSlot(_ number: PageNumber) {
        var position = position(of: number)
        while slots[position] != 0 {
            slots[position] = 0
            position = (position &+ 1) & mask
        }
    }
}
