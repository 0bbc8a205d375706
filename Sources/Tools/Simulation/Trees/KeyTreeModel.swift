package import WCDBStorage

/// Random changes of one key tree, beside a dictionary that does the same.
package struct KeyTreeModel {
    private var random: SeededRandom
    package var rows: [[UInt8]: [UInt8]] = [:]
    private let pageSize: Int
    private var nextInOrder = 0

    package init(seed: UInt64, pageSize: Int) {
        random = SeededRandom(seed: seed)
        self.pageSize = pageSize
    }

    /// Keys that share much, little or nothing, some far too long for a page.
    private mutating func key() -> [UInt8] {
        switch random.below(12) {
        case 0: return (0..<random.below(9)).map { _ in UInt8(random.below(256)) }
        case 1: return [UInt8](repeating: 7, count: random.below(pageSize / 2))
        case 2:
            let count = pageSize / 4 + random.below(pageSize * 2)
            var key = [UInt8](repeating: 9, count: count)
            key[random.below(count)] = UInt8(random.below(3))
            return key
        case 3, 4:
            nextInOrder += 1
            return Array("in order \(nextInOrder + 1_000_000)".utf8)
        case 5: return Array("a prefix that pages leave out \(random.below(400))".utf8)
        case 6: return neighbour(of: Array("\(random.below(2000))".utf8))
        default: return Array("\(random.below(2000))".utf8)
        }
    }

    /// The first key at or behind `key`, or the last of all. (A dictionary's order differs from run
    /// to run: picking any of its keys could not be replayed.)
    private func neighbour(of key: [UInt8]) -> [UInt8] {
        let behind = rows.keys.lazy.filter { !$0.lexicographicallyPrecedes(key) }
        return behind.min { $0.lexicographicallyPrecedes($1) }
            ?? rows.keys.max { $0.lexicographicallyPrecedes($1) } ?? key
    }

    private mutating func value() -> [UInt8] {
        switch random.below(12) {
        case 0: return [UInt8](repeating: 1, count: random.below(pageSize * 3))
        case 1...4: return (0..<random.below(pageSize / 6)).map { UInt8(truncatingIfNeeded: $0) }
        case 5, 6: return [UInt8(random.below(256))]
        default: return []
        }
    }

    /// One change of tree and dictionary.
    package mutating func step(_ tree: KeyTree) throws {
        let key = key()
        let value = value()
        switch random.below(40) {
        case 0..<22:
            let isNew = try key.withUnsafeBytes { key in
                try value.withUnsafeBytes { try tree.insert(key, $0) }
            }
            try require(isNew == (rows[key] == nil), "insert \(key.prefix(20))")
            if isNew { rows[key] = value }
        case 22..<32:
            let victim = random.oneIn(4) ? key : neighbour(of: key)
            let isThere = try victim.withUnsafeBytes { try tree.delete($0) }
            try require(
                isThere == (rows.removeValue(forKey: victim) != nil), "delete \(victim.prefix(20))")
        case 32: try deleteRange(tree, from: key, below: random.oneIn(20) ? nil : self.key())
        default:
            let isThere = try key.withUnsafeBytes { key in
                try value.withUnsafeBytes { try tree.replace(key, $0) }
            }
            try require(isThere == (rows[key] != nil), "replace \(key.prefix(20))")
            if isThere { rows[key] = value }
        }
    }

    private mutating func deleteRange(
        _ tree: KeyTree, from start: [UInt8], below end: [UInt8]?
    ) throws {
        let victims = rows.keys.filter {
            !$0.lexicographicallyPrecedes(start)
                && (end.map($0.lexicographicallyPrecedes) ?? true)
        }
        // Seldom more than a third of everything, or the tree stays small.
        guard victims.count * 3 <= rows.count || random.oneIn(10) else { return }
        let removed = try start.withUnsafeBytes { start in
            guard let end else { return try tree.delete(from: start, below: nil) }
            return try end.withUnsafeBytes { try tree.delete(from: start, below: $0) }
        }
        try require(
            removed == Int64(victims.count),
            "delete \(start.prefix(20)) to \(end?.prefix(20) ?? [])")
        for victim in victims { rows[victim] = nil }
    }

    /// Forwards, backwards, by seeking and by counting.
    package mutating func verify(_ tree: KeyTree) throws {
        let sorted = rows.keys.sorted { $0.lexicographicallyPrecedes($1) }
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var found: [[UInt8]] = []
        var isThere = try cursor.first()
        while isThere {
            let key = try Array(cursor.key())
            let value = try Array(cursor.value())
            try require(value == rows[key], "value of \(key.prefix(20))")
            found.append(key)
            isThere = try cursor.next()
        }
        try require(found == sorted, "keys forwards: \(found.count) of \(sorted.count)")
        found = []
        isThere = try cursor.last()
        while isThere {
            found.append(try Array(cursor.key()))
            isThere = try cursor.previous()
        }
        try require(found == sorted.reversed(), "keys backwards")
        try require(try tree.count() == Int64(rows.count), "count")
        for _ in 0..<50 { try verifySeek(cursor, key(), sorted) }
    }

    private func verifySeek(_ cursor: KeyCursor, _ key: [UInt8], _ sorted: [[UInt8]]) throws {
        let after = sorted.first { !$0.lexicographicallyPrecedes(key) }
        let before = sorted.last { $0.lexicographicallyPrecedes(key) }
        try key.withUnsafeBytes { key in
            var isThere = try cursor.seek(atOrAfter: key)
            try require(
                try isThere ? Array(cursor.key()) == after : after == nil, "seek at or after")
            isThere = try cursor.seek(before: key)
            try require(
                try isThere ? Array(cursor.key()) == before : before == nil, "seek before")
            isThere = try cursor.seek(key)
            try require(isThere == (after.map { $0.elementsEqual(key) } ?? false), "seek")
        }
    }
}
