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
    static func count(_ page: UnsafeRawPointer) -> Int {
        Int(UInt16(littleEndian: page.load(fromByteOffset: 26, as: UInt16.self)))
    }

    @inlinable @inline(__always)
    static func contentStart(_ page: UnsafeRawPointer) -> Int {
        Int(UInt16(littleEndian: page.load(fromByteOffset: 28, as: UInt16.self)))
    }

    @inlinable @inline(__always)
    static func flags(_ page: UnsafeRawPointer) -> UInt16 {
        UInt16(littleEndian: page.load(fromByteOffset: 30, as: UInt16.self))
    }

    @inlinable @inline(__always)
    static func isWide(_ page: UnsafeRawPointer) -> Bool { flags(page) & 0x8000 != 0 }

    @inlinable @inline(__always)
    static func slotSize(_ page: UnsafeRawPointer) -> Int { isWide(page) ? 10 : 4 }

    @inlinable @inline(__always)
    static func level(_ page: UnsafeRawPointer) -> UInt8 {
        page.load(fromByteOffset: 25, as: UInt8.self)
    }

    /// The byte that says what the page is.
    static func kind(_ page: UnsafeRawPointer) -> UInt8 {
        page.load(fromByteOffset: PageHeader.kind, as: UInt8.self)
    }

    /// The rows of the whole tree, in its root page.
    static func rowCount(_ page: UnsafeRawPointer) -> Int64 {
        Int64(littleEndian: page.load(fromByteOffset: TreePage.rowCount, as: Int64.self))
    }

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

    /// The first index whose rowid is not below `rowid`.
    static func lowerBound(_ page: UnsafeRawPointer, _ rowid: Int64) -> Int {
        if isWide(page) { return wideLowerBound(page, rowid) }
        let count = count(page)
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
        var high = count(page)
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
        index == count(page) ? TreePage.rightChild : usableSize &- 4 &* (index &+ 1)
    }

    @inline(__always)
    static func child(_ page: UnsafeRawPointer, _ index: Int, usableSize: Int) -> PageNumber {
        PageNumber(
            UInt32(
                littleEndian: page.loadUnaligned(
                    fromByteOffset: childOffset(page, index, usableSize: usableSize),
                    as: UInt32.self)))
    }

    /// The index of the child that may hold `rowid`.
    static func childIndex(_ page: UnsafeRawPointer, _ rowid: Int64) -> Int {
        var low = 0
        var length = count(page)
        while length > 1 {
            let half = length &>> 1
            low = key(page, low &+ half &- 1) < rowid ? low &+ half : low
            length = length &- half
        }
        return length == 1 && key(page, low) < rowid ? low &+ 1 : low
    }

    /// How many keys an inner page can hold.
    static func innerCapacity(usableSize: Int) -> Int { (usableSize - TreePage.slots) / 12 }
}
