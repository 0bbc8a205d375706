/// The difference of two versions of a page as ranges: offset and length (two bytes each), bytes.
///
/// Mechanical: it compares bytes and knows nothing of trees. The page's new checksum is among the
/// changed bytes, so applying a delta and verifying the page proves the whole chain of versions.
/// Where the old bytes are gone, every line that was touched counts as changed.
struct DeltaWriter {
    private let target: UnsafeMutableRawPointer
    private let limit: Int
    private(set) var count = 0
    private(set) var rangeCount: UInt16 = 0

    init(target: UnsafeMutableRawPointer, limit: Int) {
        self.target = target
        self.limit = limit
    }

    /// False when the ranges do not fit into the limit. Hot.
    mutating func write(
        from old: UnsafeRawPointer, to new: UnsafeRawPointer, touched: UInt64, pageSize: Int
    ) -> Bool {
        let shift = UInt64(truncatingIfNeeded: pageSize.trailingZeroBitCount &- 6)
        var rest = touched
        var start = -1
        var end = 0
        while rest != 0 {
            let line = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
            rest &= rest &- 1
            var offset = Int(truncatingIfNeeded: line &<< shift)
            let lineEnd = offset &+ Int(truncatingIfNeeded: 1 &<< shift)
            while offset < lineEnd {
                let before = old.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let after = new.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if before != after {
                    // Two words of unchanged bytes cost less than a new range.
                    if start >= 0 && offset &- end <= 8 {
                        end = offset &+ 8
                    } else {
                        if start >= 0, !append(new, start, end) { return false }
                        start = offset
                        end = offset &+ 8
                    }
                }
                offset &+= 8
            }
        }
        return start < 0 || append(new, start, end)
    }

    private mutating func append(_ new: UnsafeRawPointer, _ start: Int, _ end: Int) -> Bool {
        let length = end &- start
        guard count &+ 4 &+ length <= limit else { return false }
        let range = target + count
        range.storeBytes(of: UInt16(truncatingIfNeeded: start).littleEndian, as: UInt16.self)
        range.storeBytes(
            of: UInt16(truncatingIfNeeded: length).littleEndian, toByteOffset: 2, as: UInt16.self)
        (range + 4).copyMemory(from: new + start, byteCount: length)
        count &+= 4 &+ length
        rangeCount &+= 1
        return true
    }

    /// As `write`, when the old version is not in memory.
    mutating func writeLines(
        of page: UnsafeRawPointer, touched: UInt64, pageSize: Int
    ) -> Bool {
        let shift = UInt64(truncatingIfNeeded: pageSize.trailingZeroBitCount &- 6)
        var rest = touched
        while rest != 0 {
            let first = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
            let length = UInt64(truncatingIfNeeded: (~(rest &>> first)).trailingZeroBitCount)
            let start = Int(truncatingIfNeeded: first &<< shift)
            let end = Int(truncatingIfNeeded: (first &+ length) &<< shift)
            guard append(page, start, end) else { return false }
            // The lines of this run; none are left behind the last line of the page.
            rest = first &+ length >= 64 ? 0 : rest & (~0 &<< (first &+ length))
        }
        return true
    }

    /// Lays the ranges in `payload` over `page`; false when they do not fit the page.
    static func apply(
        _ payload: UnsafeRawBufferPointer, rangeCount: Int, to page: UnsafeMutableRawPointer,
        pageSize: Int
    ) -> Bool {
        guard let base = payload.baseAddress else { return rangeCount == 0 }
        var offset = 0
        for _ in 0..<rangeCount {
            guard offset + 4 <= payload.count else { return false }
            let start = Int(
                UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
            let length = Int(
                UInt16(
                    littleEndian: base.loadUnaligned(fromByteOffset: offset + 2, as: UInt16.self)))
            guard start + length <= pageSize, offset + 4 + length <= payload.count else {
                return false
            }
            (page + start).copyMemory(from: base + offset + 4, byteCount: length)
            offset += 4 + length
        }
        return true
    }
}
