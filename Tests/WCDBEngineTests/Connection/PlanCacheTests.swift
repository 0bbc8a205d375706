import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Remembered plans` {
    @Test func `give the same program to the same text`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)")
        let sql = "SELECT a FROM t WHERE a > ?1"
        let once = try #require(try connection.prepare(sql))
        let first = try #require(try connection.prepare(sql))
        #expect(once.program !== first.program, "a text that comes once is not remembered")
        let second = try #require(try connection.prepare(sql))
        #expect(first.program === second.program)
        let afresh = try #require(try connection.prepare(sql, isRemembered: false))
        #expect(afresh.program !== first.program)
    }

    @Test func `keep bindings and places apart`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)")
        let sql = "SELECT a FROM t WHERE a >= ?1"
        _ = try connection.prepare(sql)
        let first = try #require(try connection.prepare(sql))
        let second = try #require(try connection.prepare(sql))
        try first.bind(.integer(1), at: 1)
        try second.bind(.integer(2), at: 1)
        #expect(try first.step())
        #expect(try second.step())
        #expect(first.column(0).integer == 1)
        #expect(second.column(0).integer == 2)
        #expect(try second.step() == false)
        #expect(try first.step())
        #expect(first.column(0).integer == 2)
        first.reset()
    }

    @Test func `forget what was bound`() throws {
        let connection = try Connection.memory()
        for _ in 0..<3 {
            let statement = try #require(try connection.prepare("SELECT ?1"))
            #expect(try statement.step())
            #expect(statement.column(0).isNull)
            statement.reset()
            try statement.bind(.text("secret"), at: 1)
            #expect(try statement.step())
            #expect(statement.column(0).count == 6)
        }
        #expect(try connection.rows("SELECT ?1") == [""])
    }

    @Test func `are compiled again when the schema changed`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        for _ in 0..<3 { #expect(try connection.rows("SELECT * FROM t") == ["1"]) }
        try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 7")
        #expect(try connection.rows("SELECT * FROM t") == ["1|7"])
        try connection.execute("DROP TABLE t")
        #expect(throws: EngineError.self) { try connection.prepare("SELECT * FROM t") }
    }

    @Test func `keep the bindings of a statement that is compiled again`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)")
        let statement = try #require(try connection.prepare("SELECT a FROM t WHERE a = ?1"))
        try statement.bind(.integer(2), at: 1)
        try connection.execute("CREATE INDEX i ON t(a)")
        #expect(try statement.step())
        #expect(statement.column(0).integer == 2)
        statement.reset()
    }

    @Test func `make way for others, the least used first`() throws {
        let connection = try Connection.memory()
        _ = try connection.prepare("SELECT 'kept'")
        let kept = try #require(try connection.prepare("SELECT 'kept'")).program
        for number in 0..<(3 * PlanCache<Plan>.capacity) {
            for _ in 0..<2 { #expect(try connection.rows("SELECT \(number)") == ["\(number)"]) }
            _ = try connection.prepare("SELECT 'kept'")
        }
        #expect(try connection.prepare("SELECT 'kept'")?.program === kept)
    }

    @Test func `do not keep their connection alive`() throws {
        weak var connection: Connection?
        do {
            let strong = try Connection.memory("CREATE TABLE t(a)")
            for _ in 0..<3 { #expect(try strong.rows("SELECT * FROM t").isEmpty) }
            connection = strong
        }
        #expect(connection == nil)
    }

    @Test func `refuse a value between the first row and the last`() throws {
        let connection = try Connection.memory()
        let statement = try #require(try connection.prepare("SELECT ?1 UNION ALL SELECT ?1"))
        #expect(try statement.step())
        #expect(throws: EngineError.self) { try statement.bind(.integer(1), at: 1) }
        statement.reset()
        try statement.bind(.integer(1), at: 1)
    }
}
