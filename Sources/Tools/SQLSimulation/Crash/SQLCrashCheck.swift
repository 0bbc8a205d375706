import StorageSimulation
import WCDBEngine
import WCDBStorage

/// Records SQL transactions on a simulated disk once and then looks at the disk after a crash at
/// its I/O calls: every table must hold what one commit left, a commit at least as new as the
/// newest that was durable, and every index must agree with its table.
package struct SQLCrashCheck {
    private let seed: UInt64
    private let steps: Int
    private let options: StoreOptions

    package struct Outcome: Sendable {
        package var cycles = 0
        package var commits = 0
    }

    package init(seed: UInt64, steps: Int) {
        self.seed = seed
        self.steps = steps
        options = CrashCheck.smallOptions(seed: seed)
    }

    /// Runs the workload, and about `limit` crashes spread over all its calls and loss models.
    package func run(limit: Int) throws -> Outcome {
        let disk = SimulatedFileSystem(seed: seed)
        let workload = try SQLCrashWorkload(
            seed: seed, options: options, fileSystem: disk, callCount: { disk.callCount })
        try workload.run(steps: steps)
        let trace = disk.trace
        var outcome = Outcome(commits: workload.commits.count - 1)
        var images = CrashImages(trace: trace)
        var random = SeededRandom(seed: seed ^ 0x5C4A)
        let models = LossModel.possible(at: options.syncLevel)
        var stride = max(1, trace.callCount * models.count / max(1, limit))
        // Never in step with the models: each must get its turn.
        if stride > 1, stride % models.count == 0 { stride += 1 }
        var number = random.below(stride)
        for call in 1...max(1, trace.callCount) {
            for model in models {
                defer { number += 1 }
                guard number % stride == 0 else { continue }
                let image = images.image(before: call, model: model, random: &random)
                do {
                    try check(image, call: call, model: model, workload.commits)
                } catch {
                    throw Contradiction("call \(call), \(model): \(error)")
                }
                outcome.cycles += 1
            }
        }
        return outcome
    }

    /// The newest commit that must have survived a crash before `call`.
    private func floor(call: Int, model: LossModel, _ commits: [SQLCrashWorkload.Commit]) -> Int {
        guard model == .processCrash || options.syncLevel >= .full else { return 0 }
        return commits.lastIndex { $0.acknowledged.map { $0 < call } ?? false } ?? 0
    }

    private func check(
        _ image: DiskImage, call: Int, model: LossModel, _ commits: [SQLCrashWorkload.Commit]
    ) throws {
        let oldest = floor(call: call, model: model, commits)
        try check(image, commits, atLeast: oldest)
    }

    /// Opens the database twice, with a change between.
    func check(
        _ image: DiskImage, _ commits: [SQLCrashWorkload.Commit], atLeast oldest: Int
    ) throws {
        let disk = SimulatedFileSystem(image: image, seed: seed, recordsTrace: false)
        let found = try verify(disk, commits, atLeast: oldest) { connection in
            // Life goes on: a change, which recovery must not have prevented.
            try connection.execute("CREATE TABLE afterwards(a UNIQUE)")
            try connection.execute("INSERT INTO afterwards VALUES(1), (2)")
        }
        let again = try verify(disk, commits, atLeast: found) { connection in
            let rows = try SQLCrashWorkload.rows("SELECT a FROM afterwards", connection)
            guard rows.count == 2 else {
                throw Contradiction("what was written after the recovery is gone")
            }
        }
        guard again == found else { throw Contradiction("commit \(found) became \(again)") }
    }

    /// Opens the database, compares it with the commit that it says it is, and does something.
    /// Returns the number of the commit.
    private func verify(
        _ disk: SimulatedFileSystem, _ commits: [SQLCrashWorkload.Commit], atLeast oldest: Int,
        _ body: (Connection) throws -> Void
    ) throws -> Int {
        let connection: Connection
        do {
            connection = try Connection(
                path: SQLCrashWorkload.path, options: options, fileSystem: disk)
        } catch {
            throw Contradiction("does not open: \(error)")
        }
        var content = try SQLCrashWorkload.content(of: connection)
        content["afterwards"] = nil
        let number = try progress(content, connection)
        guard number >= oldest, number < commits.count else {
            throw Contradiction("commit \(oldest) was durable, found \(number)")
        }
        if let table = difference(content, commits[number].content) {
            throw Contradiction("not as of commit \(number): \(table)")
        }
        let findings = try findings(connection)
        guard findings.isEmpty else { throw Contradiction("\(findings.prefix(3))") }
        try body(connection)
        try connection.close()
        return number
    }

    /// What the integrity check says, but for the types of virtual columns: a STRICT table does not
    /// look at them when it is written, and the check does, as in SQLite.
    private func findings(_ connection: Connection) throws -> [String] {
        let report = try SQLCrashWorkload.rows("PRAGMA integrity_check", connection)
        return try report.compactMap { row in
            guard case .text(let bytes)? = row.first else { return "no text" }
            let finding = String(decoding: bytes, as: UTF8.self)
            let words = finding.split(separator: " ")
            if finding == "ok" { return nil }
            guard words.count == 4, words[0].hasPrefix("non-"),
                let dot = words[3].lastIndex(of: ".")
            else { return finding }
            let (table, column) = (words[3][..<dot], words[3][words[3].index(after: dot)...])
            let virtual = try SQLCrashWorkload.rows(
                "SELECT 1 FROM pragma_table_xinfo('\(table)') "
                    + "WHERE name = '\(column)' AND hidden = 2", connection)
            return virtual.isEmpty ? finding : nil
        }
    }

    /// What the first table that differs has and what it should have; nil if none does.
    private func difference(
        _ found: [String: [String]], _ expected: [String: [String]]
    ) -> String? {
        let names = Set(found.keys).union(expected.keys).sorted()
        guard let name = names.first(where: { found[$0] != expected[$0] }) else { return nil }
        guard let found = found[name] else { return "\(name) is missing" }
        guard let expected = expected[name] else { return "\(name) should not be there" }
        let more = Set(found).subtracting(expected).sorted().prefix(3)
        let fewer = Set(expected).subtracting(found).sorted().prefix(3)
        return "\(name) has \(found.count) rows of \(expected.count), "
            + "too many: \(more), missing: \(fewer)"
    }

    private func progress(
        _ content: [String: [String]], _ connection: Connection
    ) throws -> Int {
        guard content["progress"] != nil else { return 0 }
        let rows = try SQLCrashWorkload.rows("SELECT n FROM progress", connection)
        guard rows.count == 1, case .integer(let number) = rows[0][0] else {
            throw Contradiction("progress is \(rows)")
        }
        return Int(number)
    }
}
