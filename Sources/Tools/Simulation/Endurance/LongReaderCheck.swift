import WCDBStorage

/// One reader stays while others commit: the log keeps its limit, memory its budget, and the
/// reader its snapshot.
package struct LongReaderCheck {
    package struct Outcome: Sendable {
        package var longestLog = 0
        package var largestCache = 0
        package var resets = 0
        package init() {}
    }

    private static let path = "/db/long"
    private static let rowCount = 64
    private static let tree = TreeID(3)
    /// What may lie behind the limit: the commit that reached it, and zeros written ahead.
    private static let slack = 128 << 10

    private let commits: Int
    private var random: SeededRandom
    private let options: StoreOptions
    private let disk: SimulatedFileSystem
    private let store: Store

    package init(commits: Int, seed: UInt64) throws {
        self.commits = commits
        random = SeededRandom(seed: seed)
        var options = StoreOptions()
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        options.cacheBudget = 1 << 20
        options.checkpointBytes = 128 << 10
        options.logLimit = 256 << 10
        self.options = options
        disk = SimulatedFileSystem(seed: seed, recordsTrace: false)
        store = try Store.open(LongReaderCheck.path, options: options, fileSystem: disk)
    }

    package consuming func run() throws -> Outcome {
        var outcome = Outcome()
        var stamps = [UInt64](repeating: 0, count: LongReaderCheck.rowCount)
        let write = try store.beginWrite()
        _ = try Catalog(write).create(.init(kind: .table, name: "t", tableName: "t", sql: nil))
        for row in stamps.indices { try put(0, row, isNew: true, write) }
        try write.commit()
        let first = try store.beginRead()
        // Beside the one that stays, readers that come and go.
        var others: [(reader: Transaction, stamps: [UInt64])] = []
        for number in 1...UInt64(max(1, commits)) {
            let row = random.below(stamps.count)
            try write.beginWrite(until: nil)
            try put(number, row, isNew: false, write)
            try write.commit()
            stamps[row] = number
            if number % 1024 == 0 {
                others.append((try store.beginRead(), stamps))
                if others.count > 6 {
                    let (reader, seen) = others.remove(at: random.below(others.count))
                    try verify(reader, seen)
                    reader.end()
                }
                try observe(&outcome)
            }
            if number % 16_384 == 0 { try verify(first, .init(repeating: 0, count: stamps.count)) }
        }
        try verify(first, .init(repeating: 0, count: stamps.count))
        first.end()
        for (reader, seen) in others {
            try verify(reader, seen)
            reader.end()
        }
        try observe(&outcome)
        outcome.resets = store.statistics.checkpoints
        try store.close()
        return outcome
    }

    private func observe(_ outcome: inout Outcome) throws {
        let length = disk.length(of: StoreFiles.log(LongReaderCheck.path))
        let resident = store.statistics.residentBytes
        outcome.longestLog = max(outcome.longestLog, length)
        outcome.largestCache = max(outcome.largestCache, resident)
        guard length <= Int(options.logLimit) + LongReaderCheck.slack else {
            throw Contradiction("the log has \(length) bytes")
        }
        guard resident <= options.cacheBudget + LongReaderCheck.slack else {
            throw Contradiction("the cache has \(resident) bytes")
        }
    }

    private func put(
        _ stamp: UInt64, _ row: Int, isNew: Bool, _ transaction: Transaction
    ) throws {
        let bytes = LongReaderCheck.payload(stamp)
        let tree = try transaction.rowidTree(LongReaderCheck.tree)
        let isDone = try bytes.withUnsafeBytes {
            isNew ? try tree.insert(Int64(row), $0) : try tree.replace(Int64(row), $0)
        }
        guard isDone else { throw Contradiction("row \(row)") }
    }

    private static func payload(_ stamp: UInt64) -> [UInt8] {
        (0..<200).map { UInt8(truncatingIfNeeded: stamp >> UInt64($0 % 8 * 8)) }
    }

    private func verify(_ reader: Transaction, _ stamps: [UInt64]) throws {
        let tree = try reader.rowidTree(LongReaderCheck.tree)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        for (row, stamp) in stamps.enumerated() {
            guard try cursor.seek(Int64(row)),
                try cursor.payload().elementsEqual(LongReaderCheck.payload(stamp))
            else { throw Contradiction("commit \(reader.state.lsn) changed in row \(row)") }
        }
    }
}
