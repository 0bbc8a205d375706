import WCDBStorage

/// How many keys of an index share their first columns.
struct IndexStatistics {
    let count: Int
    /// For the first column, the first two, and so on: how many different values there are.
    let differentCounts: [Int]

    /// Goes through all keys; nil if there are none.
    init?(_ tree: KeyTree, columns: [KeyColumn]) throws(StorageError) {
        let prefixes = columns.indices.map { Array(columns[...$0]) }
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        guard try cursor.first() else { return nil }
        var previous: [UInt8] = []
        var count = 0
        var different = [Int](repeating: 0, count: columns.count)
        repeat {
            let key = try cursor.key()
            var shared = 0
            while shared < min(previous.count, key.count), previous[shared] == key[shared] {
                shared += 1
            }
            for position in columns.indices {
                let size = try KeyScan.prefixSize(of: key, columns: prefixes[position])
                if count == 0 || size > shared { different[position] += 1 }
            }
            previous = Array(key)
            count += 1
        } while try cursor.next()
        self.count = count
        differentCounts = different
    }

    /// The number of keys, and how many there are of each value on average, rounded up.
    var text: String {
        let averages = differentCounts.map { (count + $0 - 1) / max(1, $0) }
        return ([count] + averages).map(String.init).joined(separator: " ")
    }
}
