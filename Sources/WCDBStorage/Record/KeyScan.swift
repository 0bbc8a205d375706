/// Finds its way through keys without decoding their values.
///
/// **Users.** Anyone, with any bytes: every step is compared with the end of the key. Only the
/// extent of columns is checked; `KeyDecoder` is the one that insists on canonical bytes.
package enum KeyScan {
    /// Where the column at `offset` ends, nil if the key ends before it does. Hot.
    static func endOfColumn(
        _ key: UnsafeRawPointer, count: Int, from offset: Int, isDescending: Bool
    ) -> Int? {
        guard offset < count else { return nil }
        let mask: UInt8 = isDescending ? 0xFF : 0
        let tag = key.byte(at: offset) ^ mask
        var end = offset &+ 1
        switch tag {
        case KeyFormat.null: return end
        case KeyFormat.hugeNegative, KeyFormat.hugePositive: end = end &+ 8
        case KeyFormat.firstNegative...KeyFormat.lastNegative,
            KeyFormat.firstSmall...KeyFormat.lastPositive:
            // The last byte's lowest bit is that of the scaled number, in either sign.
            end = end &+ (KeyScan.bodySize(tag) ?? 0)
            guard end <= count else { return nil }
            if (key.byte(at: end &- 1) ^ mask) & 1 != 0 { end = end &+ 8 }
        case KeyFormat.text, KeyFormat.blob:
            return endOfString(key, count: count, from: end, mask: mask)
        default: return nil
        }
        return end <= count ? end : nil
    }

    /// The same for a column of a key as a whole.
    package static func endOfColumn(
        in key: UnsafeRawBufferPointer, from offset: Int, _ column: KeyColumn
    ) -> Int? {
        guard let base = key.baseAddress else { return nil }
        return endOfColumn(
            base, count: key.count, from: offset, isDescending: column.isDescending)
    }

    /// The bytes behind the tag of a number inside 64 bits; nil for other tags.
    @inline(__always)
    static func bodySize(_ tag: UInt8) -> Int? {
        switch tag {
        case KeyFormat.firstNegative...KeyFormat.lastNegative:
            Int(KeyFormat.afterNegative &- tag)
        case KeyFormat.firstSmall...KeyFormat.beforePositive: 0
        case KeyFormat.firstPositive...KeyFormat.lastPositive:
            Int(tag &- KeyFormat.beforePositive)
        default: nil
        }
    }

    private static func endOfString(
        _ key: UnsafeRawPointer, count: Int, from start: Int, mask: UInt8
    ) -> Int? {
        let wideMask = UInt64(mask) &* WordTricks.ones
        var offset = start
        while offset &+ 8 <= count {
            let word = key.little(UInt64.self, at: offset) ^ wideMask
            let marks = WordTricks.zeroBytes(word)
            if marks != 0 { return offset &+ marks.trailingZeroBitCount &>> 3 &+ 1 }
            offset = offset &+ 8
        }
        while offset < count {
            if key.byte(at: offset) == mask { return offset &+ 1 }
            offset = offset &+ 1
        }
        return nil
    }

    /// Where a column ends that begins at `offset`. Throws if the key ends before it does.
    private static func end(
        of index: Int, _ columns: [KeyColumn], in key: UnsafeRawBufferPointer, from offset: Int
    ) throws(StorageError) -> Int {
        guard let base = key.baseAddress,
            let end = endOfColumn(
                base, count: key.count, from: offset, isDescending: columns[index].isDescending)
        else { throw .corrupt(Corruption(.key, "column \(index) ends behind the key")) }
        return end
    }

    /// The number of bytes of the given columns at the front of `key`: what a UNIQUE probe
    /// compares, and where the rowid begins.
    package static func prefixSize(
        of key: UnsafeRawBufferPointer, columns: [KeyColumn]
    ) throws(StorageError) -> Int {
        var offset = 0
        for index in columns.indices {
            offset = try end(of: index, columns, in: key, from: offset)
        }
        return offset
    }

    /// How many columns at the front of `key` end within its first `length` bytes.
    package static func columnCount(
        of key: UnsafeRawBufferPointer, within length: Int, columns: [KeyColumn]
    ) throws(StorageError) -> Int {
        var offset = 0
        for index in columns.indices {
            offset = try end(of: index, columns, in: key, from: offset)
            if offset > length { return index }
        }
        return columns.count
    }

    /// The rowid at the end of a key. It can only be found from the front: numbers say how long
    /// they are with their first byte.
    package static func rowid(
        of key: UnsafeRawBufferPointer, columns: [KeyColumn]
    ) throws(StorageError) -> Int64 {
        let offset = try prefixSize(of: key, columns: columns)
        guard let base = key.baseAddress, offset < key.count,
            let number = KeyNumber.read(base, count: key.count, from: offset, mask: 0),
            number.end == key.count, case .integer(let rowid) = number.value
        else { throw .corrupt(Corruption(.key, "no rowid at the end of the key")) }
        return rowid
    }

    /// Whether one of the columns is NULL, so that the key collides with no other.
    package static func containsNull(
        _ key: UnsafeRawBufferPointer, columns: [KeyColumn]
    ) throws(StorageError) -> Bool {
        var offset = 0
        var hasNull = false
        for index in columns.indices {
            let end = try end(of: index, columns, in: key, from: offset)
            let tag = key[offset] ^ (columns[index].isDescending ? 0xFF : 0)
            hasNull = hasNull || tag == KeyFormat.null
            offset = end
        }
        return hasNull
    }
}
