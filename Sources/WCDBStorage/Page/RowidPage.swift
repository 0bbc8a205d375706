/// Reading rowid pages. All functions require a validated page and hold pointers only while they
/// run; they are hot.
///
/// A narrow leaf slot is a 32-bit number, the rowid's distance from the base above the cell's
/// offset, so that comparing numbers compares rowids. A wide slot is a rowid and an offset, ten
/// bytes. An inner page has keys growing up and children growing down from the usable end; child
/// i holds the rowids up to key i, the right child those above all keys.
@usableFromInline
enum RowidPage {
    @inlinable @inline(__always)
    static func isWide(_ page: UnsafeRawPointer) -> Bool {
        TreePage.fragmentField(page) & 0x8000 != 0
    }

    /// Bytes between cells that are too few for any.
    static func fragmentBytes(_ page: UnsafeRawPointer) -> Int {
        Int(TreePage.fragmentField(page) & ~TreePage.wideFlag)
    }

    @inlinable @inline(__always)
    static func slotSize(_ page: UnsafeRawPointer) -> Int { isWide(page) ? 10 : 4 }

    @inlinable @inline(__always)
    static func base(_ page: UnsafeRawPointer) -> Int64 {
        Int64(littleEndian: page.load(fromByteOffset: 40, as: Int64.self))
    }

    @inlinable @inline(__always)
    static func narrowSlot(_ page: UnsafeRawPointer, _ index: Int) -> UInt32 {
        UInt32(littleEndian: page.load(fromByteOffset: 48 &+ index &* 4, as: UInt32.self))
    }

    @inlinable @inline(__always)
    static func rowid(_ page: UnsafeRawPointer, _ index: Int) -> Int64 {
        if isWide(page) {
            return Int64(
                littleEndian: page.loadUnaligned(
                    fromByteOffset: 48 &+ index &* 10, as: Int64.self))
        }
        return base(page) &+ Int64(narrowSlot(page, index) &>> 16)
    }

    @inlinable @inline(__always)
    static func cellOffset(_ page: UnsafeRawPointer, _ index: Int) -> Int {
        if isWide(page) {
            return Int(
                UInt16(
                    littleEndian: page.loadUnaligned(
                        fromByteOffset: 56 &+ index &* 10, as: UInt16.self)))
        }
        return Int(narrowSlot(page, index) & 0xFFFF)
    }

    /// Whether a narrow slot can hold a rowid.
    @inline(__always)
    static func isNear(_ rowid: Int64, _ base: Int64) -> Bool {
        let (distance, overflow) = rowid.subtractingReportingOverflow(base)
        return !overflow && distance >= 0 && distance <= 0xFFFF
    }

    /// The first index whose rowid is not below `rowid`.
    static func lowerBound(_ page: UnsafeRawPointer, _ rowid: Int64) -> Int {
        if isWide(page) { return wideLowerBound(page, rowid) }
        let count = TreePage.count(page)
        let (delta, overflow) = rowid.subtractingReportingOverflow(base(page))
        if overflow { return rowid < 0 ? 0 : count }
        if delta <= 0 { return 0 }
        if delta > 0xFFFF { return count }
        let target = UInt32(truncatingIfNeeded: delta) &<< 16
        // Rowids without gaps: the slot is where the distance says.
        let guess = Int(delta)
        if guess < count {
            if narrowSlot(page, guess) &>> 16 == UInt32(truncatingIfNeeded: delta) {
                return guess
            }
        }
        var low = 0
        var length = count
        while length > 1 {
            let half = length &>> 1
            low = narrowSlot(page, low &+ half &- 1) < target ? low &+ half : low
            length = length &- half
        }
        return length == 1 && narrowSlot(page, low) < target ? low &+ 1 : low
    }

    private static func wideLowerBound(_ page: UnsafeRawPointer, _ rowid: Int64) -> Int {
        var low = 0
        var high = TreePage.count(page)
        while low < high {
            let middle = (low &+ high) &>> 1
            if self.rowid(page, middle) < rowid { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    // MARK: Inner pages

    @inline(__always)
    static func key(_ page: UnsafeRawPointer, _ index: Int) -> Int64 {
        Int64(littleEndian: page.load(fromByteOffset: 48 &+ index &* 8, as: Int64.self))
    }

    /// Where the number of child `index` lies; index `count` is the right child.
    @inline(__always)
    static func childOffset(_ page: UnsafeRawPointer, _ index: Int, usableSize: Int) -> Int {
        index == TreePage.count(page) ? TreePage.rightChild : usableSize &- 4 &* (index &+ 1)
    }

    @inline(__always)
    static func child(_ page: UnsafeRawPointer, _ index: Int, usableSize: Int) -> PageNumber {
        PageNumber(
            UInt32(
                littleEndian: page.loadUnaligned(
                    fromByteOffset: childOffset(page, index, usableSize: usableSize),
                    as: UInt32.self)))
    }

    /// The index of the child that may hold `rowid`. Hot.
    ///
    /// Most rowids were given away in order, so that keys lie at nearly equal distances: the search
    /// begins where the rowid should be and widens from there.
    static func childIndex(_ page: UnsafeRawPointer, _ rowid: Int64) -> Int {
        let count = TreePage.count(page)
        guard count > 0, rowid > key(page, 0) else { return 0 }
        let last = count &- 1
        guard rowid <= key(page, last) else { return count }
        // Here `key(low) < rowid <= key(high)`, and it stays so.
        var low = 0
        var high = last
        var probe = guess(page, rowid, last: last)
        var step = 1
        if key(page, probe) < rowid {
            while probe < high, key(page, probe) < rowid {
                low = probe
                probe = probe &+ step
                step = step &+ step
            }
            high = min(high, probe)
        } else {
            while probe > low, key(page, probe) >= rowid {
                high = probe
                probe = probe &- step
                step = step &+ step
            }
            low = max(low, probe)
        }
        while high &- low > 1 {
            let middle = (low &+ high) &>> 1
            if key(page, middle) < rowid { low = middle } else { high = middle }
        }
        return high
    }

    /// Where a key would be if all lay at equal distances. Requires: it lies between the first and
    /// the last one.
    @inline(__always)
    private static func guess(_ page: UnsafeRawPointer, _ rowid: Int64, last: Int) -> Int {
        let first = key(page, 0)
        let span = Double(UInt64(bitPattern: key(page, last) &- first))
        let distance = Double(UInt64(bitPattern: rowid &- first))
        return min(last, Int(distance / span * Double(last)))
    }

    /// How many keys an inner page can hold.
    static func innerCapacity(usableSize: Int) -> Int { (usableSize - TreePage.slots) / 12 }
}
