/// Reads the values of a key back, exactly as they went in, from bytes nobody has checked.
///
///     var decoder = KeyDecoder()
///     try decoder.begin(key: key, fixups: value)
///     let name = try decoder.next(KeyColumn(collation: .nocase))
///     let rowid = try decoder.nextRowid()
///     try decoder.finish()
///
/// **Users.** One owner, one thread. Texts and blobs that it hands out point into the key, the
/// fix-ups, or the decoder's own memory, and are good until the next `begin`.
///
/// **Always true.** What it accepts is what `KeyEncoder` would write for the same values: anything
/// else is thrown as corruption, and nothing is read outside of the given bytes. The memory it
/// takes is at most the key's size and sixteen times that of the fix-ups; twice that, if a key may
/// be begun again.
package struct KeyDecoder: ~Copyable {
    private var key: UnsafeRawPointer
    private var count = 0
    private var offset = 0
    private var column = 0
    private var fixups: ByteReader
    /// The column of the next fix-up; none is left when it lies behind every column.
    private var fixedColumn = Int.max
    private var fixupKind = KeyFixup.isReal
    private var scratch: ByteBuffer

    /// Whether the sort key of each text under a custom collation is computed again and compared.
    /// Off where speed counts and the page's checksum has vouched for the bytes.
    package var verifiesSortKeys = true

    /// Whether a key may be begun a second time, while values of the first are in use.
    package var mayBeginAgain = false

    package init() {
        scratch = ByteBuffer(capacity: 256)
        key = UnsafeRawPointer(scratch.start)
        fixups = ByteReader(UnsafeRawPointer(scratch.start), count: 0)
    }

    /// Starts with the first column of a key and the list of fix-ups beside it. `again`: what was
    /// handed out since this key was begun with stays good. Requires: `mayBeginAgain`, and not more
    /// than once.
    package mutating func begin(
        key: UnsafeRawBufferPointer,
        fixups: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        again: Bool = false
    ) throws(StorageError) {
        if !again {
            scratch.removeAll()
            // Never grows later: what was handed out must stay where it is.
            let room = key.count + (KeyFixup.maxSpaces / 2 + 1) * fixups.count + 16
            scratch.reserve(mayBeginAgain ? 2 * room : room)
        }
        self.key = key.baseAddress ?? UnsafeRawPointer(scratch.start)
        count = key.count
        offset = 0
        column = 0
        self.fixups = ByteReader(
            fixups.baseAddress ?? UnsafeRawPointer(scratch.start), count: fixups.count)
        try findNextFixup(after: 0)
    }

    /// Whether all bytes of the key have been read.
    package var isAtEnd: Bool { offset == count }

    /// The next column. Hot.
    package mutating func next(
        _ column: KeyColumn = .ascending
    ) throws(StorageError) -> ColumnValue {
        guard offset < count else { throw malformed("no more columns") }
        let mask: UInt8 = column.isDescending ? 0xFF : 0
        let value: ColumnValue
        switch key.byte(at: offset) ^ mask {
        case KeyFormat.null:
            offset = offset &+ 1
            value = .null
        case KeyFormat.text:
            value = try readText(column, mask: mask)
        case KeyFormat.blob:
            let content = try readContent(mask: mask)
            value = .blob(content.bytes, count: content.count)
        default:
            value = try readNumber(column, mask: mask)
        }
        guard fixedColumn != self.column else { throw malformed("fix-up of another type") }
        self.column = self.column &+ 1
        return value
    }

    /// Passes over the next column without checking more than its extent. Hot.
    package mutating func skip(_ column: KeyColumn = .ascending) throws(StorageError) {
        guard
            let end = KeyScan.endOfColumn(
                key, count: count, from: offset, isDescending: column.isDescending)
        else { throw malformed("no more columns") }
        offset = end
        if fixedColumn == self.column { try skipFixup() }
        self.column = self.column &+ 1
    }

    /// The rowid behind the columns. Hot.
    package mutating func nextRowid() throws(StorageError) -> Int64 {
        guard offset < count, let number = KeyNumber.read(key, count: count, from: offset, mask: 0),
            case .integer(let rowid) = number.value
        else { throw malformed("no rowid") }
        offset = number.end
        return rowid
    }

    /// Makes sure that nothing is left over.
    package func finish() throws(StorageError) {
        guard offset == count else { throw malformed("bytes behind the last column") }
        guard fixedColumn == Int.max else { throw malformed("fix-up behind the last column") }
    }

    private func malformed(_ reason: String) -> StorageError {
        .corrupt(Corruption(.key, "\(reason) at byte \(offset), column \(column)"))
    }
}

