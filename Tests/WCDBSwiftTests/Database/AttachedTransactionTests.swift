import Foundation
import Testing
import WCDBSwift

/// A transaction that begins at once may write every file of its connection from then on.
@Suite struct `Transactions over attached databases` {
    let temporary = TemporaryDatabase()
    let other = TemporaryDatabase()
    var database: Database { temporary.database }

    private func attach() throws {
        try temporary.createTable()
        try other.createTable()
        let path = other.database.path
        database.setConfig(
            named: "other",
            withInvocation: { handle in
                try handle.exec(StatementAttach().attach(path).as("other"))
            })
    }

    private func insertIntoOther(_ number: Int) -> StatementInsert {
        StatementInsert().insert(intoTable: "t").of(schema: "other")
            .columns(Column(named: "a")).values(number)
    }

    @Test func `keep others from writing any of them`() throws {
        try attach()
        let written = DispatchSemaphore(value: 0)
        try database.run(transaction: { handle in
            _ = try handle.getRows(from: TemporaryDatabase.selectAll)
            Thread.detachNewThread {
                try? other.database.exec(TemporaryDatabase.insert(1, "of another"))
                written.signal()
            }
            // Not a proof, but without the right to write the other one would be done by then.
            #expect(written.wait(timeout: .now() + 0.2) == .timedOut)
            try handle.exec(insertIntoOther(2))
        })
        written.wait()
        #expect(Set(try other.rows().map { $0[0] }) == ["1", "2"])
    }

    @Test func `pause for those who wait for any of them`() throws {
        try attach()
        let written = Collected<Bool>()
        var isStarted = false
        let end = Date() + 20
        try database.run(pausableTransaction: { handle, stop, _ in
            try handle.exec(StatementSQL("DELETE FROM t"))
            if !isStarted {
                isStarted = true
                Thread.detachNewThread {
                    try? other.database.exec(TemporaryDatabase.insert(1, "of another"))
                    written.add(true)
                }
            }
            stop = !written.all.isEmpty || Date() > end
        })
        #expect(!written.all.isEmpty)
        #expect(try other.rows().count == 1)
    }

    @Test func `wait for each other, whichever file is the main one`() throws {
        try attach()
        let path = database.path
        other.database.setConfig(
            named: "first",
            withInvocation: { handle in
                try handle.exec(StatementAttach().attach(path).as("first"))
            })
        let group = DispatchGroup()
        let failures = Collected<String>()
        for thread in 0..<6 {
            let database = thread % 2 == 0 ? temporary.database : other.database
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    for number in 0..<20 {
                        try database.run(transaction: { handle in
                            try handle.exec(TemporaryDatabase.insert(thread * 100 + number, ""))
                        })
                    }
                } catch {
                    failures.add("\(error)")
                }
            }
        }
        group.wait()
        #expect(failures.all.isEmpty)
        #expect(try temporary.rows().count == 60 && other.rows().count == 60)
    }
}
