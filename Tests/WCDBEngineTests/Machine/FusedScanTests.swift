import Testing
import WCDBStorage

@testable import WCDBEngine

/// Scans that fill hash tables and sorters, or whose rows are the result, do the work of their
/// loops themselves; those that look for rows in a hash table do so for rows that come next before
/// it is their turn. Whatever the rows are, and whatever happens to them meanwhile, the result must
/// be that of loops that go instruction by instruction.
@Suite struct `Scans that do the work of their loops` {
    private static let results =
        "count(*), sum(i.id), sum(o.id), count(i.v), total(o.r), max(o.t), min(i.young)"

    @Test(arguments: ["CROSS JOIN", "LEFT JOIN"])
    func `find what loops find that go step by step`(join: String) throws {
        let connection = try LoopFixture.connection()
        for key in ["k", "n", "t", "id", "young"] {
            for (inner, outer) in [
                ("1", "1"), ("i.n > 20", "o.n < 200"), ("i.t LIKE 'key 1%'", "o.b IS NOT NULL"),
                ("i.n IS NULL", "o.young = 7"), ("i.v > 'a'", "o.t > 'key 3'"),
            ] {
                let fast =
                    "SELECT \(Self.results) FROM outside o NOT INDEXED \(join) inside i "
                    + "NOT INDEXED ON i.\(key) = o.\(key) AND \(inner) WHERE \(outer)"
                // Rows are tested by instructions, and what is computed is not known ahead.
                let plain = fast.replacing("= o.\(key)", with: "= +o.\(key)")
                    .replacing("AND \(inner)", with: "AND \(inner) AND i.id % 1 = 0")
                #expect(try LoopFixture.ends(of: plain, connection) == [])
                let ends = try LoopFixture.ends(of: fast, connection)
                // A key of the inner table is looked up; what a LEFT JOIN notes of each row stands
                // before the seek, which looks ahead by itself.
                let isPlain = outer == "1" && key != "id" && join == "CROSS JOIN"
                #expect(!isPlain || ends == [.tableFill, .tableProbe])
                #expect(try connection.rows(fast) == connection.rows(plain), "\(fast)")
            }
        }
    }