// MARK: - Numbers

extension KeyDecoder {
    private mutating func readNumber(
        _ column: KeyColumn, mask: UInt8
    ) throws(StorageError) -> ColumnValue {
        guard let number = KeyNumber.read(key, count: count, from: offset, mask: mask) else {
            throw malformed("malformed number")
        }
        offset = number.end
        switch number.value {
        case .real(let real): return .real(real)
        case .integer(let integer):
            let isFixed = fixedColumn == self.column
            guard isFixed || column.holdsOnlyReals else { return .integer(integer) }
            return try readIntegralReal(integer, column, isFixed: isFixed)
        }
    }

    private mutating func readIntegralReal(
        _ integer: Int64, _ column: KeyColumn, isFixed: Bool
    ) throws(StorageError) -> ColumnValue {
        if isFixed {
            switch fixupKind {
            case .isNegativeZero:
                guard integer == 0 else { throw malformed("negative zero that is not zero") }
                try findNextFixup(after: self.column &+ 1)
                return .real(-0.0)
            case .isReal:
                guard !column.holdsOnlyReals else { throw malformed("needless fix-up") }
                try findNextFixup(after: self.column &+ 1)
            case .upperCase, .spaces, .original:
                throw malformed("fix-up of a text at a number")
            }
        }
        guard let real = KeyNumber.real(integer) else { throw malformed("integer that is no REAL") }
        return .real(real)
    }
}

// MARK: - Text and blobs

extension KeyDecoder {
    private struct Content {
        let bytes: UnsafeRawPointer
        let count: Int
        /// The bytes are the last of `scratch`, where they may be changed and made longer.
        var isCopied = false

        var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }
    }

    /// The bytes of a text or blob: where they lie if nothing was escaped or complemented, else
    /// copied into `scratch`.
    private mutating func readContent(mask: UInt8) throws(StorageError) -> Content {
        let start = offset &+ 1
        let wideMask = UInt64(mask) &* WordTricks.ones
        var position = start
        while position &+ 8 <= count {
            let marks = WordTricks.bytesBelowTwo(key.little(UInt64.self, at: position) ^ wideMask)
            if marks != 0 {
                position = position &+ marks.trailingZeroBitCount &>> 3
                break
            }
            position = position &+ 8
        }
        while position < count && key.byte(at: position) ^ mask >= 2 { position = position &+ 1 }
        guard position < count else { throw malformed("unterminated text or blob") }
        if mask == 0 && key.byte(at: position) == KeyFormat.terminator {
            offset = position &+ 1
            return Content(bytes: key + start, count: position &- start)
        }
        return try copyContent(from: start, clean: position, mask: mask)
    }

    /// Requires: nothing is escaped before `clean`.
    private mutating func copyContent(
        from start: Int, clean: Int, mask: UInt8
    ) throws(StorageError) -> Content {
        let target = scratch.end
        var written = 0
        var position = start
        while position < clean {
            target.storeByte(key.byte(at: position) ^ mask, at: written)
            written = written &+ 1
            position = position &+ 1
        }
        while position < count {
            var byte = key.byte(at: position) ^ mask
            position = position &+ 1
            if byte == KeyFormat.terminator {
                scratch.advance(written)
                offset = position
                return Content(bytes: UnsafeRawPointer(target), count: written, isCopied: true)
            }
            if byte == KeyFormat.escape {
                let escaped = position < count ? key.byte(at: position) ^ mask : 0
                guard escaped == KeyFormat.escapedZero || escaped == KeyFormat.escapedOne else {
                    throw malformed("broken escape")
                }
                byte = escaped &- KeyFormat.escapedZero
                position = position &+ 1
            }
            target.storeByte(byte, at: written)
            written = written &+ 1
        }
        throw malformed("unterminated text or blob")
    }

    private mutating func readText(
        _ column: KeyColumn, mask: UInt8
    ) throws(StorageError) -> ColumnValue {
        let sortKey = try readContent(mask: mask)
        var content = sortKey
        if case .nocase = column.collation, WordTricks.hasUpperCase(content.buffer) {
            throw malformed("upper case in a NOCASE key")
        }
        if case .rtrim = column.collation {
            let hasSpace = content.count > 0 && content.bytes.byte(at: content.count &- 1) == 0x20
            guard !hasSpace else { throw malformed("space at the end of an RTRIM key") }
        }
        if fixedColumn == self.column {
            content = try restore(content, column)
            try findNextFixup(after: self.column &+ 1)
        }
        guard UTF8Validation.isValid(content.bytes, count: content.count) else {
            throw malformed("text that is not UTF-8")
        }
        if verifiesSortKeys, case .custom(let custom) = column.collation {
            guard custom.sortKey(content.buffer).elementsEqual(sortKey.buffer) else {
                throw malformed("sort key that is not that of its text")
            }
        }
        return .text(content.bytes, count: content.count)
    }
}

