import StorageSimulation
import WCDBEngine
import WCDBStorage

/// Random SQL transactions on one connection: rows and indexes come and go, savepoints and whole
/// transactions are taken back, the log is moved into the file in between.
///
/// **Users.** One thread; `SQLCrashCheck`.
///
/// **Always true.** `commits` has, under the number that the table `progress` holds, what every
/// table holds after that commit: what a crash may leave, and nothing else.
final class SQLCrashWorkload {
    /// What a commit left, and when it was known to be done.
    struct Commit {
        var content: [String: [String]]
        /// I/O calls until the commit was acknowledged; nil if it was not.
        var acknowledged: Int?
    }

    static let path = "/db/test"

    private var writer: RandomSQL
    private var connection: Connection
    private let options: StoreOptions
    private let fileSystem: any FileSystem
    private let callCount: () -> Int
    /// Errors of the storage end statements, and maybe transactions; the rest goes on.
    private let goesOnBehindErrors: Bool
    private(set) var commits: [Commit] = [Commit(content: [:], acknowledged: 0)]

    init(
        seed: UInt64, options: StoreOptions, fileSystem: any FileSystem,
        goesOnBehindErrors: Bool = false, callCount: @escaping () -> Int
    ) throws {
        writer = RandomSQL(seed: seed)
        self.options = options
        self.fileSystem = fileSystem
        self.callCount = callCount
        self.goesOnBehindErrors = goesOnBehindErrors
        connection = try Connection(
            path: Self.path, options: options, fileSystem: fileSystem)
    }

    func run(steps: Int) throws {
        try makeSchema()
        for _ in 0..<steps { try step() }
        try connection.close()
    }

    private func makeSchema() throws {
        try connection.execute("BEGIN; CREATE TABLE progress(n); INSERT INTO progress VALUES(0);")
        for _ in 0..<2 { try attempt(writer.createTable()) }
        for _ in 0..<3 { try attempt(writer.createIndex()) }
        try commit()
    }

    private func step() throws {
        switch writer.random.below(16) {
        case 0:
            let mode = writer.pick(["PASSIVE", "RESTART", "TRUNCATE"])
            try connection.execute("PRAGMA wal_checkpoint(\(mode))")
        case 1 where writer.oneIn(3):
            try connection.close()
            connection = try Connection(
                path: Self.path, options: options, fileSystem: fileSystem)
        case 2: try transact(changes: 20 + writer.random.below(30))
        default: try transact(changes: 1 + writer.random.below(4))
        }
    }

    /// Some statements, some of which fail, and an end that is mostly a commit.
    private func transact(changes: Int) throws {
        try connection.execute("BEGIN IMMEDIATE")
        var savepoints = 0
        for _ in 0..<changes {
            switch writer.random.below(14) {
            case 0:
                try connection.execute("SAVEPOINT s\(savepoints)")
                savepoints += 1
            case 1 where savepoints > 0:
                let word = writer.oneIn(2) ? "RELEASE" : "ROLLBACK TO"
                try connection.execute("\(word) s\(savepoints - 1)")
                if word == "RELEASE" { savepoints -= 1 }
            case 2 where writer.oneIn(3): try attempt(writer.createIndex())
            case 3 where writer.oneIn(3) && !writer.schema.indexes.isEmpty:
                try attempt("DROP INDEX \(writer.schema.indexes.removeLast().name)")
            default: try attempt(writer.change())
            }
            // A conflict may have ended it all.
            if connection.isAutocommit { return }
        }
        if writer.oneIn(8) {
            try connection.execute("ROLLBACK")
        } else {
            try commit()
        }
    }

    /// A statement may be refused: then it has done nothing, or what its conflict clause says.
    private func attempt(_ sql: String) throws {
        do {
            try connection.execute(sql)
        } catch .storage(let error) {
            guard goesOnBehindErrors, writer.oneIn(2) else { throw error }
        } catch {}
    }

    /// The run has met an error: what can be closed is closed.
    func giveUp() { try? connection.close() }

    private func commit() throws {
        try connection.execute("UPDATE progress SET n = \(commits.count)")
        let content = try Self.content(of: connection)
        try requireCounts(content)
        commits.append(Commit(content: content))
        try connection.execute("COMMIT")
        commits[commits.count - 1].acknowledged = callCount()
    }

    private func requireCounts(_ content: [String: [String]]) throws {
        for (name, rows) in content {
            let counted = try Self.rows("SELECT count(*) FROM main.\(name)", connection)
            guard counted == [[.integer(Int64(rows.count))]] else {
                throw Contradiction("\(counted) of \(rows.count) rows of \(name) are counted")
            }
        }
    }

    /// All rows of all tables, by table.
    static func content(of connection: Connection) throws -> [String: [String]] {
        var content: [String: [String]] = [:]
        let tables = try rows(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table'", connection)
        for table in tables {
            guard case .text(let bytes) = table[0], case .text(let sql) = table[1] else { continue }
            let name = String(decoding: bytes, as: UTF8.self)
            let hasRowID = !String(decoding: sql, as: UTF8.self).contains("WITHOUT ROWID")
            content[name] = try rows(
                "SELECT \(hasRowID ? "rowid, " : "")* FROM main.\(name)", connection
            ).map { "\($0)" }.sorted()
        }
        return content
    }

    static func rows(_ sql: String, _ connection: Connection) throws -> [[Value]] {
        guard let statement = try connection.prepare(sql) else { return [] }
        defer { statement.reset() }
        var rows: [[Value]] = []
        while try statement.step() {
            rows.append((0..<statement.columnCount).map { Value(statement.column($0)) })
        }
        return rows
    }
}
