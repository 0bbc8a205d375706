import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// ATTACH and DETACH, names in several databases.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Several databases` {
    @Test func `names are looked up in temp, main, and the rest in their order`() throws {
        try Script(
            #"""
            ATTACH ':memory:' AS aux;
            CREATE TABLE t(a); INSERT INTO t VALUES('main');
            CREATE TABLE aux.t(a); INSERT INTO aux.t VALUES('aux');
            CREATE TABLE aux.only(z INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO only
              VALUES(NULL);
            SELECT t.a, (SELECT a FROM aux.t), (SELECT z FROM only), main.t.a FROM t;
            --> 'main'|'aux'|1|'main'
            CREATE TEMP TABLE t(a); INSERT INTO t VALUES('temp');
            SELECT a FROM t UNION ALL SELECT a FROM main.t UNION ALL SELECT a FROM aux.t;
            --> 'temp'
            --> 'main'
            --> 'aux'
            SELECT name FROM temp.sqlite_master UNION ALL SELECT name FROM aux.sqlite_schema ORDER
              BY 1;
            --> 'only'
            --> 'sqlite_sequence'
            --> 't'
            --> 't'
            CREATE VIEW main.v AS SELECT * FROM aux.t;
            --! view v cannot reference objects in database aux
            CREATE TEMP VIEW v AS SELECT a FROM main.t UNION ALL SELECT a FROM aux.t;
            SELECT group_concat(a) FROM v;
            --> 'main,aux'
            INSERT INTO aux.t SELECT a FROM main.t;
            CREATE INDEX aux.i ON t(a);
            SELECT tbl_name FROM aux.sqlite_master WHERE type = 'index';
            --> 't'
            SELECT count(*) FROM aux.t JOIN main.t USING(a);
            --> 1
            DROP TABLE t; DROP TABLE t;
            SELECT a FROM t;
            --> 'aux'
            --> 'main'
            """#
        ).run()
    }

    @Test func `transactions are about all of them`() throws {
        try Script(
            #"""
            ATTACH '' AS b;
            CREATE TABLE a(x); CREATE TABLE b.b(x);
            BEGIN; INSERT INTO a VALUES(1); INSERT INTO b VALUES(1); ROLLBACK;
            SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b);
            --> 0|0
            BEGIN; INSERT INTO b VALUES(1); SAVEPOINT s; INSERT INTO a VALUES(2); INSERT INTO b
              VALUES(2); ROLLBACK TO s; COMMIT;
            SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b);
            --> 0|1
            CREATE TEMP TRIGGER tr AFTER INSERT ON a BEGIN INSERT INTO b SELECT NEW.x; END;
            INSERT INTO a VALUES(7);
            SELECT group_concat(x) FROM b;
            --> '1,7'
            """#
        ).run()
    }

    @Test func `what is wrong is refused`() throws {
        try Script(
            #"""
            ATTACH ':memory:' AS aux;
            ATTACH ':memory:' AS AUX;
            --! database AUX is already in use
            ATTACH ':memory:' AS main;
            --! database main is already in use
            DETACH nodb;
            --! no such database: nodb
            DETACH main;
            --! cannot detach database main
            DETACH temp;
            --! no such database: temp
            CREATE TABLE aux.t(a);
            BEGIN; INSERT INTO aux.t VALUES('x');
            DETACH aux;
            --! database aux is locked
            ROLLBACK;
            SELECT * FROM nodb.t;
            --! no such table: nodb.t
            DETACH DATABASE aux;
            SELECT 1 FROM aux.t;
            --! no such table: aux.t
            ATTACH ':memory:' AS a1; ATTACH ':memory:' AS a2; ATTACH ':memory:' AS a3; ATTACH
              ':memory:' AS a4; ATTACH ':memory:' AS a5;
            ATTACH ':memory:' AS a6; ATTACH ':memory:' AS a7; ATTACH ':memory:' AS a8; ATTACH
              ':memory:' AS a9; ATTACH ':memory:' AS a10;
            ATTACH ':memory:' AS a11;
            --! too many attached databases - max 10
            CREATE TABLE a3.x(y); DETACH a2; INSERT INTO x VALUES(5); SELECT y FROM a3.x;
            --> 5
            """#
        ).run()
    }

    @Test func `a database goes within a transaction that has not changed it`() throws {
        try Script(
            #"""
            CREATE TABLE t(a);
            BEGIN; INSERT INTO t VALUES(1); SAVEPOINT s;
            ATTACH ':memory:' AS aux; DETACH aux;
            ATTACH ':memory:' AS aux; CREATE TABLE aux.u(a);
            DETACH aux;
            --! database aux is locked
            ROLLBACK TO s; COMMIT; DETACH aux;
            SELECT a FROM t;
            --> 1
            """#
        ).run()
    }

    /// A trigger went to the table of its name that was found first, wherever its own name put it.
    @Test func `triggers and indexes are where their names say`() throws {
        try Script(
            #"""
            ATTACH ':memory:' AS aux;
            CREATE TABLE aux.a(x); CREATE TABLE t(x); CREATE TEMP TABLE t(y); CREATE TABLE m(z);
            CREATE TRIGGER g AFTER INSERT ON a BEGIN SELECT 1; END;
            --! no such table: main.a
            CREATE TRIGGER g AFTER INSERT ON aux.a BEGIN SELECT 1; END;
            --! trigger g cannot reference objects in database aux
            CREATE TRIGGER aux.g AFTER INSERT ON m BEGIN SELECT 1; END;
            --! no such table: aux.m
            CREATE TRIGGER temp.g AFTER INSERT ON nope BEGIN SELECT 1; END;
            --! no such table: nope
            CREATE TEMP TRIGGER main.g AFTER INSERT ON t BEGIN SELECT 1; END;
            --! temporary trigger may not have qualified name
            CREATE TRIGGER g AFTER INSERT ON m BEGIN SELECT 1 IN (SELECT y FROM temp.t); END;
            --! trigger g cannot reference objects in database temp
            CREATE TRIGGER nodb.g AFTER INSERT ON m BEGIN SELECT 1; END;
            --! unknown database nodb
            CREATE TRIGGER aux.g1 AFTER INSERT ON aux.a BEGIN SELECT 1; END;
            CREATE TRIGGER main.g2 AFTER INSERT ON t BEGIN INSERT INTO m SELECT x FROM main.t; END;
            CREATE TRIGGER temp.g3 AFTER INSERT ON m BEGIN SELECT 1; END;
            CREATE TRIGGER g4 AFTER INSERT ON t BEGIN SELECT 1; END;
            SELECT (SELECT group_concat(name) FROM main.sqlite_master WHERE type = 'trigger'),
              (SELECT group_concat(name) FROM temp.sqlite_master WHERE type = 'trigger'),
              (SELECT group_concat(name) FROM aux.sqlite_master WHERE type = 'trigger');
            --> 'g2'|'g3,g4'|'g1'
            INSERT INTO main.t VALUES(5); SELECT z FROM m;
            --> 5
            CREATE INDEX i ON a(x);
            --! no such table: main.a
            CREATE INDEX temp.i ON m(z);
            --! cannot create a TEMP index on non-TEMP table "m"
            CREATE INDEX i ON t(y); CREATE INDEX main.i ON t(x);
            CREATE VIEW v AS SELECT nope FROM m WHERE 1 IN temp.t;
            --! view v cannot reference objects in database temp
            INSERT INTO temp.T VALUES(1, 2);
            --! table temp.T has 1 columns but 2 values were supplied
            INSERT INTO T AS q(z) VALUES(1);
            --! table q has no column named z
            """#
        ).run()
    }

    /// The numbers of databases move up when one goes: a trigger fell silent, or watched another.
    @Test func `temporary triggers stay with their table when another database goes`() throws {
        try Script(
            #"""
            ATTACH ':memory:' AS a; ATTACH ':memory:' AS b; ATTACH ':memory:' AS c;
            CREATE TABLE b.t(x); CREATE TABLE c.u(x); CREATE TABLE log(m);
            CREATE TEMP TRIGGER onB AFTER INSERT ON t BEGIN INSERT INTO log VALUES(new.x); END;
            CREATE TEMP TRIGGER onC AFTER INSERT ON u BEGIN INSERT INTO log VALUES(-new.x); END;
            INSERT INTO b.t VALUES(1); INSERT INTO c.u VALUES(1);
            DETACH a;
            INSERT INTO b.t VALUES(2); INSERT INTO c.u VALUES(2);
            DETACH b;
            INSERT INTO c.u VALUES(3);
            ATTACH ':memory:' AS b; CREATE TABLE b.t(x); INSERT INTO b.t VALUES(4);
            SELECT group_concat(m) FROM log;
            --> '1,-1,2,-2,-3'
            """#
        ).run()
    }

    /// A connection to two files with a table each, `t` and `u`.
    private func twoFiles(
        on disk: SimulatedFileSystem, _ sql: String = ""
    ) throws -> Connection {
        var options = StoreOptions()
        options.backgroundCheckpoints = false
        let connection = try Connection(path: "/db/a", options: options, fileSystem: disk)
        try connection.execute(
            "ATTACH '/db/b' AS b; CREATE TABLE t(x); CREATE TABLE b.u(x); " + sql)
        return connection
    }

    /// The first file that could not be closed left the others open, and locked for everybody.
    @Test func `closing goes on behind a file that fails`() throws {
        func open(_ disk: SimulatedFileSystem) throws -> Connection {
            try twoFiles(on: disk, "INSERT INTO t VALUES(1); INSERT INTO u VALUES(2)")
        }
        let plain = SimulatedFileSystem()
        let whole = try open(plain)
        let firstCall = plain.callCount
        try whole.close()
        let write = try #require(plain.callKinds[firstCall...].firstIndex(of: .write))
        let disk = SimulatedFileSystem(
            recordsTrace: false, faults: FaultPlan(.error(5), call: write + 1))
        let connection = try open(disk)
        #expect(throws: EngineError.self) { try connection.close() }
        let other = try Connection(path: "/db/b", fileSystem: SecondProcess(disk))
        #expect(try other.rows("SELECT x FROM u") == ["2"])
        try other.close()
    }

    /// What a trigger watches was known by its name: one that a rollback had taken back left its
    /// table to the one that it brought back, which then fell silent.
    @Test func `temporary triggers that a rollback brings back watch what they did`() throws {
        try Script(
            #"""
            ATTACH ':memory:' AS x;
            CREATE TABLE x.only(a); CREATE TABLE other(a); CREATE TEMP TABLE log(m);
            CREATE TEMP TRIGGER g AFTER INSERT ON only BEGIN INSERT INTO log VALUES(new.a); END;
            INSERT INTO only VALUES(1);
            BEGIN; DROP TRIGGER g;
            CREATE TEMP TRIGGER g AFTER INSERT ON other BEGIN INSERT INTO log VALUES(-new.a); END;
            INSERT INTO only VALUES(2); INSERT INTO other VALUES(3);
            SELECT group_concat(m) FROM log;
            --> '1,-3'
            ROLLBACK;
            INSERT INTO only VALUES(4); INSERT INTO other VALUES(5);
            SELECT group_concat(m) FROM log;
            --> '1,4'
            SAVEPOINT a; DROP TRIGGER g; SAVEPOINT b;
            CREATE TEMP TRIGGER g AFTER INSERT ON other BEGIN INSERT INTO log VALUES(-new.a); END;
            ROLLBACK TO a; INSERT INTO only VALUES(6); RELEASE a; INSERT INTO only VALUES(7);
            SELECT group_concat(m) FROM log;
            --> '1,4,6,7'
            """#
        ).run()
    }

    /// The file that was committed first stayed so when there was no room for the other.
    @Test func `a full disk is found before the first of several files is committed`() throws {
        func fill(_ disk: SimulatedFileSystem) throws -> Connection {
            try twoFiles(
                on: disk,
                "BEGIN; INSERT INTO t VALUES(zeroblob(20000)); INSERT INTO u VALUES(2)")
        }
        let plain = SimulatedFileSystem()
        let whole = try fill(plain)
        let firstCall = plain.callCount
        try whole.execute("COMMIT")
        let reservations = (firstCall..<plain.callCount).filter {
            plain.callKinds[$0] == .reserve
        }
        #expect(reservations.count >= 2)
        // Nobody needs room for a file that was not changed.
        try whole.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES(1)")
        let before = plain.callCount
        try whole.execute("COMMIT")
        #expect(!plain.callKinds[before...].contains(.reserve))
        try whole.close()
        for call in reservations {
            let disk = SimulatedFileSystem(
                recordsTrace: false, faults: FaultPlan(.diskFull, call: call + 1))
            let connection = try fill(disk)
            #expect(connection.refusal("COMMIT") == "database or disk is full")
            #expect(
                try connection.rows("SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM u)")
                    == ["0|0"])
            try connection.close()
        }
    }

    @Test func `pragmas are about the database that they name`() throws {
        try Script(
            #"""
            ATTACH ':memory:' AS x;
            PRAGMA x.synchronous = OFF; PRAGMA synchronous; PRAGMA x.synchronous;
            --> 1
            --> 0
            PRAGMA synchronous = FULL; PRAGMA main.synchronous; PRAGMA x.synchronous;
            --> 2
            --> 0
            PRAGMA synchronous = ON; PRAGMA synchronous;
            --> 1
            PRAGMA x.journal_mode; PRAGMA x.wal_checkpoint;
            --> 'memory'
            --> 0|-1|-1
            BEGIN; PRAGMA synchronous = OFF;
            --! Safety level may not be changed inside a transaction
            """#
        ).run()
    }

    @Test func `a checkpoint that names no database is one of all`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let connection = try twoFiles(on: disk, "PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try disk.identity(of: "/db/a-wal")?.size ?? 0 == 0)
        #expect(try disk.identity(of: "/db/b-wal")?.size ?? 0 == 0)
        try connection.close()
    }
}