// MARK: - Fix-ups

extension KeyDecoder {
    /// Reads the head of the next fix-up. `column` is the first that it can concern.
    private mutating func findNextFixup(after column: Int) throws(StorageError) {
        guard !fixups.isAtEnd else {
            fixedColumn = Int.max
            return
        }
        guard let head = fixups.readVarint(),
            let kind = KeyFixup(rawValue: UInt8(truncatingIfNeeded: head & 7)),
            head &>> 3 <= UInt64(truncatingIfNeeded: RecordLimits.maxColumnCount)
        else { throw malformed("malformed fix-up") }
        fixupKind = kind
        fixedColumn = column &+ Int(truncatingIfNeeded: head &>> 3)
    }

    private mutating func skipFixup() throws(StorageError) {
        switch fixupKind {
        case .isReal, .isNegativeZero: break
        case .upperCase, .original: _ = try readFixupBytes()
        case .spaces: _ = fixups.readByte()
        }
        try findNextFixup(after: column &+ 1)
    }

    private mutating func readFixupBytes() throws(StorageError) -> UnsafeRawBufferPointer {
        guard let size = fixups.readVarint(),
            size <= UInt64(truncatingIfNeeded: RecordLimits.maxValueSize),
            let bytes = fixups.readBytes(Int(truncatingIfNeeded: size))
        else { throw malformed("fix-up ends early") }
        return bytes
    }

    /// The text as it was, from what the key kept of it.
    private mutating func restore(
        _ content: Content, _ column: KeyColumn
    ) throws(StorageError) -> Content {
        switch (fixupKind, column.collation) {
        case (.upperCase, .nocase): return try restoreUpperCase(content)
        case (.spaces, .rtrim): return try restoreSpaces(content)
        case (.original, .rtrim):
            let original = try readFixupBytes()
            let kept = Collation.countWithoutSpaces(original)
            guard original.count &- kept > KeyFixup.maxSpaces,
                original[..<kept].elementsEqual(content.buffer),
                let base = original.baseAddress
            else { throw malformed("original text of another key") }
            return Content(bytes: base, count: original.count)
        case (.original, .custom):
            let original = try readFixupBytes()
            guard !original.elementsEqual(content.buffer) else {
                throw malformed("needless fix-up")
            }
            return Content(bytes: original.baseAddress ?? key, count: original.count)
        default: throw malformed("fix-up of another type")
        }
    }

    private mutating func restoreUpperCase(_ content: Content) throws(StorageError) -> Content {
        let bitmap = try readFixupBytes()
        guard let bits = bitmap.baseAddress, bitmap.count <= (content.count &+ 7) &>> 3,
            bits.byte(at: bitmap.count &- 1) != 0
        else { throw malformed("malformed bitmap of letters") }
        let target = copy(content)
        for index in 0..<bitmap.count &* 8 {
            let bit = bits.byte(at: index &>> 3) &>> UInt8(truncatingIfNeeded: index & 7) & 1
            guard bit != 0 else { continue }
            guard index < content.count, WordTricks.isLowerCase(content.bytes.byte(at: index))
            else { throw malformed("upper case where no letter is") }
            target.storeByte(content.bytes.byte(at: index) ^ 0x20, at: index)
        }
        return Content(bytes: UnsafeRawPointer(target), count: content.count)
    }

    private mutating func restoreSpaces(_ content: Content) throws(StorageError) -> Content {
        guard let stripped = fixups.readByte(), stripped > 0, stripped <= KeyFixup.maxSpaces else {
            throw malformed("malformed count of spaces")
        }
        let spaces = Int(stripped)
        let target = copy(content)
        scratch.end.initializeMemory(as: UInt8.self, repeating: 0x20, count: spaces)
        scratch.advance(spaces)
        return Content(bytes: UnsafeRawPointer(target), count: content.count &+ spaces)
    }

    /// The content as the last bytes of `scratch`. Those of a column are copied only once, so that
    /// all columns of a key fit.
    private mutating func copy(_ content: Content) -> UnsafeMutableRawPointer {
        guard !content.isCopied else { return scratch.end - content.count }
        scratch.append(content.bytes, count: content.count)
        return scratch.end - content.count
    }
}
