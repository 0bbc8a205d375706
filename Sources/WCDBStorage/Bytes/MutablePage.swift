/// A page that the running write transaction may change: its private copy, and a mask of the
/// lines that were touched.
///
/// **Users.** Tree and map code of one write transaction; valid until that transaction touches
/// the pager again through `beginOperation`.
///
/// **Always true.** Every change goes through the methods here, which mark what they touch. The
/// commit compares only marked lines with the old page, so a store past them would be lost from
/// the log (and found by the page's checksum during recovery).
@frozen
@usableFromInline
package struct MutablePage {
    /// The bytes of the page, for reading.
    @usableFromInline package let bytes: UnsafeRawPointer
    @usableFromInline let memory: UnsafeMutableRawPointer
    /// One bit for each 64th part of the page.
    @usableFromInline let touched: UnsafeMutablePointer<UInt64>
    /// Shift from a byte offset to its bit.
    @usableFromInline let lineShift: UInt64
    @usableFromInline package let number: PageNumber

    @inlinable
    package init(
        memory: UnsafeMutableRawPointer, touched: UnsafeMutablePointer<UInt64>,
        pageSize: Int, number: PageNumber
    ) {
        self.bytes = UnsafeRawPointer(memory)
        self.memory = memory
        self.touched = touched
        self.lineShift = UInt64(truncatingIfNeeded: pageSize.trailingZeroBitCount &- 6)
        self.number = number
    }

    /// Marks `count` bytes from `offset` as changed. Requires: inside the page.
    @inlinable @inline(__always)
    func touch(_ offset: Int, _ count: Int) {
        guard count > 0 else { return }
        let first = UInt64(truncatingIfNeeded: offset) &>> lineShift
        let last = UInt64(truncatingIfNeeded: offset &+ count &- 1) &>> lineShift
        touched.pointee |= (~0 &<< first) & (~0 &>> (63 &- last))
    }

    @inlinable @inline(__always)
    package func store<T: FixedWidthInteger>(_ value: T, at offset: Int) {
        touch(offset, MemoryLayout<T>.size)
        memory.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }

    /// Copies bytes from outside of the page into it.
    @inlinable @inline(__always)
    package func copy(from source: UnsafeRawPointer, count: Int, to offset: Int) {
        touch(offset, count)
        (memory + offset).copyFew(from: source, count: count)
    }

    /// Moves bytes inside the page; the ranges may overlap.
    @inlinable @inline(__always)
    package func move(from source: Int, count: Int, to target: Int) {
        touch(target, count)
        (memory + target).copyMemory(from: memory + source, byteCount: count)
    }

    @inlinable @inline(__always)
    package func zero(_ offset: Int, count: Int) {
        touch(offset, count)
        (memory + offset).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }
}
