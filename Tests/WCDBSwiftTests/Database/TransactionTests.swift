import Foundation
import Testing
import WCDBSwift

@Suite struct `Transactions` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    let insert = TemporaryDatabase.insert

    struct Refusal: Error {}

    @Test func `a transaction is kept, or undone when it throws`() throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            try handle.exec(insert(1, "a"))
            try handle.exec(insert(2, "b"))
        })
        #expect(throws: Refusal.self) {
            try database.run(transaction: { handle in
                try handle.exec(insert(3, "c"))
                throw Refusal()
            })
        }
        #expect(try temporary.rows() == [["1", "a"], ["2", "b"]])
        #expect(!database.isInTransaction)
    }

    @Test func `the closure of a plain transaction may end it`() throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            try handle.exec(insert(1, "a"))
            try handle.rollback()
            try handle.exec(insert(2, "b"))
        })
        try database.run(transaction: { handle in
            try handle.exec(insert(3, "c"))
            try handle.commit()
        })
        try database.run(transaction: { handle in
            try handle.exec(insert(4, "d"))
            try handle.exec(StatementRollback())
        })
        try database.run(transaction: { handle in
            try handle.exec(insert(5, "e"))
            try handle.commit()
            try handle.begin()
            try handle.exec(insert(6, "f"))
        })
        #expect(!database.isInTransaction)
        #expect(try temporary.rows().map { $0[1] } == ["b", "c", "e", "f"])
    }

    @Test func `a plain transaction that is lost is not taken for kept`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        let isLost = { (prelude: @escaping (Handle) throws -> Void) in
            let error = #expect(throws: WCDBError.self) {
                try database.run(transaction: { handle in
                    try prelude(handle)
                    try handle.exec(insert(2, "b"))
                    try? handle.exec(sql: "INSERT OR ROLLBACK INTO t VALUES(1, 'again')")
                })
            }
            #expect(error?.code == .Misuse)
        }
        isLost { _ in }
        isLost { handle in
            try handle.commit()
            try handle.begin()
        }
        // A level that is left open is undone, as ever.
        #expect(throws: WCDBError.self) { try database.run(transaction: { try $0.begin() }) }
        #expect(try temporary.rows() == [["1", "a"]])
    }

    /// It succeeded, as it does without a transaction, and what was lost was taken for kept.
    @Test func `the commit of a transaction that is lost fails`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        func lose() throws {
            try database.begin()
            try database.exec(insert(2, "b"))
            try? database.exec(sql: "INSERT OR ROLLBACK INTO t VALUES(1, 'again')")
        }
        try lose()
        // What another thread does is its own affair.
        OtherThread.run { [database] in
            #expect(throws: Never.self) { try database.commit() }
        }
        let error = #expect(throws: WCDBError.self) { try database.commit() }
        #expect(error?.code == .Abort)
        // It is told once, or not at all, if the program knows of it already.
        try database.commit()
        try lose()
        try database.rollback()
        try database.commit()
        try lose()
        try database.run(transaction: { try $0.exec(insert(3, "c")) })
        try database.commit()
        try? database.run(transaction: { handle in
            try handle.exec(sql: "INSERT OR ROLLBACK INTO t VALUES(1, 'again')")
        })
        try database.commit()
        #expect(try temporary.rows() == [["1", "a"], ["3", "c"]])
    }

    @Test func `the commit of a transaction that is lost fails, if SQL began it, too`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        func lose() throws {
            try database.exec(sql: "BEGIN")
            try? database.exec(sql: "INSERT OR ROLLBACK INTO t VALUES(1, 'again')")
        }
        try lose()
        let error = #expect(throws: WCDBError.self) { try database.commit() }
        #expect(error?.code == .Abort)
        try lose()
        try database.exec(sql: "BEGIN")
        try database.exec(insert(2, "b"))
        try database.exec(sql: "COMMIT")
        try database.commit()
        #expect(try temporary.rows() == [["1", "a"], ["2", "b"]])
    }

    @Test func `within a transaction another one just runs`() throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            try handle.exec(insert(1, "a"))
            try? database.run(transaction: { inner in
                try inner.exec(insert(2, "b"))
                throw Refusal()
            })
        })
        #expect(try temporary.rows() == [["1", "a"], ["2", "b"]])
    }

    @Test func `a controllable transaction undoes its own level`() throws {
        try temporary.createTable()
        try database.run(controllableTransaction: { handle in
            try handle.exec(insert(1, "a"))
            try handle.run(controllableTransaction: { inner in
                try inner.exec(insert(2, "b"))
                return false
            })
            try handle.run(controllableTransaction: { inner in
                try inner.exec(insert(3, "c"))
                return true
            })
            return true
        })
        #expect(try temporary.rows() == [["1", "a"], ["3", "c"]])
        try database.run(controllableTransaction: { handle in
            try handle.exec(insert(4, "d"))
            return false
        })
        #expect(try temporary.rows().count == 2)
    }

    @Test func `levels begin and end one by one`() throws {
        try temporary.createTable()
        try database.begin()
        #expect(database.isInTransaction)
        try database.exec(insert(1, "a"))
        try database.begin()
        try database.exec(insert(2, "b"))
        try database.rollback()
        #expect(database.isInTransaction)
        try database.begin()
        try database.exec(insert(3, "c"))
        try database.commit()
        try database.commit()
        #expect(!database.isInTransaction)
        #expect(try temporary.rows() == [["1", "a"], ["3", "c"]])
        // Outside of a transaction nothing happens.
        try database.commit()
        try database.rollback()
    }

    @Test func `objects of the same path take part`() throws {
        try temporary.createTable()
        let other = Database(at: database.path)
        try database.begin()
        try database.exec(insert(1, "a"))
        #expect(other.isInTransaction)
        #expect(try other.getRows(from: TemporaryDatabase.selectAll).count == 1)
        try other.rollback()
        #expect(!database.isInTransaction)
        #expect(try temporary.rows().isEmpty)
    }

    @Test func `a pausable transaction runs until it is told to stop`() throws {
        try temporary.createTable()
        var calls: [Bool] = []
        try database.run(pausableTransaction: { handle, stop, isNew in
            calls.append(isNew)
            try handle.exec(insert(calls.count, "x"))
            stop = calls.count == 3
        })
        #expect(calls == [true, false, false])
        #expect(try temporary.rows().count == 3)
        #expect(throws: Refusal.self) {
            try database.run(pausableTransaction: { handle, _, _ in
                try handle.exec(insert(9, "x"))
                throw Refusal()
            })
        }
        #expect(try temporary.rows().count == 3)
    }

    @Test func `a pausable transaction lets a waiting writer in`() throws {
        try temporary.createTable()
        let database = database
        let writer = Thread {
            try? database.exec(TemporaryDatabase.insert(1_000_000, "writer"))
        }
        var calls = 0
        var pauses = 0
        try database.run(pausableTransaction: { handle, stop, isNew in
            if calls == 0 { writer.start() }
            calls += 1
            if isNew { pauses += 1 }
            try handle.exec(insert(calls, "x"))
            stop = pauses > 1 || calls > 100_000
        })
        #expect(pauses == 2)
        #expect(try temporary.rows().last == ["1000000", "writer"])
    }

    /// A list of two began the loop anew after each call, for ever; a single object did not.
    @Test func `the transaction of a call leaves open loops alone`() throws {
        try temporary.fillMemos(5)
        try temporary.createTable()
        let handle = try database.getHandle()
        let prepared = try handle.getOrCreatePreparedStatement(
            with: StatementSQL("SELECT id FROM memos"))
        try handle.prepare(sql: "SELECT id FROM memos")
        var ids: [Int] = []
        while try handle.step(), try prepared.step(), ids.count < 20 {
            let id = handle.value(atIndex: 0).intValue
            #expect(prepared.value(atIndex: 0).intValue == id)
            ids.append(id)
            let more = [Memo(id: 100 + 2 * id), Memo(id: 101 + 2 * id)]
            try database.insert(more, intoTable: "memos")
            try database.create(table: "others", of: Memo.self)
            // One that fails does not either.
            #expect(throws: WCDBError.self) {
                try database.insert([Memo(id: 7000), Memo(id: 1)], intoTable: "memos")
            }
        }
        handle.finalize()
        #expect(ids == [1, 2, 3, 4, 5])
        #expect(try temporary.rows(of: "SELECT count(*) FROM memos") == ["15"])
    }
}
