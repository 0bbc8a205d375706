/// Builds keys whose order as bytes is the order of SQL, in memory it uses again.
///
///     var encoder = KeyEncoder()
///     encoder.begin(recordingFixups: true)
///     encoder.append(value, KeyColumn(collation: .nocase))
///     encoder.appendRowid(42)
///     tree.insert(encoder.key, value: encoder.fixups)   // until the next begin
///
/// **Users.** One owner, one thread.
///
/// **Always true.** Each column is self-delimiting, so two keys that agree in a column agree in
/// its bytes, and a key that begins with the bytes of a shorter one agrees in all its columns.
@usableFromInline
package struct KeyEncoder: ~Copyable {
    @usableFromInline var buffer: ByteBuffer
    @usableFromInline var fixupBuffer: ByteBuffer
    @usableFromInline var recordsFixups = false
    @usableFromInline var hasNull = false
    @usableFromInline var columnCount = 0
    @usableFromInline var fixedColumns = 0
    @usableFromInline var prefixSize = 0

    package init(capacity: Int = 256) {
        buffer = ByteBuffer(capacity: capacity)
        fixupBuffer = ByteBuffer(capacity: 32)
    }

    /// Starts a new key. Probes need no fix-ups; a key that goes into a tree does.
    @inlinable
    package mutating func begin(recordingFixups: Bool = false) {
        buffer.removeAll()
        fixupBuffer.removeAll()
        recordsFixups = recordingFixups
        hasNull = false
        columnCount = 0
        fixedColumns = 0
        prefixSize = 0
    }

    /// The key so far; good until the next change.
    @inlinable package var key: UnsafeRawBufferPointer { buffer.bytes }

    /// What to store beside the key so that its values can be had back exactly. Mostly empty.
    @inlinable package var fixups: UnsafeRawBufferPointer { fixupBuffer.bytes }

    /// Whether a column was NULL: such a key collides with no other in a UNIQUE index.
    @inlinable package var containsNull: Bool { hasNull }

    /// The key without its rowid: what two rows of a UNIQUE index must not share.
    @inlinable package var uniquePrefix: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: buffer.start, count: prefixSize)
    }

    /// Appends the next column. Hot.
    /// Requires: no INTEGER in a column that `holdsOnlyReals`.
    @inlinable
    package mutating func append(_ value: ColumnValue, _ column: KeyColumn = .ascending) {
        let start = buffer.count
        switch value.kind {
        case .null: appendNull()
        case .integer:
            assert(!column.holdsOnlyReals, "INTEGER in a column of REALs")
            appendScaled(value.integer, fraction: 0)
        case .real: appendReal(value.real, isOnlyReal: column.holdsOnlyReals)
        case .text: appendText(value.bytes, column.collation)
        case .blob: appendEscaped(value.bytes, behind: KeyFormat.blob)
        }
        if column.isDescending { complement(from: start) }
        columnCount = columnCount &+ 1
        prefixSize = buffer.count
    }

    /// The same for an ascending column that compares texts byte by byte, and has nothing to fix
    /// up: no column is asked. Hot.
    @inlinable @inline(__always)
    package mutating func appendPlain(_ value: ColumnValue) {
        switch value.kind {
        case .null: appendNull()
        case .integer: appendScaled(value.integer, fraction: 0)
        case .real: appendReal(value.real, isOnlyReal: false)
        case .text: appendEscaped(value.bytes, behind: KeyFormat.text)
        case .blob: appendEscaped(value.bytes, behind: KeyFormat.blob)
        }
        columnCount = columnCount &+ 1
        prefixSize = buffer.count
    }

    /// Ends the key with its row's number. Hot.
    @inlinable
    package mutating func appendRowid(_ rowid: Int64) { appendScaled(rowid, fraction: 0) }

    /// Puts the fix-ups behind the key, for who keeps both in one piece.
    package mutating func appendFixups() { buffer.append(fixupBuffer.bytes) }

    /// Appends bytes that only its caller understands.
    @inlinable @inline(__always)
    package mutating func appendRaw(_ byte: UInt8) { buffer.appendByte(byte) }

    @inlinable @inline(__always)
    package mutating func appendRaw(_ word: UInt64) {
        buffer.reserve(8)
        buffer.end.storeLittle(word, at: 0)
        buffer.advance(8)
    }

    /// Appends the first columns of another key.
    package mutating func appendColumns(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        buffer.append(start, count: bytes.count)
    }

    /// Makes the key sort after every key that begins with it, to seek behind all of them.
    @inlinable
    package mutating func appendUpperBound() { buffer.appendByte(0xFF) }

    /// Makes the key sort before every key that goes on with a column, in either direction.
    @inlinable
    package mutating func appendLowerBound() { buffer.appendByte(0x00) }

    @inlinable @inline(__always)
    mutating func appendNull() {
        buffer.appendByte(KeyFormat.null)
        hasNull = true
    }

    /// Appends the number whose integral part (rounded down) is `floor`; `fraction` is 1 if
    /// something is left over, which the caller appends.
    @inlinable @inline(__always)
    mutating func appendScaled(_ floor: Int64, fraction: UInt64) {
        buffer.reserve(16)
        let bytes = KeyEncoder.scaled(floor, fraction: fraction)
        // In one piece: whoever looks at the first eight bytes next need not wait for two stores.
        buffer.end.storeByte(bytes.ninth, at: 8)
        buffer.end.storeBig(bytes.word, at: 0)
        buffer.advance(bytes.size)
    }

    /// The same number as bytes: the first eight in a word, highest first, with zeros behind the
    /// last one, and the ninth.
    @inlinable @inline(__always)
    static func scaled(
        _ floor: Int64, fraction: UInt64
    ) -> (word: UInt64, ninth: UInt8, size: Int) {
        let sign = UInt64(bitPattern: floor &>> 63)
        // v if the scaled number v is not negative, else −v−1, in 64 bits.
        let magnitude = (UInt64(bitPattern: floor) ^ sign) &<< 1 | (fraction ^ sign & 1)
        let isSmall =
            sign == 0
            ? magnitude < KeyFormat.smallPositiveCount : magnitude < KeyFormat.smallNegativeCount
        if isSmall {
            let scaled = UInt8(truncatingIfNeeded: magnitude ^ sign)
            return (UInt64(KeyFormat.zero &+ scaled) &<< 56, 0, 1)
        }
        let size = 8 &- magnitude.leadingZeroBitCount &>> 3
        let narrowSize = UInt8(truncatingIfNeeded: size)
        let tag =
            sign == 0
            ? KeyFormat.beforePositive &+ narrowSize : KeyFormat.afterNegative &- narrowSize
        let shift = UInt64(truncatingIfNeeded: 64 &- size &* 8)
        let body = (magnitude ^ sign) &<< shift
        return (UInt64(tag) &<< 56 | body &>> 8, UInt8(truncatingIfNeeded: body), 1 &+ size)
    }

    @inlinable
    mutating func appendReal(_ value: Double, isOnlyReal: Bool) {
        guard !value.isNaN else { return appendNull() }
        guard let (floor, isFraction) = KeyFormat.split(value) else {
            buffer.appendByte(value < 0 ? KeyFormat.hugeNegative : KeyFormat.hugePositive)
            return appendImage(value)
        }
        appendScaled(floor, fraction: isFraction ? 1 : 0)
        if isFraction { return appendImage(value) }
        guard recordsFixups else { return }
        if floor == 0 && value.sign == .minus {
            beginFixup(.isNegativeZero)
        } else if !isOnlyReal {
            beginFixup(.isReal)
        }
    }

    @inlinable @inline(__always)
    mutating func appendImage(_ value: Double) {
        buffer.reserve(8)
        buffer.end.storeBig(KeyFormat.orderedImage(value), at: 0)
        buffer.advance(8)
    }

    /// Complements everything from `start`: what sorted before now sorts after.
    @usableFromInline
    mutating func complement(from start: Int) {
        // Whole words past the end are harmless, once there is room for them.
        buffer.reserve(8)
        let memory = buffer.start
        var offset = start
        while offset < buffer.count {
            let word = UnsafeRawPointer(memory).little(UInt64.self, at: offset)
            memory.storeLittle(~word, at: offset)
            offset = offset &+ 8
        }
    }
}

