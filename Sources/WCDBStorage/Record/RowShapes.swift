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
/// **Always true.** The beginning of a record says in which pair of places its shape may be. There
/// a header is learnt when it comes a second time among those that were not known. So rows that all
/// differ cost few comparisons, and a shape that most rows have is not given up for one that few
/// have.
@frozen
@usableFromInline
package struct RowShapes: ~Copyable {
    /// How many pairs of places there are, as a power of two.
    private static let pairBits = 4
    private static let count = 2 << pairBits
    /// So many unknown rows are worth places to learn them; before, only two in a row are.
    private static let patience = 8

    /// The one that fitted last.
    @usableFromInline var current: UnsafeMutablePointer<RowShape>?
    /// The one before: two shapes often take turns.
    @usableFromInline var previous: UnsafeMutablePointer<RowShape>?
    @usableFromInline var all: UnsafeMutablePointer<RowShape>?
    /// As many columns as somebody asked for.
    @usableFromInline var wanted = 1
    /// As long as there are no places: how many rows were not known, and the header of the last.
    @usableFromInline var unknownCount = 0
    @usableFromInline var lastUnknown = RowHeader()

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
        if let previous, previous.pointee.fits(record) {
            (current, self.previous) = (previous, current)
            return true
        }
        guard let all, let place = RowShapes.place(of: record) else { return false }
        let first = all + place
        let shape = first.pointee.fits(record) ? first : first + 1
        guard shape == first || shape.pointee.fits(record) else { return false }
        (current, previous) = (shape, current)
        return true
    }

    /// The first of the places where the shape of a record may be: by its header, as far as that
    /// is in the first word. Nil for a record that is shorter.
    private static func place(of record: UnsafeRawBufferPointer) -> Int? {
        guard record.count >= 8, let base = record.baseAddress else { return nil }
        let word = base.little(UInt64.self, at: 0)
        // A header has a byte at least for each column, behind their count.
        let columns = min(Int(word & 0x7F), 7)
        let header = word & RowHeader.lowest(1 &+ columns)
        let hash = (header &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - pairBits)
        return Int(truncatingIfNeeded: hash) &* 2
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

    /// The same for a column of another record than the one that was found, which stays the one
    /// that is read; false if its shape is not known.
    @inlinable @inline(__always)
    package mutating func readOther(
        _ index: Int, of record: UnsafeRawBufferPointer,
        into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        let own = (current, previous)
        defer { (current, previous) = own }
        guard find(record), let base = record.baseAddress else { return false }
        return read(index, of: base, into: target)
    }

    /// Whether a record that was found is older than the column at `index`.
    @inlinable @inline(__always)
    package func lacks(_ index: Int) -> Bool {
        guard let current else { return false }
        return index >= current.pointee.width
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
        guard let header = RowHeader(record, reader), let place = RowShapes.place(of: record)
        else { return }
        guard let all = all ?? makePlaces(for: header, at: place) else { return }
        let (first, second) = (all + place, all + place + 1)
        let shape = header == first.pointee.candidate ? first : second
        guard header == shape.pointee.candidate else {
            // The two take turns.
            (first.pointee.isTurnOfOther ? second : first).pointee.candidate = header
            first.pointee.isTurnOfOther.toggle()
            return
        }
        guard shape.pointee.learn(record, header, reader, wanted: wanted) else { return }
        current = shape
    }

    /// Makes the places, if a header that is not known says that they are worth it.
    private mutating func makePlaces(
        for header: RowHeader, at place: Int
    ) -> UnsafeMutablePointer<RowShape>? {
        unknownCount &+= 1
        guard header == lastUnknown || unknownCount > RowShapes.patience else {
            lastUnknown = header
            return nil
        }
        let made = RowShapes.makeAll()
        all = made
        if header == lastUnknown {
            made[place].candidate = header
            made[place].isTurnOfOther = true
        }
        return made
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
    static func lowest(_ count: Int) -> UInt64 {
        count == 8 ? .max : (1 &<< (UInt64(count) &* 8)) &- 1
    }

    /// Whether a record begins with this header. Requires: it is long enough.
    @inlinable @inline(__always)
    func begins(_ base: UnsafeRawPointer) -> Bool {
        guard base.little(UInt64.self, at: 0) & firstMask == first else { return false }
        return secondMask == 0 || base.little(UInt64.self, at: 8) & secondMask == second
    }
}
