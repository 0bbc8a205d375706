package import WCDBStorage

/// A database much larger than the cache is written and read, and the cache keeps its budget.
package struct CacheBudgetCheck {
    package struct Outcome: Sendable {
        package var rows = 0
        package var pages = 0
        package var largestCache = 0
        package init() {}
    }

    private static let tree = TreeID(3)
    private static let payloadLength = 900

    private let bytes: Int
    private let budget: Int
    private let path: String
    private let fileSystem: any FileSystem
    private var random: SeededRandom
    private var outcome = Outcome()
    /// What is going on, for a message.
    private var phase = ""

    package init(
        bytes: Int, budget: Int, seed: UInt64, path: String, fileSystem: any FileSystem
    ) {
        self.bytes = bytes
        self.budget = budget
        self.path = path
        self.fileSystem = fileSystem
        random = SeededRandom(seed: seed)
    }

    /// Leaves the database at `path`, closed.
    package consuming func run() throws -> Outcome {
        var options = StoreOptions()
        options.cacheBudget = budget
        let store = try Store.open(path, options: options, fileSystem: fileSystem)
        try fill(store)
        outcome.pages = Int(store.state.pageCount)
        try store.close()
        let again = try Store.open(path, options: options, fileSystem: fileSystem)
        try scan(again)
        try change(again)
        try again.close()
        return outcome
    }

    /// A page in the hands of each operation, what a read-ahead brings, and the full leaves that
    /// wait to be written together may come on top.
    private mutating func observe(_ store: Store) throws {
        let resident = store.statistics.residentBytes
        outcome.largestCache = max(outcome.largestCache, resident)
        guard resident <= budget + 512 << 10 else {
            throw Contradiction(
                "\(phase): the cache has \(resident) bytes, its budget is \(budget)")
        }
    }

    /// Half in one transaction, which has to spill, the rest in pieces.
    private mutating func fill(_ store: Store) throws {
        phase = "filling"
        let rowCount = bytes / CacheBudgetCheck.payloadLength
        let write = try store.beginWrite()
        _ = try Catalog(write).create(.init(kind: .table, name: "t", tableName: "t", sql: nil))
        while outcome.rows < rowCount {
            let piece = outcome.rows == 0 ? rowCount / 2 : max(1, rowCount / 20)
            let end = min(rowCount, outcome.rows + piece)
            while outcome.rows < end {
                let row = outcome.rows
                let payload = CacheBudgetCheck.payload(row, version: 0)
                let tree = try write.rowidTree(CacheBudgetCheck.tree)
                guard try payload.withUnsafeBytes({ try tree.insert(Int64(row), $0) }) else {
                    throw Contradiction("row \(row) was there already")
                }
                outcome.rows += 1
                if row % 64 == 0 { try observe(store) }
            }
            try write.commit()
            try observe(store)
            try write.beginWrite(until: nil)
        }
        write.end()
    }

    private static func payload(_ row: Int, version: UInt8) -> [UInt8] {
        let first = UInt8(truncatingIfNeeded: row &* 31 >> 3) &+ version
        var bytes = [UInt8](repeating: first, count: payloadLength)
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: row >> (index * 8)) }
        return bytes
    }

    private mutating func scan(_ store: Store) throws {
        phase = "reading"
        let read = try store.beginRead()
        defer { read.end() }
        let tree = try read.rowidTree(CacheBudgetCheck.tree)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var row = 0
        var isThere = try cursor.first()
        while isThere {
            try verify(cursor, row, version: 0)
            if row % 64 == 0 { try observe(store) }
            row += 1
            isThere = try cursor.next()
        }
        guard row == outcome.rows else { throw Contradiction("\(row) of \(outcome.rows) rows") }
    }

    private func verify(_ cursor: RowidCursor, _ row: Int, version: UInt8) throws {
        let expected = CacheBudgetCheck.payload(row, version: version)
        guard cursor.rowid == Int64(row), try cursor.payload().elementsEqual(expected) else {
            throw Contradiction("row \(row) differs")
        }
    }

    /// Rows here and there, beside a reader that still sees them as they were.
    private mutating func change(_ store: Store) throws {
        phase = "changing"
        let old = try store.beginRead()
        defer { old.end() }
        let write = try store.makeTransaction()
        var changed: Set<Int> = []
        for _ in 0..<20 {
            try write.beginWrite(until: nil)
            for _ in 0..<max(1, outcome.rows / 1000) {
                let row = random.below(outcome.rows)
                let payload = CacheBudgetCheck.payload(row, version: 1)
                let tree = try write.rowidTree(CacheBudgetCheck.tree)
                _ = try payload.withUnsafeBytes { try tree.replace(Int64(row), $0) }
                changed.insert(row)
                try observe(store)
            }
            try write.commit()
        }
        let new = try store.beginRead()
        defer { new.end() }
        let oldCursor = try old.rowidTree(CacheBudgetCheck.tree).makeCursor()
        let newCursor = try new.rowidTree(CacheBudgetCheck.tree).makeCursor()
        for row in changed.sorted().prefix(2_000) {
            guard try oldCursor.seek(Int64(row)), try newCursor.seek(Int64(row)) else {
                throw Contradiction("row \(row) is gone")
            }
            try verify(oldCursor, row, version: 0)
            try verify(newCursor, row, version: 1)
            try observe(store)
        }
    }
}
