/// Where the columns of rows lie that begin with the same header. Neighbours in a table mostly do,
/// and then a column is one load away: no code is looked at, no body walked over.
///
/// **Users.** `RowShapes`.
///
/// **Always true.** `places` has the first `reach` columns of the record that was learnt last, as
/// far as they lie in its leaf, and what they load lies within the first `size` bytes. A record
/// that is as long and has the same header has the same columns at the same places.
@frozen
@usableFromInline
struct RowShape: BitwiseCopyable {
    @usableFromInline
    enum Form: UInt8, BitwiseCopyable {
        /// Cut out of a word.
        case integer
        /// Said by the code alone: 0 or 1.
        case known
        case null, real, text, blob
    }

    /// One column.
    @frozen
    @usableFromInline
    struct Place: BitwiseCopyable {
        @usableFromInline var form: Form
        /// How far the word is shifted up, and then down, until only the integer is left.
        @usableFromInline var up: UInt8 = 0
        @usableFromInline var down: UInt8 = 0
        @usableFromInline var offset: UInt32
        /// The length of a text or blob, or the integer that is known.
        @usableFromInline var value: Int

        @usableFromInline
        init(_ form: Form, offset: Int, value: Int) {
            self.form = form
            self.offset = UInt32(truncatingIfNeeded: offset)
            self.value = value
        }
    }

    /// Longer headers are not remembered: they would seldom be the same.
    @usableFromInline static let maxHeader = 16

    @usableFromInline var header = RowHeader()
    /// The header that is learnt here when it comes again.
    @usableFromInline var candidate = RowHeader()
    /// Of the first of two places: the next header that is not known is the other's candidate.
    @usableFromInline var isTurnOfOther = false
    /// No record is shorter that fits; none fits before there is something to fit to.
    @usableFromInline var size = Int.max
    @usableFromInline var reach = 0
    /// How many columns the record has.
    @usableFromInline var width = 0
    /// Room for as many as a header can have.
    @usableFromInline let places: UnsafeMutablePointer<Place>

    @usableFromInline
    init(_ places: UnsafeMutablePointer<Place>) { self.places = places }

    /// Whether a record has the shape. Hot.
    @inlinable @inline(__always)
    func fits(_ record: UnsafeRawBufferPointer) -> Bool {
        guard record.count >= size, let base = record.baseAddress else { return false }
        return header.begins(base)
    }

    /// Puts the column at `index` where it is wanted, unless it takes a longer look. Hot.
    /// Requires: a record that fits begins at `base`.
    @inlinable @inline(__always)
    func read(
        _ index: Int, of base: UnsafeRawPointer, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        guard UInt(bitPattern: index) < UInt(bitPattern: reach) else { return false }
        let place = places + index
        let start = base + Int(place.pointee.offset)
        switch place.pointee.form {
        case .integer:
            let word = start.little(Int64.self, at: 0) &<< Int64(place.pointee.up)
            target.pointee = .integer(word &>> Int64(place.pointee.down))
        case .known: target.pointee = .integer(Int64(place.pointee.value))
        case .null: target.pointee = .null
        case .real:
            let real = Double(bitPattern: start.little(UInt64.self, at: 0))
            target.pointee = .real(real)
            return !real.isNaN
        case .text:
            let count = place.pointee.value
            target.pointee = ColumnValue(kind: .text, bytes: start, count: count)
            return UTF8Validation.isValid(start, count: count)
        case .blob:
            target.pointee = ColumnValue(kind: .blob, bytes: start, count: place.pointee.value)
        }
        return true
    }

    mutating func forget() { size = .max }

    /// Takes the shape of a record with this header, as far as it lies in its leaf; false, and
    /// nothing fits, if the first column does not.
    mutating func learn(
        _ record: UnsafeRawBufferPointer, _ header: RowHeader, _ reader: RowReader, wanted: Int
    ) -> Bool {
        var reader = reader
        reader.rewind()
        size = .max
        reach = 0
        width = reader.columnCount
        while reach < min(wanted, width), let place = reader.nextPlace() {
            places[reach] = place
            reach &+= 1
        }
        guard reach > 0 else { return false }
        self.header = header
        // Integers are cut out of words that end where this record ends, or before.
        size = record.count
        return true
    }
}

extension RowReader {
    /// The place of the next column; nil if there is none, or its value is broken.
    fileprivate mutating func nextPlace() -> RowShape.Place? {
        let code = readShortCode()
        let start = bodyOffset
        guard column < columnCount, code < 1 &<< 32 else { return nil }
        let bodySize = RecordCode.bodySize(code)
        bodyOffset = start &+ bodySize
        column = column &+ 1
        guard bodyOffset <= end else { return nil }
        switch code {
        case RecordCode.null: return .init(.null, offset: 0, value: 0)
        case 1...6:
            // The word that begins with the body, or the last one of the record.
            let offset = min(start, end &- 8)
            var place = RowShape.Place(.integer, offset: offset, value: 0)
            place.up = UInt8(truncatingIfNeeded: (offset &+ 8 &- bodyOffset) &* 8)
            place.down = UInt8(truncatingIfNeeded: (8 &- bodySize) &* 8)
            return place
        case RecordCode.zero: return .init(.known, offset: 0, value: 0)
        case RecordCode.one: return .init(.known, offset: 0, value: 1)
        case RecordCode.real: return .init(.real, offset: start, value: 0)
        case RecordCode.firstText...:
            let form = RecordCode.isText(code) ? RowShape.Form.text : .blob
            return .init(form, offset: start, value: bodySize)
        default: return nil
        }
    }
}