// MARK: - Text and blobs

extension KeyEncoder {
    @usableFromInline
    mutating func appendText(_ text: UnsafeRawBufferPointer, _ collation: Collation) {
        buffer.appendByte(KeyFormat.text)
        switch collation {
        case .binary:
            appendEscaped(text)
        case .nocase:
            guard let base = text.baseAddress else { return buffer.appendByte(0) }
            appendEscaped(base, count: text.count, folding: true)
            if recordsFixups { recordUpperCase(base, count: text.count) }
        case .rtrim:
            let kept = Collation.countWithoutSpaces(text)
            appendEscaped(UnsafeRawBufferPointer(rebasing: text[..<kept]))
            if recordsFixups { recordSpaces(text, stripped: text.count &- kept) }
        case .custom(let custom):
            let sortKey = custom.sortKey(text)
            sortKey.withUnsafeBytes { key in
                appendEscaped(key)
                if recordsFixups && !key.elementsEqual(text) { recordOriginal(text) }
            }
        }
    }

    @usableFromInline
    mutating func appendEscaped(_ bytes: UnsafeRawBufferPointer, behind tag: UInt8) {
        buffer.appendByte(tag)
        appendEscaped(bytes)
    }

    @usableFromInline
    mutating func appendEscaped(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return buffer.appendByte(KeyFormat.terminator) }
        appendEscaped(base, count: bytes.count, folding: false)
    }

    /// Appends the bytes with 00 and 01 escaped, and the terminator. Hot: eight bytes a step as
    /// long as there is nothing to escape.
    @inline(__always)
    private mutating func appendEscaped(
        _ source: UnsafeRawPointer, count: Int, folding: Bool
    ) {
        buffer.reserve(count &* 2 &+ 16)
        let target = buffer.end
        var read = 0
        var written = 0
        while read &+ 8 <= count {
            var word = source.little(UInt64.self, at: read)
            if folding { word = WordTricks.lowercased(word) }
            target.storeLittle(word, at: written)
            let marks = WordTricks.bytesBelowTwo(word)
            let clean = marks == 0 ? 8 : marks.trailingZeroBitCount &>> 3
            read = read &+ clean
            written = written &+ clean
            if marks == 0 { continue }
            written = KeyEncoder.storeEscaped(source.byte(at: read), to: target, at: written)
            read = read &+ 1
        }
        while read < count {
            var byte = source.byte(at: read)
            if folding && WordTricks.isUpperCase(byte) { byte |= 0x20 }
            if byte < 2 {
                written = KeyEncoder.storeEscaped(byte, to: target, at: written)
            } else {
                target.storeByte(byte, at: written)
                written = written &+ 1
            }
            read = read &+ 1
        }
        target.storeByte(KeyFormat.terminator, at: written)
        buffer.advance(written &+ 1)
    }

    @inline(__always)
    private static func storeEscaped(
        _ byte: UInt8, to target: UnsafeMutableRawPointer, at offset: Int
    ) -> Int {
        target.storeByte(KeyFormat.escape, at: offset)
        target.storeByte(KeyFormat.escapedZero &+ byte, at: offset &+ 1)
        return offset &+ 2
    }
}

