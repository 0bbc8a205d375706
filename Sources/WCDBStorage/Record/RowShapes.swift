/// The shapes that the rows of a table had last.
///
///     if shapes.find(record) { shapes.read(3, of: base, into: target) } else {
///         var reader = try RowReader(record)
///         shapes.consider(record, reader)
///         …
///     }
///
/// **Users.** The slot of one table's cursor, one thread.
///
/// **Always true.** A header is learnt when it comes a second time among those that were not
/// known. So rows that all differ cost a comparison and no more, and a shape that most rows have
/// is not given up for one that few have.
@frozen
@usableFromInline
package struct RowShapes: ~Copyable {
    @usableFromInline static let count = 4

    /// The one that fitted last.
    @usableFromInline var current: UnsafeMutablePointer<RowShape>?
    @usableFromInline var all: UnsafeMutablePointer<RowShape>?
    @usableFromInline var oldest = 0
    /// As many columns as somebody asked for.
    @usableFromInline var wanted = 1
    /// The header that was not known last.
    @usableFromInline var candidate = RowHeader()

    @inlinable
    package init() {}

    @inlinable
    deinit {
        guard let all else { return }
        // The first one's are where those of all begin.
        all.pointee.places.deallocate()
        all.deallocate()
    }

    /// Whether the shape of a record is known. Hot.
    @inlinable @inline(__always)
    package mutating func find(_ record: UnsafeRawBufferPointer) -> Bool {
        if let current, current.pointee.fits(record) { return true }
        return findOther(record)
    }

    @usableFromInline @inline(never)
    mutating func findOther(_ record: UnsafeRawBufferPointer) -> Bool {
        guard let all else { return false }
        var shape = all
        while shape < all + RowShapes.count {
            if shape.pointee.fits(record) {
                current = shape
                return true
            }
            shape += 1
        }
        return false
    }

    /// Puts the column at `index` where it is wanted, unless it takes a longer look. Hot.
    /// Requires: the record that begins at `base` was found.
    @inlinable @inline(__always)
    package func read(
        _ index: Int, of base: UnsafeRawPointer, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        guard let current else { return false }
        return current.pointee.read(index, of: base, into: target)
    }

    /// From now on the column at `index` is learnt too.
    package mutating func extend(to index: Int) {
        guard index >= wanted, index < RowShape.maxHeader else { return }
        wanted = index &+ 1
        guard let all else { return }
        for index in 0..<RowShapes.count { all[index].forget() }
    }

    /// Learns the shape of a record that was not found, if it seems worth it.
    package mutating func consider(_ record: UnsafeRawBufferPointer, _ reader: RowReader) {
        guard let header = RowHeader(record, reader) else { return }
        guard header == candidate else {
            candidate = header
            return
        }
        let all = self.all ?? RowShapes.makeAll()
        self.all = all
        guard all[oldest].learn(record, header, reader, wanted: wanted) else { return }
        current = all + oldest
        oldest = (oldest &+ 1) % RowShapes.count
    }

    private static func makeAll() -> UnsafeMutablePointer<RowShape> {
        let all = UnsafeMutablePointer<RowShape>.allocate(capacity: count)
        let width = RowShape.maxHeader
        let places = UnsafeMutablePointer<RowShape.Place>.allocate(capacity: count * width)
        for index in 0..<count { (all + index).initialize(to: RowShape(places + index * width)) }
        return all
    }
}

/// The header of a record as two words, the second one empty if it is short, and which bits count.
@frozen
@usableFromInline
struct RowHeader: BitwiseCopyable, Equatable {
    @usableFromInline var first: UInt64 = 0
    @usableFromInline var second: UInt64 = 0
    @usableFromInline var firstMask: UInt64 = 0
    @usableFromInline var secondMask: UInt64 = 0

    @inlinable
    init() {}

    /// Nil if it is too long to be remembered, or the record too short to be compared by words.
    init?(_ record: UnsafeRawBufferPointer, _ reader: RowReader) {
        let count = reader.firstBody
        guard count <= RowShape.maxHeader, record.count >= (count <= 8 ? 8 : 16),
            reader.columnCount > 0, let base = record.baseAddress
        else { return nil }
        firstMask = RowHeader.lowest(min(count, 8))
        secondMask = RowHeader.lowest(max(count &- 8, 0))
        first = base.little(UInt64.self, at: 0) & firstMask
        second = secondMask == 0 ? 0 : base.little(UInt64.self, at: 8) & secondMask
    }

    /// The lowest `count` bytes of a word. Requires: `0 <= count <= 8`.
    private static func lowest(_ count: Int) -> UInt64 {
        count == 8 ? .max : (1 &<< (UInt64(count) &* 8)) &- 1
    }

    /// Whether a record begins with this header. Requires: it is long enough.
    @inlinable @inline(__always)
    func begins(_ base: UnsafeRawPointer) -> Bool {
        guard base.little(UInt64.self, at: 0) & firstMask == first else { return false }
        return secondMask == 0 || base.little(UInt64.self, at: 8) & secondMask == second
    }
}
