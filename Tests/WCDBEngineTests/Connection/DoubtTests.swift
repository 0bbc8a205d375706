import StorageSimulation
import Testing

@testable import WCDBEngine
@testable import WCDBStorage

/// What storage cannot do in the middle of a transaction must not be committed in part.
@Suite struct `A transaction in doubt` {
    /// Rows are counted when a savepoint opens. Once an error there lost what was to be counted,
    /// and COMMIT said nothing: count(*) was wrong for good.
    @Test(arguments: ["SAVEPOINT s", "INSERT INTO e VALUES(9, 'x'), (10, 'y')", "COMMIT"])
    func `is rolled back when its rows cannot be counted`(next: String) throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE e(x INTEGER PRIMARY KEY, y); INSERT INTO e(y) VALUES('a'), ('b');
            BEGIN; INSERT INTO e(y) VALUES('c');
            """)
        let transaction = connection.databases[0].transaction
        let isAdded = transaction.state.counts.add(-1000, to: TreeID(3))
        #expect(isAdded)
        #expect(connection.refusal(next) == "database disk image is malformed")
        #expect(connection.isAutocommit)
        #expect(connection.refusal("COMMIT") == "cannot commit - no transaction is active")
        let counts = "SELECT count(*), (SELECT sum(1) FROM e WHERE x > 0) FROM e"
        #expect(try connection.rows(counts) == ["2|2"])
        try connection.execute("DELETE FROM e WHERE x > 0")
        #expect(try connection.rows("SELECT count(*) FROM e") == ["0"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// Each of five tables in turn needs a place for its count that another has. One whose root is
    /// damaged kept all others from being written, at one commit number in four.
    @Test func `is none because another table is damaged`() throws {
        let path = "/db/damaged"
        let disk = SimulatedFileSystem(recordsTrace: false)
        var options = StoreOptions()
        options.backgroundCheckpoints = false
        var connection = try Connection(path: path, options: options, fileSystem: disk)
        for name in ["a", "b", "c", "d", "e"] {
            try connection.execute(
                """
                CREATE TABLE \(name)(x INTEGER PRIMARY KEY, y);
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
                INSERT INTO \(name)(y) SELECT 'row ' || i FROM n;
                """)
        }
        for name in ["a", "b", "c", "d"] {
            try connection.execute("INSERT INTO \(name)(y) VALUES('one more')")
        }
        let damaged = try #require(
            try Catalog(connection.databases[0].store.beginRead()).entry(named: "a"))
        try connection.close()
        var image = disk.image
        image.files[path]?[Int(damaged.root.rawValue - 1) * options.pageSize + 2000] ^= 1
        connection = try Connection(
            path: path, options: options, fileSystem: SimulatedFileSystem(image: image))
        #expect(connection.refusal("SELECT * FROM a") == "database disk image is malformed")
        for _ in 0..<5 {
            try connection.execute(
                """
                INSERT INTO e(y) VALUES('n');
                BEGIN; INSERT INTO e(y) VALUES('n'); SAVEPOINT s; INSERT INTO e(y) VALUES('n');
                RELEASE s; COMMIT;
                """)
        }
        #expect(try connection.rows("SELECT count(*), sum(x > 0) FROM e") == ["2015|2015"])
        try connection.close()
    }
}