// MARK: - Fix-ups

extension KeyEncoder {
    @usableFromInline
    mutating func beginFixup(_ kind: KeyFixup) {
        let skipped = UInt64(truncatingIfNeeded: columnCount &- fixedColumns)
        fixupBuffer.appendVarint(skipped &<< 3 | UInt64(kind.rawValue))
        fixedColumns = columnCount &+ 1
    }

    /// One bit for each byte up to the last upper-case letter; nothing if there is none.
    private mutating func recordUpperCase(_ text: UnsafeRawPointer, count: Int) {
        var last = count
        while last > 0 && !WordTricks.isUpperCase(text.byte(at: last &- 1)) { last = last &- 1 }
        guard last > 0 else { return }
        let size = (last &+ 7) &>> 3
        beginFixup(.upperCase)
        fixupBuffer.appendVarint(UInt64(truncatingIfNeeded: size))
        var bits: UInt8 = 0
        var index = 0
        while index < last {
            let bit: UInt8 = WordTricks.isUpperCase(text.byte(at: index)) ? 1 : 0
            bits |= bit &<< UInt8(truncatingIfNeeded: index & 7)
            index = index &+ 1
            if index & 7 == 0 || index == last {
                fixupBuffer.appendByte(bits)
                bits = 0
            }
        }
    }

    private mutating func recordSpaces(_ text: UnsafeRawBufferPointer, stripped: Int) {
        guard stripped > 0 else { return }
        guard stripped <= KeyFixup.maxSpaces else { return recordOriginal(text) }
        beginFixup(.spaces)
        fixupBuffer.appendByte(UInt8(truncatingIfNeeded: stripped))
    }

    private mutating func recordOriginal(_ text: UnsafeRawBufferPointer) {
        beginFixup(.original)
        fixupBuffer.appendVarint(UInt64(truncatingIfNeeded: text.count))
        fixupBuffer.append(text)
    }
}

extension Collation {
    /// The length of a text without the spaces at its end.
    static func countWithoutSpaces(_ text: UnsafeRawBufferPointer) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var count = text.count
        while count > 0 && base.byte(at: count &- 1) == 0x20 { count = count &- 1 }
        return count
    }
}
