import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// Statements that run again and again within a transaction, each run as if it stood alone.
@Suite struct `Runs in a series` {
    private let connection: Connection

    init() throws {
        connection = try Connection.memory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT UNIQUE, b REAL DEFAULT 7); BEGIN")
    }

    /// A statement that has run once, with 1, and is in a series if it can be.
    private func series(_ sql: String) throws -> PreparedSQL {
        let statement = try #require(try connection.prepare(sql))
        try statement.bind(.integer(1), at: 1)
        _ = try statement.step()
        return statement
    }

    private func run(_ statement: PreparedSQL, _ value: Int64) throws {
        try [ColumnValue.integer(value)].withUnsafeBufferPointer { try statement.runNext($0) }
    }

    private var rows: [String] {
        get throws { try connection.rows("SELECT id, a, b FROM t ORDER BY id") }
    }

    @Test func `each run is a statement`() throws {
        let insert = try series("INSERT INTO t(a) VALUES(?1)")
        for value in 2...900 {
            try run(insert, Int64(value))
            #expect(connection.lastInsertRowID == value)
            #expect(connection.changeCount == 1)
        }
        #expect(connection.totalChangeCount == 900)
        insert.endSeries()
        try connection.execute("COMMIT")
        #expect(
            try connection.rows("SELECT count(*), min(a), max(id), sum(b) FROM t")
                == ["900|1|900|6300.0"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `a run that fails changes nothing and ends the series`() throws {
        let insert = try series("INSERT INTO t(a) VALUES(?1)")
        try run(insert, 2)
        #expect(throws: EngineError.self) { try run(insert, 1) }
        #expect(!insert.isInSeries)
        #expect(connection.changeCount == 0)
        try insert.bind(.integer(3), at: 1)
        #expect(try !insert.step())
        #expect(try rows == ["1|1|7.0", "2|2|7.0", "3|3|7.0"])
        try connection.execute("COMMIT")
    }

    /// Its conflict clause asks for the end of the whole transaction.
    @Test func `a run may take everything back`() throws {
        let insert = try series("INSERT OR ROLLBACK INTO t(a) VALUES(?1)")
        try run(insert, 2)
        #expect(throws: EngineError.self) { try run(insert, 2) }
        #expect(connection.isAutocommit)
        #expect(try rows == [])
    }

    @Test func `rows make way, or stay as they are`() throws {
        let replace = try series("INSERT OR REPLACE INTO t VALUES(?1, 'x', ?1)")
        try run(replace, 2)
        try run(replace, 3)
        #expect(try rows == ["3|x|3.0"])
        let ignore = try series("INSERT OR IGNORE INTO t VALUES(?1, 'y', ?1)")
        try run(ignore, 4)
        #expect(connection.changeCount == 0)
        #expect(try rows == ["1|y|1.0", "3|x|3.0"])
    }

    @Test(arguments: [
        "INSERT INTO t(a, b) VALUES('other', 0)", "UPDATE t SET b = 0",
        "SAVEPOINT s; ROLLBACK TO s",
        "ALTER TABLE t ADD COLUMN c DEFAULT 9", "DROP TABLE t; CREATE TABLE t(a, id, b)",
        "DELETE FROM t", "COMMIT", "ROLLBACK", "CREATE INDEX i ON t(b)",
    ])
    func `what changes the database ends it`(_ sql: String) throws {
        let insert = try series("INSERT INTO t(a) VALUES(?1)")
        #expect(insert.isInSeries)
        try connection.execute(sql)
        #expect(!insert.isInSeries)
        try insert.bind(.integer(5), at: 1)
        #expect(try !insert.step())
        #expect(try connection.rows("SELECT count(*) FROM t WHERE a = 5 OR a = '5'") == ["1"])
        if !connection.isAutocommit { try connection.execute("COMMIT") }
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `what only reads does not`() throws {
        let insert = try series("INSERT INTO t(a) VALUES(?1)")
        for value in 2...300 {
            #expect(try connection.rows("SELECT max(id) FROM t") == ["\(value - 1)"])
            try run(insert, Int64(value))
        }
        #expect(insert.isInSeries)
    }

    @Test(arguments: [
        "INSERT INTO t(a) VALUES(?1) RETURNING id", "INSERT INTO t(a) VALUES(?1), (?1 || 'b')",
        "INSERT INTO t(a) SELECT ?1", "UPDATE t SET a = ?1", "DELETE FROM t WHERE a = ?1",
        "INSERT INTO n(a) VALUES(?1)", "INSERT INTO l(a) VALUES(?1)",
        "INSERT INTO c(a) VALUES(?1)", "INSERT INTO t(a) VALUES(abs(?1))", "SELECT ?1",
    ])
    func `others run one by one`(_ sql: String) throws {
        try connection.execute(
            """
            CREATE TABLE n(id INTEGER PRIMARY KEY AUTOINCREMENT, a);
            CREATE TABLE l(a); CREATE TRIGGER r AFTER INSERT ON l BEGIN DELETE FROM l; END;
            CREATE TABLE c(a DEFAULT 1, b DEFAULT (random()));
            """)
        #expect(try !series(sql).isInSeries)
    }

    @Test func `nothing is a series outside of a transaction`() throws {
        try connection.execute("COMMIT")
        let insert = try series("INSERT INTO t(a) VALUES(?1)")
        #expect(!insert.isInSeries)
        #expect(throws: EngineError.self) { try run(insert, 2) }
    }

    @Test func `it can be interrupted`() throws {
        let insert = try series("INSERT INTO t(a) VALUES(?1)")
        connection.interruption.set(true)
        #expect(throws: EngineError.self) { try run(insert, 2) }
        #expect(try rows == ["1|1|7.0"])
    }
}

/// The same, begun by nobody: a statement that is stepped again in a transaction goes on where it
/// can.
@Suite struct `Steps in a series` {
    private let connection: Connection

    init() throws {
        connection = try Connection.memory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT UNIQUE, b REAL DEFAULT 7); BEGIN")
    }

    private func run(_ statement: PreparedSQL, _ value: Int64) throws {
        statement.reset()
        try statement.bind(.integer(value), at: 1)
        #expect(try !statement.step())
    }

    private func prepared(_ sql: String) throws -> PreparedSQL {
        try #require(try connection.prepare(sql))
    }

    @Test func `each step is a statement`() throws {
        let insert = try prepared("INSERT INTO t(a) VALUES(?1)")
        for value in 1...900 {
            try run(insert, Int64(value))
            #expect(connection.lastInsertRowID == value)
            #expect(connection.changeCount == 1)
            #expect(insert.isInSeries)
        }
        #expect(connection.totalChangeCount == 900)
        try connection.execute("COMMIT")
        #expect(!insert.isInSeries)
        try run(insert, 901)
        #expect(!insert.isInSeries)
        #expect(
            try connection.rows("SELECT count(*), min(a), max(id), sum(b) FROM t")
                == ["901|1|901|6307.0"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `a step without a reset runs it again`() throws {
        let insert = try prepared("INSERT INTO t(b) VALUES(?1)")
        for _ in 1...5 { #expect(try !insert.step()) }
        #expect(try connection.rows("SELECT count(*) FROM t") == ["5"])
    }

    @Test func `statements take turns`() throws {
        let insert = try prepared("INSERT INTO t(a) VALUES(?1)")
        let update = try prepared("UPDATE t SET b = id * 2 WHERE id = ?1")
        let delete = try prepared("DELETE FROM t WHERE id = ?1 - 1")
        for value in 1...300 {
            for statement in [insert, update, delete] { try run(statement, Int64(value)) }
            #expect(
                try connection.rows("SELECT id, a, b FROM t")
                    == ["\(value)|\(value)|\(Double(value * 2))"])
        }
        try connection.execute("ROLLBACK")
        #expect(try connection.rows("SELECT count(*) FROM t") == ["0"])
    }

    @Test func `a step that fails changes nothing, and the next one goes on`() throws {
        let insert = try prepared("INSERT INTO t(a) VALUES(?1)")
        try run(insert, 1)
        try run(insert, 2)
        #expect(throws: EngineError.self) { try run(insert, 1) }
        #expect(connection.changeCount == 0)
        #expect(!connection.isAutocommit)
        for value in 3...5 { try run(insert, Int64(value)) }
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT group_concat(a) FROM t") == ["1,2,3,4,5"])
    }

    @Test func `a step may end the transaction`() throws {
        let insert = try prepared("INSERT OR ROLLBACK INTO t(a) VALUES(?1)")
        try run(insert, 1)
        try run(insert, 2)
        #expect(throws: EngineError.self) { try run(insert, 2) }
        #expect(connection.isAutocommit)
        try run(insert, 2)
        #expect(try connection.rows("SELECT id, a FROM t") == ["1|2"])
    }

    @Test func `a step heeds what was set since the last one`() throws {
        let insert = try prepared("INSERT INTO t(a, b) VALUES(?1, 1)")
        try run(insert, 1)
        try connection.execute("PRAGMA query_only = ON")
        #expect(throws: EngineError.self) { try run(insert, 2) }
        try connection.execute("PRAGMA query_only = OFF")
        try run(insert, 2)
        try connection.execute("SAVEPOINT s")
        try run(insert, 3)
        try run(insert, 4)
        try connection.execute("ROLLBACK TO s")
        try run(insert, 5)
        try connection.execute("CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; END")
        try run(insert, 6)
        #expect(try connection.rows("SELECT count(*) FROM t") == ["0"])
        try connection.execute("DROP TRIGGER r")
        try run(insert, 7)
        try connection.execute("ATTACH ':memory:' AS other; CREATE TABLE other.t(a)")
        try run(insert, 8)
        #expect(try connection.rows("SELECT group_concat(a) FROM main.t") == ["7,8"])
    }

    @Test func `a query keeps the rows it has not shown yet`() throws {
        let insert = try prepared("INSERT INTO t(a) VALUES(?1)")
        for value in 1...3 { try run(insert, Int64(value)) }
        let query = try prepared("SELECT a FROM t ORDER BY id")
        var seen: [Int] = []
        while try query.step() {
            seen.append(Int(query.column(0).count))
            try run(insert, Int64(100 + seen.count))
        }
        #expect(seen == [1, 1, 1])
        #expect(try connection.rows("SELECT count(*) FROM t") == ["6"])
    }

    @Test func `it may be let go in the middle`() throws {
        do {
            let insert = try prepared("INSERT INTO t(a) VALUES(?1)")
            try run(insert, 1)
        }
        try run(try prepared("INSERT INTO t(a) VALUES(?1)"), 2)
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT group_concat(a) FROM t") == ["1,2"])
    }

    /// Statements that are kept and stepped, and the same ones prepared for each run, leave the
    /// same behind, whatever comes between the runs.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `kept statements do what fresh ones do`(seed: UInt64) throws {
        let tables = """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b TEXT DEFAULT 'd', c AS (a || b));
            CREATE INDEX tb ON t(b);
            CREATE TABLE w(a, b INTEGER, PRIMARY KEY(a)) WITHOUT ROWID;
            CREATE TABLE n(id INTEGER PRIMARY KEY AUTOINCREMENT, a ANY) STRICT;
            """
        let changes = [
            "INSERT INTO t(a) VALUES(?1)",
            "INSERT OR REPLACE INTO t(id, a, b) VALUES(?1, ?1 % 7, ?1)",
            "INSERT OR IGNORE INTO t(a, b) VALUES(?1 % 5, 'i')",
            "UPDATE t SET b = ?1 WHERE id = ?1",
            "UPDATE OR FAIL t SET a = 3 WHERE id = ?1", "DELETE FROM t WHERE id = ?1",
            "INSERT OR ROLLBACK INTO t(id, a) VALUES(?1, 'r')", "REPLACE INTO w VALUES(?1 % 9, ?1)",
            "UPDATE w SET a = a + 1 WHERE a = ?1", "DELETE FROM w WHERE a = ?1",
            "INSERT INTO n(a) VALUES(?1)", "INSERT INTO w VALUES(?1, 1) RETURNING a",
        ]
        let others = [
            "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "ROLLBACK TO s", "RELEASE s",
            "PRAGMA query_only = 1", "PRAGMA query_only = 0",
            "CREATE INDEX IF NOT EXISTS ta ON t(a)", "DROP INDEX IF EXISTS ta",
            "SELECT count(*) FROM t", "DELETE FROM t WHERE id > 40",
            "CREATE TRIGGER IF NOT EXISTS r AFTER INSERT ON w BEGIN DELETE FROM w WHERE a = 4; END",
            "DROP TRIGGER IF EXISTS r", "ALTER TABLE n RENAME TO m", "ALTER TABLE m RENAME TO n",
        ]
        let (kept, fresh) = (try Connection.memory(tables), try Connection.memory(tables))
        let statements = try changes.map { try #require(try kept.prepare($0)) }
        var random = SeededRandom(seed: seed)
        for step in 0..<1500 {
            if random.oneIn(12) || step == 0 {
                let sql = step == 0 ? "BEGIN" : others[random.below(others.count)]
                let (left, right) = (outcome(kept, sql), outcome(fresh, sql))
                try #require(left == right, "seed \(seed), step \(step): \(sql)")
                continue
            }
            // Mostly the same one again, so that there are series.
            let usual = step / 40 % changes.count
            let number = random.oneIn(3) ? random.below(changes.count) : usual
            let value = Int64(random.below(50))
            let left = outcome(of: statements[number], value)
            let right = outcome(of: changes[number], value, in: fresh)
            try #require(
                left == right && kept.isAutocommit == fresh.isAutocommit
                    && kept.changeCount == fresh.changeCount
                    && kept.totalChangeCount == fresh.totalChangeCount
                    && kept.lastInsertRowID == fresh.lastInsertRowID,
                "seed \(seed), step \(step): \(changes[number]) \(value)")
        }
        for query in ["SELECT * FROM t ORDER BY id", "SELECT * FROM w ORDER BY a"] {
            #expect(try kept.rows(query) == fresh.rows(query), "seed \(seed)")
        }
        #expect(try kept.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// The message of an error; empty if there is none.
    private func outcome(of statement: PreparedSQL, _ value: Int64) -> String {
        statement.reset()
        defer { statement.reset() }
        do {
            try statement.bind(.integer(value), at: 1)
            while try statement.step() {}
            return ""
        } catch {
            return error.message
        }
    }

    /// The same of a statement that is prepared for it.
    private func outcome(of sql: String, _ value: Int64, in connection: Connection) -> String {
        do {
            guard let statement = try connection.prepare(sql) else { return "no statement" }
            return outcome(of: statement, value)
        } catch {
            return error.message
        }
    }

    private func outcome(_ connection: Connection, _ sql: String) -> String {
        do {
            try connection.execute(sql)
            return ""
        } catch {
            return "\(error)"
        }
    }
}
