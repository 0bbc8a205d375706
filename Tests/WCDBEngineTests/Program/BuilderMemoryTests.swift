import Testing
import WCDBStorage

@testable import WCDBEngine

/// The next compilation works in the memory of the last one: nothing of it may be left there, and
/// the program that it made keeps what is its own.
@Suite struct `The memory of a compilation` {
    private func makeConnection() throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER, name TEXT);
            CREATE TABLE u(a UNIQUE, b CHECK(b > 0));
            CREATE INDEX t_k ON t(k);
            INSERT INTO t VALUES(1, 10, 'one'), (2, 20, 'two'), (3, 30, 'three')
            """)
    }

    private let texts = [
        "SELECT name, 'kept', 4.5 FROM t WHERE k = ?1 ORDER BY name LIMIT 5",
        "SELECT ?2, x'00', abs(-3) + ?1",
        "INSERT INTO u VALUES(?1, 1)",
        "SELECT count(*), max(name) FROM t GROUP BY k HAVING k > ?1 ORDER BY 1",
        "UPDATE t SET name = ?1 || 'x' WHERE id = 2",
        "SELECT sum(k) OVER (ORDER BY id) FROM t",
        "DELETE FROM u WHERE a = ?1",
        "SELECT a.id FROM t a JOIN t b ON b.k = a.id LEFT JOIN t c ON c.id = b.k",
    ]

    private func listing(_ program: Program) -> [String] {
        program.instructions.map { "\($0)" } + program.constants.map { "\($0)" }
            + [
                "\(program.registerCount) \(program.cursorCount) \(program.onceCount)",
                "\(program.changesData) \(program.usesSchema) \(program.parameters)",
                "\(program.tables.map(\.name)) \(program.indexes.map { $0.index.name })",
                "\(program.messages.map { $0.text }) \(program.writtenDatabases)",
                "\(program.sorters.count) \(program.groups.count) \(program.sets.count)",
            ]
    }

    @Test func `leaves no trace in the next program`() throws {
        let connection = try makeConnection()
        for first in texts {
            for second in texts {
                let alone = try makeConnection().prepare(second, isRemembered: false)
                let expected = listing(try #require(alone?.program))
                _ = try connection.prepare(first, isRemembered: false)
                let next = try connection.prepare(second, isRemembered: false)
                #expect(listing(try #require(next?.program)) == expected, "behind \(first)")
            }
        }
    }

    @Test func `is not that of a program which still runs`() throws {
        let connection = try makeConnection()
        let text = "SELECT name, 'kept', 4.5 FROM t ORDER BY id"
        let statement = try #require(try connection.prepare(text, isRemembered: false))
        #expect(try statement.step())
        for other in texts { _ = try connection.prepare(other, isRemembered: false) }
        #expect(try connection.rows("SELECT 'other', 9.5") == ["other|9.5"])
        #expect(try statement.step())
        #expect(Value(statement.column(0)) == .text("two"))
        #expect(Value(statement.column(1)) == .text("kept"))
        #expect(Value(statement.column(2)) == .real(4.5))
        statement.reset()
    }

    @Test func `is whole again behind a statement that failed`() throws {
        let connection = try makeConnection()
        #expect(connection.refusal("SELECT 'left', 1.25 FROM t ORDER BY missing") != nil)
        #expect(connection.refusal("INSERT INTO t SELECT 'left', name FROM t") != nil)
        let expected = listing(
            try #require(try makeConnection().prepare(texts[0], isRemembered: false)?.program))
        let program = try #require(try connection.prepare(texts[0], isRemembered: false)?.program)
        #expect(listing(program) == expected)
    }
}
