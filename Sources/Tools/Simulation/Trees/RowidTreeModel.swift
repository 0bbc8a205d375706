package import WCDBStorage

/// Random changes of one rowid tree, beside a dictionary that does the same.
package struct RowidTreeModel {
    private var random: SeededRandom
    package var rows: [Int64: [UInt8]] = [:]
    private let pageSize: Int

    package init(seed: UInt64, pageSize: Int) {
        random = SeededRandom(seed: seed)
        self.pageSize = pageSize
    }

    private mutating func rowid() -> Int64 {
        switch random.below(10) {
        case 0: Int64(bitPattern: random.next())
        case 1: [.min, .max, -1, 0, 1].randomElement(using: &random) ?? 0
        case 2, 3: (rows.keys.max() ?? 0) &+ 1
        default: Int64(random.below(3000))
        }
    }

    private mutating func payload() -> [UInt8] {
        let most = random.oneIn(25) ? pageSize * 3 : pageSize / 5
        let count = random.below(max(1, most))
        let start = UInt8(truncatingIfNeeded: random.next())
        return (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0) }
    }

    /// One change of tree and dictionary.
    package mutating func step(_ tree: RowidTree) throws {
        let rowid = rowid()
        let payload = payload()
        switch random.below(40) {
        case 0..<20:
            let isNew = try payload.withUnsafeBytes { try tree.insert(rowid, $0) }
            try require(isNew == (rows[rowid] == nil), "insert \(rowid)")
            if isNew { rows[rowid] = payload }
        case 20..<28:
            let victim = rows.keys.filter { $0 >= rowid }.min() ?? rowid
            let isThere = try tree.delete(victim)
            try require(isThere == (rows.removeValue(forKey: victim) != nil), "delete \(victim)")
        case 28: try deleteRange(tree, around: rowid)
        case 29: try changeInStride(tree, from: rowid)
        default:
            let target = random.oneIn(2) ? rowid : (rows.keys.max() ?? rowid)
            let isThere = try payload.withUnsafeBytes { try tree.replace(target, $0) }
            try require(isThere == (rows[target] != nil), "replace \(target)")
            if isThere { rows[target] = payload }
        }
    }

    private mutating func deleteRange(_ tree: RowidTree, around rowid: Int64) throws {
        let width = Int64(random.below(random.oneIn(10) ? 3000 : 60))
        let (end, overflow) = rowid.addingReportingOverflow(width)
        let range = rowid...(overflow ? .max : end)
        let victims = rows.keys.filter(range.contains)
        let removed = try tree.delete(range)
        try require(removed == Int64(victims.count), "delete \(range)")
        for victim in victims { rows[victim] = nil }
    }

    /// Goes through some rows and replaces or removes them under the cursor; another cursor that
    /// stands somewhere has to notice.
    private mutating func changeInStride(_ tree: RowidTree, from start: Int64) throws {
        let cursor = tree.makeCursor()
        let other = tree.makeCursor()
        defer {
            tree.remove(cursor)
            tree.remove(other)
        }
        let expected = rows.keys.filter { $0 >= start }.sorted().prefix(random.below(40))
        var found: [Int64] = []
        var isThere = try cursor.seek(atOrAfter: start)
        while isThere, found.count < expected.count {
            let rowid = cursor.rowid
            found.append(rowid)
            let isOtherThere = try other.seek(rowid)
            try require(isOtherThere, "seek \(rowid)")
            try changeInStride(tree, cursor, rowid)
            let isStill = try other.restore()
            try require(isStill == (rows[rowid] != nil), "restore \(rowid)")
            if isStill { try require(try Array(other.payload()) == rows[rowid], "row \(rowid)") }
            isThere = try cursor.next()
        }
        try require(found == Array(expected), "rows in stride from \(start)")
    }

    private mutating func changeInStride(
        _ tree: RowidTree, _ cursor: RowidCursor, _ rowid: Int64
    ) throws {
        switch random.below(4) {
        case 0:
            try require(try tree.delete(rowid, under: cursor), "delete \(rowid)")
            rows[rowid] = nil
        case 1:
            let payload = payload()
            let isDone = try payload.withUnsafeBytes {
                try tree.replace(rowid, $0, under: cursor)
            }
            try require(isDone, "replace \(rowid)")
            rows[rowid] = payload
        case 2:
            let payload = (rows[rowid] ?? []).map { ~$0 }
            let isDone = try payload.withUnsafeBytes {
                try tree.replace(rowid, $0, under: cursor)
            }
            try require(isDone, "replace \(rowid)")
            rows[rowid] = payload
            try require(try cursor.restore(), "stay on \(rowid)")
            try require(try Array(cursor.payload()) == payload, "new payload of \(rowid)")
        default: break
        }
    }

    /// Forwards, backwards, by seeking and by counting.
    package func verify(_ tree: RowidTree) throws {
        let sorted = rows.keys.sorted()
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var found: [Int64] = []
        var isThere = try cursor.first()
        while isThere {
            found.append(cursor.rowid)
            let payload = try Array(cursor.payload())
            try require(payload == rows[cursor.rowid], "payload of \(cursor.rowid)")
            isThere = try cursor.next()
        }
        try require(found == sorted, "rows forwards")
        found = []
        isThere = try cursor.last()
        while isThere {
            found.append(cursor.rowid)
            isThere = try cursor.previous()
        }
        try require(found == sorted.reversed(), "rows backwards")
        try require(try tree.count() == Int64(rows.count), "count")
        for rowid in sorted.prefix(50) { try require(try cursor.seek(rowid), "seek \(rowid)") }
    }
}

func require(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
    if !isTrue { throw Contradiction(what()) }
}
