import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Statements of one shape` {
    private func program(_ sql: String, _ connection: Connection) throws -> Program {
        let statement = try #require(try connection.prepare(sql))
        return try #require(statement.program)
    }

    @Test func `share a program from the second on`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
        var programs: [Program] = []
        for number in 1...4 {
            let sql = "INSERT INTO t VALUES(\(number), 'it''s \(number)')"
            let statement = try #require(try connection.prepare(sql))
            #expect(try !statement.step())
            programs.append(try #require(statement.program))
        }
        #expect(programs[0] !== programs[1])
        #expect(programs[1] === programs[2] && programs[2] === programs[3])
        #expect(
            try connection.rows("SELECT * FROM t")
                == ["1|it's 1", "2|it's 2", "3|it's 3", "4|it's 4"])
        for number in 1...4 {
            let rows = try connection.rows("SELECT b FROM t WHERE a = \(number)")
            #expect(rows == ["it's \(number)"])
        }
    }

    @Test func `have no parameters that anybody hears of`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)")
        _ = try connection.prepare("SELECT a FROM t WHERE a > 5")
        let statement = try #require(try connection.prepare("SELECT a FROM t WHERE a > 1"))
        #expect(statement.program?.parameters.count == 1)
        #expect(statement.parameterCount == 0)
        #expect(throws: EngineError.self) { try statement.bind(.integer(0), at: 1) }
        try statement.bind(copying: UnsafeBufferPointer(start: nil, count: 0))
        #expect(try statement.step())
        #expect(statement.column(0).integer == 2)
        statement.reset()
        try connection.execute("CREATE INDEX i ON t(a)")
        #expect(try statement.step())
        #expect(statement.column(0).integer == 2, "constants outlive a change of the schema")
        statement.reset()
    }

    @Test func `run side by side with their own constants`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)")
        _ = try connection.prepare("SELECT a FROM t WHERE a >= 0")
        let first = try #require(try connection.prepare("SELECT a FROM t WHERE a >= 1"))
        let second = try #require(try connection.prepare("SELECT a FROM t WHERE a >= 2"))
        #expect(try first.step())
        #expect(try second.step())
        #expect(first.column(0).integer == 1)
        #expect(second.column(0).integer == 2)
        first.reset()
        second.reset()
    }

    @Test func `keep the constants that an index may hang on`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b); CREATE INDEX i ON t(b) WHERE a = 1;
            CREATE TABLE u(a, b); CREATE INDEX j ON u(a + 1)
            """)
        for table in ["t", "u"] {
            let programs = try (1...3).map {
                try program("SELECT b FROM \(table) WHERE a = \($0)", connection)
            }
            #expect(programs.allSatisfy { $0.parameters.isEmpty })
        }
        // What INSERT writes decides about nothing.
        let programs = try (1...3).map { try program("INSERT INTO t VALUES(\($0), 2)", connection) }
        #expect(programs[1] === programs[2])
        // A schema without the index is looked at anew.
        try connection.execute("DROP INDEX i")
        let later = try (1...3).map { try program("SELECT b FROM t WHERE a = \($0)", connection) }
        #expect(later[0] === later[2] || later[1] === later[2])
        #expect(!later[2].parameters.isEmpty)
    }

    @Test func `tell errors of the text as it was written`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a UNIQUE, b)")
        for number in 1...3 {
            #expect {
                try connection.prepare("SELECT missing FROM t WHERE a = \(number)")
            } throws: {
                ($0 as? EngineError)?.message == "no such column: missing"
            }
            #expect {
                try connection.prepare("INSERT INTO t VALUES(\(number), 2, 3)")
            } throws: {
                ($0 as? EngineError)?.message == "table t has 2 columns but 3 values were supplied"
            }
            try connection.execute("INSERT INTO t VALUES(\(number), 2)")
            #expect {
                try connection.execute("INSERT INTO t VALUES(\(number), 3)")
            } throws: {
                ($0 as? EngineError)?.message == "UNIQUE constraint failed: t.a"
            }
        }
        #expect(try connection.rows("SELECT count(*) FROM t") == ["3"])
    }

    @Test func `are found in scripts`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a, b)")
        try connection.execute(
            """
            INSERT INTO t VALUES(1, 'a;'); INSERT INTO t VALUES(2, '');
            -- a comment; with a semicolon
            INSERT INTO t VALUES(3, NULL); INSERT INTO t VALUES(4, x'3b');
            INSERT INTO t VALUES(5, -1.5) ; UPDATE t SET b = 'z' WHERE a = 1;
            UPDATE t SET b = 'y' WHERE a = 2;
            DELETE FROM t WHERE a BETWEEN 3 AND 3; DELETE FROM t WHERE a BETWEEN 4 AND 4;
            """)
        #expect(
            try connection.rows("SELECT a, b, typeof(b) FROM t")
                == ["1|z|text", "2|y|text", "5|-1.5|real"])
    }
}