    @Test(arguments: ["k", "n DESC, id", "t COLLATE NOCASE", "young, r", "-n", "k IS NULL, b"])
    func `sort what loops sort that go step by step`(order: String) throws {
        let connection = try LoopFixture.connection()
        for condition in ["1", "n < 200", "b IS NOT NULL", "t > 'key 3' AND young = 7"] {
            for limit in ["", " LIMIT 40 OFFSET 3"] {
                let fast =
                    "SELECT id, k, n, t, r, length(b), young FROM outside NOT INDEXED "
                    + "WHERE \(condition) ORDER BY \(order)\(limit)"
                let plain = fast.replacing("WHERE", with: "WHERE id % 1 = 0 AND")
                #expect(try LoopFixture.ends(of: plain, connection) == [])
                #expect(try connection.rows(fast) == connection.rows(plain), "\(fast)")
            }
        }
        let sql = "SELECT id, t FROM outside ORDER BY \(order)"
        #expect(
            try LoopFixture.ends(of: sql, connection)
                == (order.contains("-") || order.contains("IS") ? [] : [.tableFill]))
    }

    @Test func `are those that give all rows to a hash table, or look there for a column`() throws {
        let connection = try LoopFixture.connection()
        let cases: [(String, Set<Opcode>)] = [
            ("inside i ON i.n = o.n", [.tableFill, .tableProbe]),
            ("inside i ON i.n = o.n AND i.n > 3", [.tableFill, .tableProbe]),
            ("inside i ON i.n = o.n AND i.v % 2", [.tableProbe]),
            ("inside i ON i.n = +o.n", [.tableFill]),
            ("inside i ON i.n = o.n AND i.t = o.t", [.tableFill]),
        ]
        for (join, opcodes) in cases {
            let sql = "SELECT count(*) FROM outside o CROSS JOIN \(join)"
            #expect(try LoopFixture.ends(of: sql, connection) == opcodes, "\(join)")
        }
    }

    /// The scan is over by then, and stands on no row whose number could be looked for.
    @Test func `look for nothing by the number of a row that is not there`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE a(x); CREATE TABLE b(id INTEGER PRIMARY KEY, y); CREATE TABLE c(k, v);
            WITH s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < 99)
                INSERT INTO a SELECT i FROM s;
            INSERT INTO b SELECT x + 1, 0 FROM a;
            INSERT INTO c SELECT x, 'zero' FROM a; INSERT INTO c VALUES(NULL, 'null');
            """)
        let joined = "a LEFT JOIN b ON b.y > a.x LEFT JOIN c ON c.k IS b.id"
        #expect(try connection.rows("SELECT v FROM \(joined) WHERE a.x = 5") == ["null"])
        #expect(try connection.rows("SELECT count(*) FROM \(joined) WHERE v = 'zero'") == ["0"])
        #expect(
            try connection.rows(
                "SELECT (SELECT group_concat(v) FROM c WHERE c.k IS b.id) "
                    + "FROM a LEFT JOIN b ON b.y > a.x WHERE a.x = 5") == ["null"])
    }

    @Test func `give the rows that loops give that go step by step`() throws {
        let connection = try LoopFixture.connection()
        for columns in ["*", "rowid, n", "t, young, t, k", "young, id, r", "length(b), id"] {
            for condition in ["", "WHERE n < 200", "WHERE b IS NOT NULL AND t > 'key 3'"] {
                let fast = "SELECT \(columns) FROM outside NOT INDEXED \(condition)"
                let plain =
                    "SELECT \(columns) FROM outside NOT INDEXED "
                    + (condition.isEmpty ? "WHERE" : condition + " AND") + " id % 1 = 0"
                let ends: Set<Opcode> = columns.contains("length") ? [] : [.tableYield]
                #expect(try LoopFixture.ends(of: fast, connection) == ends)
                #expect(try LoopFixture.ends(of: plain, connection) == [])
                #expect(try connection.rows(fast) == connection.rows(plain), "\(fast)")
            }
        }
    }

    @Test func `end when somebody says so, and begin again`() throws {
        let connection = try LoopFixture.connection()
        let statement = try #require(try connection.prepare("SELECT id FROM outside"))
        for _ in 0..<2 {
            for id in [2, 4, 6] as [Int64] {
                #expect(try statement.step())
                #expect(statement.column(0).integer == id)
            }
            statement.reset()
        }
        #expect(try statement.step())
        connection.interrupter.set()
        #expect(throws: EngineError.self) { try statement.step() }
        connection.interrupter.clear()
        #expect(try connection.rows("SELECT id FROM outside").count == 700)
    }

    /// What a row finds was looked up before: it may have another key by now, or be gone.
    @Test(arguments: [
        "UPDATE outside SET n = n + 1 WHERE id = %1 + 2",
        "UPDATE outside SET n = NULL WHERE id > %1",
        "UPDATE outside SET n = 7, t = t || ' and more' WHERE id BETWEEN %1 + 1 AND %1 + 9",
        "DELETE FROM outside WHERE id IN (%1 + 2, %1 + 6)",
        "INSERT OR IGNORE INTO outside(id, n) VALUES(%1 + 1, 40), (%1 + 3, 41)",
        "REPLACE INTO outside(id, n) VALUES(%1 + 2, 40)",
        "DELETE FROM outside WHERE id <= %1",
        "SAVEPOINT s; DELETE FROM outside WHERE id > %1; ROLLBACK TO s; RELEASE s",
    ])
    func `see what happens to rows between two steps`(change: String) throws {
        let connection = try LoopFixture.connection()
        let joined = "SELECT o.id, o.n, i.id FROM outside o CROSS JOIN inside i ON i.n = "
        for (fast, plain) in [
            (joined + "o.n", joined + "+o.n"),
            ("SELECT id, n, t FROM outside", "SELECT id, n, t FROM outside WHERE id % 1 = 0"),
        ] {
            let ends: Set<Opcode> = [.tableProbe, .tableYield]
            #expect(try !LoopFixture.ends(of: fast, connection).isDisjoint(with: ends))
            #expect(try LoopFixture.ends(of: plain, connection).isDisjoint(with: ends))
            let rows = try LoopFixture.steps(of: fast, change)
            #expect(rows.count > 20)
            #expect(try rows == LoopFixture.steps(of: plain, change), "\(fast)")
        }
    }

    /// The scan begins anew, in the middle of what was looked up for it.
    @Test func `may be left early and entered again`() throws {
        let connection = try LoopFixture.connection()
        for limit in [1, 3, 40] {
            let fast =
                "SELECT m.column1, (SELECT group_concat(q.id || ':' || q.v) FROM (SELECT o.id, i.v "
                + "FROM outside o NOT INDEXED CROSS JOIN inside i NOT INDEXED ON i.n = o.n "
                + "AND i.v > m.column1 LIMIT \(limit)) q) "
                + "FROM (VALUES(0), (700), (3), (1), (1300)) m"
            let plain = fast.replacing("= o.n", with: "= +o.n")
            #expect(try LoopFixture.ends(of: fast, connection).contains(.tableProbe))
            #expect(try !LoopFixture.ends(of: plain, connection).contains(.tableProbe))
            #expect(try connection.rows(fast) == connection.rows(plain))
        }
    }
}
