import Foundation
import StorageSimulation
import Testing
import WCDBSwift

/// `WCDB_TEST_SCALE` multiplies the time.
@Suite(.serialized) struct `Many threads on one database` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private static let seconds = 1.5 * Double(TestScale.factor)

    /// Runs a closure in that many threads until the time is over; answers what failed.
    private func run(
        threads: Int, _ body: @escaping @Sendable (Int, Int) throws -> Void
    ) -> [String] {
        let failures = Collected<String>()
        let end = Date(timeIntervalSinceNow: Self.seconds)
        let group = DispatchGroup()
        for number in 0..<threads {
            group.enter()
            let thread = Thread {
                var round = 0
                do {
                    while Date() < end {
                        try body(number, round)
                        round += 1
                    }
                } catch {
                    failures.add("thread \(number), round \(round): \(error)")
                }
                group.leave()
            }
            thread.start()
        }
        group.wait()
        return failures.all
    }

    @Test func `no update is lost, and readers see whole transactions`() throws {
        try database.exec(StatementSQL("CREATE TABLE account(id INTEGER PRIMARY KEY, sum INT)"))
        for id in 0..<8 {
            try database.exec(
                StatementInsert().insert(intoTable: "account").values(id, 1000))
        }
        try database.exec(StatementSQL("CREATE TABLE entry(thread INT, round INT)"))
        let database = database
        let rounds = Collected<Int>()
        let failures = run(threads: 16) { thread, round in
            if thread < 8 {
                let from = (thread + round) % 8
                let to = (thread + round * 3 + 1) % 8
                try database.run(transaction: { handle in
                    let sum = Column(named: "sum")
                    let id = Column(named: "id")
                    try handle.exec(
                        StatementUpdate().update(table: "account").set(sum).to(sum - 7)
                            .where(id == from))
                    try handle.exec(
                        StatementUpdate().update(table: "account").set(sum).to(sum + 7)
                            .where(id == to))
                    try handle.exec(
                        StatementInsert().insert(intoTable: "entry").values(thread, round))
                })
                rounds.add(thread)
            } else {
                let rows = try database.getColumn(
                    from: StatementSQL("SELECT sum FROM account"))
                let total = rows.reduce(0) { $0 + $1.intValue }
                if rows.count != 8 || total != 8000 { throw Torn(total: total) }
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
        let count = try database.getValue(from: StatementSQL("SELECT count(*) FROM entry"))
        #expect(count?.intValue == rounds.all.count)
        #expect(!rounds.all.isEmpty)
        #expect(
            try database.getValue(from: StatementPragma().pragma(.integrityCheck))?
                .stringValue == "ok")
    }

    struct Torn: Error { let total: Int }

    @Test func `indexes that come and go are kept by those who write meanwhile`() throws {
        try temporary.createTable()
        let database = database
        let failures = run(threads: 8) { thread, round in
            if thread == 0 {
                try database.exec(StatementSQL("CREATE INDEX IF NOT EXISTS i ON t(b)"))
                try database.exec(StatementSQL("DROP INDEX IF EXISTS i"))
            } else {
                try database.exec(
                    TemporaryDatabase.insert(round * 8 + thread, "text \(thread) \(round)"))
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
        try database.exec(StatementSQL("CREATE INDEX IF NOT EXISTS i ON t(b)"))
        #expect(
            try database.getValue(from: StatementPragma().pragma(.integrityCheck))?
                .stringValue == "ok")
    }

    @Test func `an index is kept by statements that were prepared before it came`() throws {
        try temporary.createTable()
        let database = database
        let steps = Collected<Int>()
        let failures = run(threads: 6) { thread, round in
            if thread == 0 {
                try database.exec(StatementSQL("CREATE INDEX i ON t(b)"))
                let check = try database.getValue(from: StatementPragma().pragma(.integrityCheck))
                if check?.stringValue != "ok" { throw Damaged(finding: check?.stringValue ?? "") }
                try database.exec(StatementSQL("DROP INDEX i"))
                steps.add(1)
                return
            }
            let handle = try database.getHandle(writeHint: true)
            let statement = try handle.getOrCreatePreparedStatement(
                with: StatementSQL("INSERT INTO t(b) VALUES(?1)"))
            for number in 0..<20 {
                statement.reset()
                statement.bind("\(thread) \(round) \(number)", toIndex: 1)
                try statement.step()
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
        #expect(!steps.all.isEmpty)
    }

    struct Damaged: Error { let finding: String }

    @Test func `closing in between loses nothing`() throws {
        try temporary.createTable()
        let database = database
        let written = Collected<Int>()
        let failures = run(threads: 6) { thread, round in
            if thread == 0 {
                try database.close {}
                Thread.sleep(forTimeInterval: 0.005)
            } else {
                try database.exec(StatementSQL("INSERT INTO t(b) VALUES(\(round))"))
                written.add(1)
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
        let count = try database.getValue(from: StatementSQL("SELECT count(*) FROM t"))
        #expect(count?.intValue == written.all.count)
    }
}
