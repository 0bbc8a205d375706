import Testing
import WCDBStorage

@testable import WCDBEngine

/// What queries remember may be more than the budget: then they are slower, not wrong.
@Suite("Queries beyond the budget")
struct ScratchBudgetTests {
    @Test("groups, sets and joins take more keys than the budget holds")
    func manyKeys() throws {
        let connection = try Connection(path: nil)
        connection.scratchSpace.budget = 1 << 20
        try connection.execute(
            """
            CREATE TABLE t(a TEXT);
            INSERT INTO t VALUES('a value that is not short, number 1');
            """)
        // Doubled again and again: 2^17 rows, with keys of some forty bytes each.
        for power in 0..<17 {
            let number = "(rowid + \(1 << power))"
            try connection.execute(
                "INSERT INTO t SELECT 'a value that is not short, number ' || \(number) FROM t")
        }
        #expect(
            try connection.rows("SELECT count(DISTINCT a), count(*) FROM t") == ["131072|131072"])
        #expect(
            try connection.rows("SELECT count(*) FROM (SELECT a FROM t GROUP BY a)") == ["131072"])
        #expect(
            try connection.rows("SELECT count(*) FROM t AS x JOIN t AS y ON x.a = y.a")
                == ["131072"])
    }

    private func connection(
        budget: Int, _ fileSystem: RecordingFileSystem
    ) throws -> Connection {
        var options = StoreOptions()
        // It would write as well.
        options.backgroundCheckpoints = false
        options.checkpointBytes = .max
        let connection = try Connection(path: nil, options: options, fileSystem: fileSystem)
        connection.scratchSpace.budget = budget
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER, a TEXT COLLATE NOCASE);
            WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 12000)
            INSERT INTO t SELECT i, i * 7919 % 5009, char(65 + i % 2 * 32) || (i / 2) FROM c;
            CREATE TABLE u(name TEXT, number REAL);
            INSERT INTO u SELECT printf('the name %s of %0150d', a, k % 4000), id * 0.5 FROM t;
            """)
        return connection
    }

    static let groupings = [
        "SELECT k, count(*), sum(id), min(a), total(id) FROM t GROUP BY k",
        "SELECT k, a, max(id), avg(id) FROM t GROUP BY k ORDER BY k DESC",
        "SELECT a, count(DISTINCT k), group_concat(id) FROM t GROUP BY a HAVING count(*) > 1",
        """
        SELECT k, sum(id) FILTER (WHERE id % 3 = 0), count(*) FILTER (WHERE a > 'b')
        FROM t GROUP BY k, a
        """,
        "SELECT iif(id < 8000 OR id % 2, id, 1700 + id % 1200) FROM t UNION SELECT 1",
        "SELECT iif(id < 8000 OR id % 2, id, 1700 + id % 1200) FROM t EXCEPT SELECT 1",
        "SELECT a, id FROM t GROUP BY a",
        """
        SELECT id, (SELECT sum(n) FROM (SELECT count(*) * k n FROM t WHERE id > o.id GROUP BY k))
        FROM t o WHERE id % 5000 = 1
        """,
        "SELECT k FROM t UNION SELECT a FROM t",
        "SELECT a FROM t UNION SELECT upper(a) FROM t ORDER BY 1 LIMIT 5000, 20",
        "SELECT k, a FROM t EXCEPT SELECT k, a FROM t WHERE id % 2",
        "SELECT k, a FROM t INTERSECT SELECT k, a FROM t WHERE id % 2",
        "SELECT count(*), sum(s) FROM t JOIN (SELECT k, sum(id) s FROM t GROUP BY k) USING (k)",
    ]

    @Test("groups beyond the budget are those within it, in the same order")
    func sameGroups() throws { try compare(Self.groupings) }

    static let groupsOfJSON = [
        "SELECT k % 3, k, count(*), json_group_array(json_array(id)) FROM t GROUP BY k % 3, k",
        "SELECT k, json_array(max(json_array(id))), min(a || k) FROM t GROUP BY k",
    ]

    @Test("groups that keep JSON stay in memory")
    func sameJSON() throws { try compare(Self.groupsOfJSON, leaveMemory: false) }

    static let sets = [
        "SELECT DISTINCT name FROM u WHERE rowid % 3 OR rowid < 7000",
        "SELECT DISTINCT rowid % 300, name FROM u",
        "SELECT count(DISTINCT name), count(DISTINCT number), count(DISTINCT rowid) FROM u",
        "SELECT count(DISTINCT name COLLATE NOCASE) FROM u",
        "SELECT rowid % 40, count(DISTINCT name), sum(DISTINCT number) FROM u GROUP BY 1",
        "SELECT count(*) FROM u WHERE name IN (SELECT name FROM u WHERE rowid % 5)",
        "SELECT count(*) FROM u WHERE (name, 1) NOT IN (SELECT name, rowid % 3 FROM u)",
        "SELECT name FROM u UNION SELECT upper(name) FROM u ORDER BY 1 LIMIT 10 OFFSET 11990",
        """
        WITH RECURSIVE r(n) AS (
            SELECT name FROM u UNION SELECT 'x' || n FROM r WHERE n < 'the name A2' LIMIT 13000)
        SELECT count(*), max(n), min(n) FROM r
        """,
    ]

    @Test("sets beyond the budget know the same rows")
    func sameSets() throws { try compare(Self.sets) }

    static let joins = [
        "SELECT count(*), sum(x.rowid * y.rowid) FROM u x JOIN u y ON x.name = y.name",
        "SELECT x.rowid, y.rowid FROM u x JOIN u y ON x.name = y.name AND x.number = y.number",
        """
        SELECT count(*), count(u.name), sum(length(u.name)) FROM t
        LEFT JOIN u ON t.id + 5000.0 = u.number AND t.a < u.name
        """,
        "SELECT x.name, y.rowid FROM u x LEFT JOIN u y ON x.name = y.name AND y.rowid % 7 > 3",
    ]

    @Test("joins beyond the budget join the same rows, in the same order")
    func sameJoins() throws { try compare(Self.joins) }

    /// What a small budget holds in part, and a large one whole. Each query has to be too large for
    /// the one, or it says nothing.
    private func compare(_ queries: [String], leaveMemory: Bool = true) throws {
        let disk = RecordingFileSystem()
        let small = try connection(budget: 1 << 16, disk)
        let large = try connection(budget: 1 << 30, RecordingFileSystem())
        for query in queries {
            disk.forget()
            let found = try small.rows(query)
            #expect(disk.written.isEmpty != leaveMemory, "\(query)")
            let expected = try large.rows(query)
            #expect(found.count == expected.count, "\(query)")
            #expect(found == expected, "\(query)")
        }
    }
}
