import WCDBStorage

/// Records and keys against the plain definition of SQL's values: round trips, order, and bytes
/// that nobody wrote.
package enum EncodingCheck {
    /// A row goes into a record and comes back bit for bit.
    package static func record(_ random: inout SeededRandom) throws {
        let values = (0..<random.below(12)).map { _ in random.value() }
        let bytes = encode(values)
        try bytes.withUnsafeBytes { buffer in
            var reader = try RecordReader(checking: buffer)
            for (index, value) in values.enumerated() {
                guard let found = reader.next(), SQLValue(found).isIdentical(to: value.stored)
                else { throw Contradiction("column \(index) of \(values)") }
            }
            guard reader.next() == nil else { throw Contradiction("more columns than written") }
        }
        try damagedRecord(bytes, &random)
    }

    static func encode(_ values: [SQLValue]) -> [UInt8] {
        var writer = RecordWriter()
        writer.begin(columnCount: values.count)
        for value in values { value.withColumnValue { writer.append($0) } }
        return Array(writer.finish())
    }

    /// Bytes that were changed are refused, or are the one form of what they say.
    private static func damagedRecord(_ bytes: [UInt8], _ random: inout SeededRandom) throws {
        var damaged = bytes
        mutate(&damaged, &random)
        _ = try recordBytes(damaged)
    }

    /// Whether the bytes are a record; if so, they are the record that its values make.
    static func recordBytes(_ bytes: [UInt8]) throws -> Bool {
        try bytes.withUnsafeBytes { buffer in
            guard var reader = try? RecordReader(checking: buffer) else { return false }
            var values: [SQLValue] = []
            while let value = reader.next() { values.append(SQLValue(value)) }
            guard encode(values) == bytes else {
                throw Contradiction("a record has two forms: \(bytes)")
            }
            return true
        }
    }

    static func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        for _ in 0...random.below(3) {
            guard !bytes.isEmpty else { return }
            let index = random.below(bytes.count)
            switch random.below(3) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: index)
            default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
            }
        }
    }

    /// Two rows under the same columns: the keys compare as the rows do, and each comes back.
    package static func keys(_ random: inout SeededRandom) throws {
        let count = 1 + random.below(3)
        let columns = (0..<count).map { _ in
            KeyColumn(
                collation: [Collation.binary, .nocase, .rtrim][random.below(3)],
                isDescending: random.oneIn(2))
        }
        let left = (0..<count).map { _ in random.value(atMost: 40) }
        // Often equal in front, so that later columns decide.
        let right = left.map { random.oneIn(3) ? random.value(atMost: 40) : $0 }
        let leftKey = key(left, columns)
        let rightKey = key(right, columns)
        let expected = compare(left, right, columns)
        guard sign(leftKey.key, rightKey.key) == expected else {
            throw Contradiction("order of \(left) and \(right): \(columns)")
        }
        try decode(leftKey, left, columns)
        try damagedKey(leftKey, columns, &random)
    }

    struct Key {
        var key: [UInt8]
        var fixups: [UInt8]
    }

    static func key(_ values: [SQLValue], _ columns: [KeyColumn]) -> Key {
        var encoder = KeyEncoder()
        encoder.begin(recordingFixups: true)
        for (value, column) in zip(values, columns) {
            value.withColumnValue { encoder.append($0, column) }
        }
        return Key(key: Array(encoder.key), fixups: Array(encoder.fixups))
    }

    private static func compare(
        _ left: [SQLValue], _ right: [SQLValue], _ columns: [KeyColumn]
    ) -> Int {
        for index in columns.indices {
            let order = SQLValue.compare(
                left[index].stored, right[index].stored, collation: columns[index].collation)
            if order != 0 { return (order < 0) != columns[index].isDescending ? -1 : 1 }
        }
        return 0
    }

    private static func sign(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left == right { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func decode(
        _ key: Key, _ values: [SQLValue], _ columns: [KeyColumn]
    ) throws {
        try key.key.withUnsafeBytes { bytes in
            try key.fixups.withUnsafeBytes { fixups in
                var decoder = KeyDecoder()
                try decoder.begin(key: bytes, fixups: fixups)
                for (value, column) in zip(values, columns) {
                    let found = SQLValue(try decoder.next(column))
                    guard found.isIdentical(to: value.stored) else {
                        throw Contradiction("\(value) came back as \(found)")
                    }
                }
                try decoder.finish()
            }
        }
    }

    /// A key that is accepted is the key that its values make.
    private static func damagedKey(
        _ key: Key, _ columns: [KeyColumn], _ random: inout SeededRandom
    ) throws {
        var damaged = key
        if random.oneIn(4) {
            mutate(&damaged.fixups, &random)
        } else {
            mutate(&damaged.key, &random)
        }
        _ = try keyBytes(damaged, columns)
    }

    /// Whether the bytes are a key; if so, they are the key that its values make.
    static func keyBytes(_ bytes: Key, _ columns: [KeyColumn]) throws -> Bool {
        guard let values = values(of: bytes, columns) else { return false }
        let again = key(values, columns)
        guard again.key == bytes.key, again.fixups == bytes.fixups else {
            throw Contradiction("a key has two forms: \(bytes)")
        }
        return true
    }

    private static func values(of key: Key, _ columns: [KeyColumn]) -> [SQLValue]? {
        key.key.withUnsafeBytes { bytes in
            key.fixups.withUnsafeBytes { fixups in
                var decoder = KeyDecoder()
                do {
                    try decoder.begin(key: bytes, fixups: fixups)
                    var values: [SQLValue] = []
                    for column in columns { values.append(SQLValue(try decoder.next(column))) }
                    try decoder.finish()
                    return values
                } catch {
                    return nil
                }
            }
        }
    }
}
