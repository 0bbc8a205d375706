import WCDBStorage

/// Bytes as a record: refused, or the one form of what they say.
struct RecordBytes: ByteFed {
    let name = "records"

    func feed(_ input: [UInt8]) throws -> ByteVerdict {
        try EncodingCheck.recordBytes(input) ? .accepted : .refused
    }

    func makeInput(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = EncodingCheck.encode((0..<random.below(12)).map { _ in random.value() })
        EncodingCheck.mutate(&bytes, &random)
        return bytes
    }

    func size(ofInput count: Int) -> Int { count }
}

/// Bytes as a key: refused, or the one form of what they say.
///
/// Three bits of each of the first three bytes say how a column is compared and how many there
/// are; the fourth byte is the length of the fixups, which come before the key.
struct KeyBytes: ByteFed {
    let name = "keys"

    func feed(_ input: [UInt8]) throws -> ByteVerdict {
        guard input.count >= 4 else { return .refused }
        let columns = input[..<(1 + Int(input[0] >> 6) % 3)].map(KeyBytes.column)
        let rest = input.dropFirst(4)
        let fixups = Array(rest.prefix(Int(input[3])))
        let key = EncodingCheck.Key(key: Array(rest.dropFirst(fixups.count)), fixups: fixups)
        return try EncodingCheck.keyBytes(key, columns) ? .accepted : .refused
    }

    private static func column(_ byte: UInt8) -> KeyColumn {
        KeyColumn(
            collation: [Collation.binary, .nocase, .rtrim][Int(byte & 3) % 3],
            isDescending: byte & 4 != 0)
    }

    func makeInput(_ random: inout SeededRandom) -> [UInt8] {
        let head = (0..<3).map { _ in UInt8(random.below(256)) }
        let columns = head[..<(1 + Int(head[0] >> 6) % 3)].map(KeyBytes.column)
        var key = EncodingCheck.key(columns.map { _ in random.value(atMost: 40) }, columns)
        if random.oneIn(4) {
            EncodingCheck.mutate(&key.fixups, &random)
        } else {
            EncodingCheck.mutate(&key.key, &random)
        }
        let fixups = key.fixups.prefix(255)
        return head + [UInt8(fixups.count)] + fixups + key.key
    }

    func size(ofInput count: Int) -> Int { count }
}
