/// What of a column's values may be read straight from a key that has no fix-ups.
@frozen
@usableFromInline
package struct PlainKeyForm: BitwiseCopyable {
    /// How texts lie in the key, if they lie there as they are.
    @frozen
    @usableFromInline
    enum Text: UInt8, BitwiseCopyable {
        case binary
        case lowerCase
        case withoutSpaces
        case hidden
    }

    /// FF in a descending column, else 0.
    @usableFromInline let mask: UInt8
    @usableFromInline let holdsOnlyReals: Bool
    @usableFromInline let text: Text

    package init(_ column: KeyColumn) {
        mask = column.isDescending ? 0xFF : 0
        holdsOnlyReals = column.holdsOnlyReals
        text =
            switch column.collation {
            // Complemented bytes would have to be copied.
            case _ where column.isDescending: .hidden
            case .binary: .binary
            case .nocase: .lowerCase
            case .rtrim: .withoutSpaces
            case .custom: .hidden
            }
    }

    @inlinable @inline(__always)
    var isAscendingNumber: Bool { mask == 0 && !holdsOnlyReals }
}

/// Reads the columns at the front of a key that has no fix-ups, as far as their values lie in it
/// as they are: numbers and NULLs all do, texts and blobs of ascending columns nearly always.
/// Anything else is left to `KeyDecoder`, which starts again at the front and says what is wrong.
///
///     var reader = PlainKeyReader(key)
///     while let value = reader.next(form) { … }
///
/// **Users.** Anyone, with any bytes, for as long as these stay where they are: texts point into
/// the key.
///
/// **Always true.** What it reads is canonical, and nothing outside of the key is touched.
@frozen
@usableFromInline
package struct PlainKeyReader {
    @usableFromInline let key: UnsafeRawBufferPointer
    /// Behind the columns that were read.
    @usableFromInline var offset = 0

    @inlinable @inline(__always)
    package init(_ key: UnsafeRawBufferPointer) { self.key = key }

    /// Whether everything was passed.
    @inlinable @inline(__always)
    package var isAtEnd: Bool { offset == key.count }

    /// The value of the next column; nil, and nothing is passed, if it is none of the plain ones.
    /// Hot. Requires: the key has no fix-ups, or its values do not matter.
    @inlinable @inline(__always)
    package mutating func next(_ form: PlainKeyForm) -> ColumnValue? {
        guard let bytes = key.baseAddress, offset < key.count else { return nil }
        switch bytes.byte(at: offset) ^ form.mask {
        case KeyFormat.text:
            return form.text == .hidden ? nil : nextText(form.text)
        case KeyFormat.null:
            offset = offset &+ 1
            return .null
        case KeyFormat.blob:
            return form.mask == 0 ? nextBlob() : nil
        default:
            if form.isAscendingNumber, let integer = nextInteger() { return .integer(integer) }
            return nextNumber(form)
        }
    }

    /// Passes over `count` columns without checking more than their extent; false, and nothing is
    /// passed, if the key ends before. Hot.
    @inlinable @inline(__always)
    package mutating func skip(_ count: Int, _ forms: UnsafePointer<PlainKeyForm>) -> Bool {
        count == 0 || skipAll(count, forms)
    }

    @usableFromInline @inline(never)
    mutating func skipAll(_ count: Int, _ forms: UnsafePointer<PlainKeyForm>) -> Bool {
        guard let bytes = key.baseAddress else { return false }
        var place = offset
        for index in 0..<count {
            guard
                let end = KeyScan.endOfColumn(
                    bytes, count: key.count, from: place, isDescending: forms[index].mask != 0)
            else { return false }
            place = end
        }
        offset = place
        return true
    }

    /// Requires: the tag of a text is next.
    @usableFromInline @inline(never)
    mutating func nextText(_ form: PlainKeyForm.Text) -> ColumnValue? {
        guard let content = content(), let base = content.baseAddress,
            UTF8Validation.isValid(base, count: content.count)
        else { return nil }
        switch form {
        case .binary: break
        case .lowerCase:
            guard !WordTricks.hasUpperCase(content) else { return nil }
        case .withoutSpaces:
            guard content.last != 0x20 else { return nil }
        case .hidden: return nil
        }
        offset = offset &+ content.count &+ 2
        return .text(base, count: content.count)
    }

    /// Requires: the tag of a blob is next.
    @usableFromInline @inline(never)
    mutating func nextBlob() -> ColumnValue? {
        guard let content = content(), let base = content.baseAddress else { return nil }
        offset = offset &+ content.count &+ 2
        return .blob(base, count: content.count)
    }

    /// The bytes between the tag and the terminator; nil if one is escaped or none ends them.
    @inline(__always)
    private func content() -> UnsafeRawBufferPointer? {
        guard let bytes = key.baseAddress else { return nil }
        let start = offset &+ 1
        var end = start
        while end &+ 8 <= key.count {
            let marks = WordTricks.bytesBelowTwo(bytes.little(UInt64.self, at: end))
            if marks != 0 {
                end = end &+ marks.trailingZeroBitCount &>> 3
                break
            }
            end = end &+ 8
        }
        while end < key.count, bytes.byte(at: end) >= 2 { end = end &+ 1 }
        guard end < key.count, bytes.byte(at: end) == KeyFormat.terminator else { return nil }
        return UnsafeRawBufferPointer(start: bytes + start, count: end &- start)
    }

    /// A number of any kind, in any column.
    @usableFromInline @inline(never)
    mutating func nextNumber(_ form: PlainKeyForm) -> ColumnValue? {
        guard let bytes = key.baseAddress,
            let number = KeyNumber.read(bytes, count: key.count, from: offset, mask: form.mask)
        else { return nil }
        switch number.value {
        case .real(let real):
            offset = number.end
            return .real(real)
        case .integer(let integer):
            guard form.holdsOnlyReals else {
                offset = number.end
                return .integer(integer)
            }
            guard let real = KeyNumber.real(integer) else { return nil }
            offset = number.end
            return .real(real)
        }
    }

    /// The next integer; nil, and nothing is passed, if something else comes. Hot.
    @inlinable @inline(__always)
    package mutating func nextInteger() -> Int64? {
        guard let bytes = key.baseAddress, offset < key.count else { return nil }
        let tag = bytes.byte(at: offset)
        let start = offset &+ 1
        if tag >= 0x20 && tag <= KeyFormat.beforePositive {
            let scaled = Int64(tag) &- Int64(KeyFormat.zero)
            guard scaled & 1 == 0 else { return nil }
            offset = start
            return scaled &>> 1
        }
        // The tag says how many bytes follow, the highest first.
        let size = Int(tag) &- Int(KeyFormat.beforePositive)
        guard size >= 1, size <= 8, size <= key.count &- start else { return nil }
        let scaled = PlainKeyReader.body(bytes, count: key.count, from: start, size: size)
        let smallest =
            size == 1
            ? KeyFormat.smallPositiveCount : 1 &<< UInt64(truncatingIfNeeded: size &* 8 &- 8)
        guard scaled & 1 == 0, scaled >= smallest else { return nil }
        offset = start &+ size
        return Int64(truncatingIfNeeded: scaled &>> 1)
    }

    /// `size` big-endian bytes, cut out of a word that begins with them, or of the last word of the
    /// key. Requires: the key has them.
    @inlinable @inline(__always)
    static func body(_ key: UnsafeRawPointer, count: Int, from start: Int, size: Int) -> UInt64 {
        let unused = UInt64(truncatingIfNeeded: 64 &- size &* 8)
        if count &- start >= 8 { return key.big(UInt64.self, at: start) &>> unused }
        if count >= 8 {
            let behind = UInt64(truncatingIfNeeded: (count &- start &- size) &* 8)
            return key.big(UInt64.self, at: count &- 8) &>> behind & (.max &>> unused)
        }
        var body: UInt64 = 0
        for offset in start..<(start &+ size) {
            body = body &<< 8 | UInt64(key.byte(at: offset))
        }
        return body
    }
}
