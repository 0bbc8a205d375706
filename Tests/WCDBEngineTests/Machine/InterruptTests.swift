import Foundation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Interrupting` {
    /// Runs a statement that another thread interrupts soon after it began; nil if it was done
    /// before.
    private func interrupted(
        _ sql: String, _ connection: Connection, after seconds: TimeInterval = 0.05
    ) throws -> EngineError? {
        let statement = try #require(try connection.prepare(sql))
        let interrupter = connection.interrupter
        let isSet = DispatchSemaphore(value: 0)
        let thread = Thread {
            Thread.sleep(forTimeInterval: seconds)
            interrupter.set()
            isSet.signal()
        }
        thread.start()
        defer {
            isSet.wait()
            interrupter.clear()
        }
        do {
            while try statement.step() {}
            return nil
        } catch {
            return error
        }
    }

    /// Each goes round in another kind of loop, nearly for ever.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT 1 FROM c) SELECT count(*) FROM c",
            "SELECT count(*) FROM t a, t b, t c, t d, t e",
            "SELECT a.a FROM t a, t b, t c, t d, t e ORDER BY a.rowid DESC, b.rowid DESC",
            """
            WITH w AS MATERIALIZED (SELECT a FROM t)
            SELECT count(*) FROM w a, w b, w c, w d, w e
            """,
            "SELECT count(*) FROM t a, t b, t c, t d, t e WHERE e.k = a.k AND d.k = c.k",
            "SELECT count(*) FROM t a, t b, t c, t d, t e WHERE +e.k = a.k AND +d.k = a.k",
        ])
    func `stops every kind of loop`(sql: String) throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, k);
            CREATE INDEX t_k ON t(k);
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 400)
            INSERT INTO t SELECT x, x % 2 FROM n
            """)
        #expect(try interrupted(sql, connection) == .storage(.interrupted))
        #expect(try connection.rows("SELECT count(*) FROM t") == ["400"])
    }

    /// A statement that needs no savepoint left those rows changed that it had come to.
    @Test(arguments: 1...8) func `leaves no half of a change`(tenths: Int) throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a);
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000)
            INSERT INTO t SELECT 0 FROM n;
            BEGIN;
            INSERT INTO t VALUES(7)
            """)
        let error = try interrupted(
            "UPDATE t SET a = a + 1 WHERE a <> 7", connection, after: Double(tenths) * 0.02)
        let others = try connection.rows("SELECT DISTINCT a FROM t WHERE a <> 7")
        // It was done before; or nothing of it is there, with or without the transaction.
        #expect(others == (error == nil ? ["1"] : ["0"]))
        let isGone = connection.isAutocommit
        #expect(try connection.rows("SELECT count(*) FROM t") == [isGone ? "20000" : "20001"])
        #expect(!isGone || error == .storage(.interrupted))
    }
}
