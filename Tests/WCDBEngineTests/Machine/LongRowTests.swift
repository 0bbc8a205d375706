import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// Of rows that do not fit their leaf no more is read than what a query asks for.
@Suite struct `Long rows` {
    /// Pictures of ten pages with a title before and a comment behind, two without picture.
    private static func pictures() throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(
                id INTEGER PRIMARY KEY, title TEXT, story TEXT, image BLOB, comment TEXT);
            WITH k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 50)
            INSERT INTO t SELECT i, 'title ' || i, printf('%.6000c', 's'),
                CASE WHEN i % 25 <> 0 THEN zeroblob(40000 + i) END, 'comment ' || i FROM k;
            ALTER TABLE t ADD COLUMN young DEFAULT 'young'
            """)
    }

    private static func pages(
        _ sql: String, _ expected: String, _ connection: Connection
    ) throws -> Int {
        let before = connection.pageCounts
        #expect(try connection.rows(sql) == [expected])
        return (connection.pageCounts - before).overflow.read
    }

    @Test(arguments: [
        ("SELECT count(title), max(title) FROM t", "50|title 9"),
        ("SELECT count(*) FROM t WHERE title LIKE '%9'", "5"),
        ("SELECT count(*) FROM t WHERE image IS NULL", "2"),
        ("SELECT count(*) FROM t WHERE image IS NOT NULL AND title <> ''", "48"),
        ("SELECT sum(image IS NULL), sum(story IS NOT NULL) FROM t", "2|50"),
        ("SELECT sum(length(image)) FROM t", "1921200"),
        ("SELECT count(DISTINCT typeof(image)), max(typeof(story)) FROM t", "2|text"),
        ("SELECT max(young), count(*) FROM t WHERE young = 'young'", "young|50"),
        ("SELECT title FROM t WHERE id = 7 AND image NOTNULL", "title 7"),
        ("SELECT count(*) FROM t a JOIN t b ON b.title = a.title", "50"),
    ])
    func `have pages that nobody reads`(sql: String, expected: String) throws {
        #expect(try Self.pages(sql, expected, Self.pictures()) == 0)
    }

    /// The kind of a text was taken for its truth, and of a pattern for all of it.
    @Test func `are looked at whole where their kind is not enough`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, b);
            INSERT INTO t VALUES (1, '1' || printf('%.60000c', 'a')), (2, '0')
            """)
        #expect(
            try connection.rows(
                "SELECT b AND NULL, b OR NULL, NOT (b AND NULL), b + NULL, b || NULL FROM t")
                == ["|1|||", "0||1||"])
        #expect(try connection.rows("SELECT id FROM t WHERE NOT (b AND NULL)") == ["2"])
        #expect(
            try connection.rows("SELECT b IS NULL, b = NULL, NULL IS b FROM t LIMIT 1") == ["0||0"])
        #expect(
            connection.refusal("SELECT count(NULL LIKE b) FROM t")
                == "LIKE or GLOB pattern too complex")
    }

    @Test func `are read up to what is wanted`() throws {
        let connection = try Self.pictures()
        let story = try Self.pages("SELECT sum(length(story)) FROM t", "300000", connection)
        #expect(story > 0 && story <= 100)
        let whole = try Self.pages(
            "SELECT sum(length(story)), max(image), count(comment) FROM t WHERE id = 1",
            "6000|\(try connection.rows("SELECT image FROM t WHERE id = 1")[0])|1", connection)
        #expect(whole == 11)
    }

    @Test func `keep the pages of what does not change`() throws {
        let connection = try Self.pictures()
        // From now on the rows have the youngest column.
        try connection.execute("UPDATE t SET title = title")
        let before = connection.pageCounts
        try connection.execute(
            "UPDATE t SET title = 'another, longer ' || title; "
                + "UPDATE t SET title = substr(title, 10)")
        #expect((connection.pageCounts - before).overflow.changed == 0)
        // The comment lies at the end of the chain.
        try connection.execute("UPDATE t SET comment = upper(comment)")
        #expect((connection.pageCounts - before).overflow.changed == 50)
        #expect(
            try connection.rows("SELECT title, length(image), comment FROM t WHERE id = 7")
                == ["longer title 7|40007|COMMENT 7"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// The same rows in small pages, where hardly one fits, and in large ones, where all do.
    @Test(arguments: UInt64(1)...6)
    func `are the same in pages of any size`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let width = 12
        let columns = (0..<width).map { "c\($0)" }
        var script = "CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns.joined(separator: ",")));"
        for _ in 0..<60 {
            let values = (0..<width).map { _ in Self.value(&random) }
            script += "INSERT INTO t(\(columns.joined(separator: ","))) "
            script += "VALUES(\(values.joined(separator: ",")));"
        }
        script += "ALTER TABLE t ADD COLUMN young DEFAULT 'young';"
        let small = try Connection.memory("PRAGMA page_size = 512;" + script)
        let large = try Connection.memory("PRAGMA page_size = 65536;" + script)
        for step in 0..<160 {
            if step % 4 == 3 {
                let sql = "UPDATE t SET \(Self.change(&random, width))"
                try small.execute(sql)
                try large.execute(sql)
            }
            let asked = (0...Int(random.next() % 6)).map { _ in Self.question(&random, width) }
            let filter = random.next() % 2 == 0 ? "true" : Self.question(&random, width)
            let order = random.next() % 3 == 0 ? "c\(random.next() % UInt64(width)), id" : "id"
            let values = asked.joined(separator: ", ")
            let sql = "SELECT id, \(values) FROM t WHERE \(filter) ORDER BY \(order)"
            #expect(try small.rows(sql) == large.rows(sql), "seed \(seed): \(sql)")
        }
        #expect(try small.rows("PRAGMA integrity_check") == ["ok"], "seed \(seed)")
    }

    private static func value(_ random: inout SeededRandom) -> String {
        let size = random.next() % 2 == 0 ? random.next() % 12 : random.next() % 1500
        switch random.next() % 7 {
        case 0: return "NULL"
        case 1: return "\(Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64))"
        case 2: return "\(Double(random.next() % 1000) / 7)"
        case 3, 4: return "printf('%.\(size)c', 'ä')"
        default: return "zeroblob(\(size))"
        }
    }

    private static func change(_ random: inout SeededRandom, _ width: Int) -> String {
        let column = "c\(random.next() % UInt64(width))"
        let value =
            switch random.next() % 4 {
            case 0: "typeof(\(column))"
            case 1: "\(column) || 'x'"
            case 2: "c\(random.next() % UInt64(width))"
            default: value(&random)
            }
        return "\(column) = \(value) WHERE id % 7 = \(random.next() % 7)"
    }

    /// An expression that asks for more or less of a column.
    private static func question(_ random: inout SeededRandom, _ width: Int) -> String {
        let column = random.next() % 20 == 0 ? "young" : "c\(random.next() % UInt64(width))"
        return switch random.next() % 8 {
        case 0: "\(column) IS NULL"
        case 1: "\(column) IS NOT NULL"
        case 2: "typeof(\(column))"
        case 3: "length(\(column))"
        case 4: "coalesce(length(\(column)), typeof(\(column)) || 'x')"
        case 5: "CASE WHEN \(column) IS NULL THEN 'none' ELSE hex(\(column)) END"
        default: column
        }
    }
}
