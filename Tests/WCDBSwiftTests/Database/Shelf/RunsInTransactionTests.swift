import Testing
import WCDBSwift

/// Calls that change one row, again and again in a transaction: they go on where the call before
/// them ended, and nobody can see that they do.
@Suite struct `Runs in a transaction` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(4) }

    private func update(_ handle: Handle, _ id: Int, _ text: String) throws {
        try handle.update(
            table: "memos", on: Memo.Properties.text, with: Memo(text: text),
            where: Memo.Properties.id == id)
    }

    private func add(_ handle: Handle, _ id: Int) throws {
        try handle.insert(Memo(id: id, text: "added"), intoTable: "memos")
    }

    private var texts: [String] {
        get throws { try temporary.rows(of: "SELECT id, text FROM memos ORDER BY id") }
    }

    @Test func `each call does what it says`() throws {
        try database.run(transaction: { handle in
            for id in 1...4 { try update(handle, id, "new \(id)") }
            #expect(handle.changes == 1)
            try update(handle, 99, "none")
            #expect(handle.changes == 0)
            for id in 5...7 { try add(handle, id) }
            #expect(handle.lastInsertedRowID == 7)
        })
        let expected = (1...4).map { "\($0)|new \($0)" } + (5...7).map { "\($0)|added" }
        #expect(try texts == expected)
    }

    @Test func `a query that is being read has its rows as they were`() throws {
        var seen: [String] = []
        try database.run(transaction: { handle in
            try update(handle, 1, "first")
            try update(handle, 1, "second")
            try handle.prepare(
                StatementSelect().select(Memo.Properties.text).from("memos")
                    .order(by: Memo.Properties.id))
            while try handle.step() {
                seen.append(handle.value(atIndex: 0).stringValue)
                for id in 1...4 { try update(handle, id, "third") }
                try add(handle, 10 + seen.count)
            }
            handle.finalize()
        })
        #expect(seen == ["second", "text 2", "", "text 4"])
        #expect(try texts.count == 8)
    }

    @Test func `a part of the transaction can be undone`() throws {
        try database.run(transaction: { handle in
            try update(handle, 1, "kept")
            try update(handle, 2, "kept")
            try handle.run(controllableTransaction: { handle in
                try update(handle, 1, "undone")
                try update(handle, 3, "undone")
                try add(handle, 5)
                return false
            })
            try update(handle, 4, "kept")
            try add(handle, 6)
        })
        let texts = try texts
        #expect(texts == ["1|kept", "2|kept", "3|NULL", "4|kept", "6|added"])
    }

    @Test func `whatever happens between two calls counts`() throws {
        try database.run(transaction: { handle in
            try update(handle, 1, "a")
            try handle.exec(sql: "CREATE TABLE log(text)")
            try handle.exec(
                sql: """
                    CREATE TRIGGER t AFTER UPDATE ON memos BEGIN
                    INSERT INTO log VALUES(new.text); END
                    """)
            try update(handle, 1, "b")
            try handle.exec(sql: "DROP TRIGGER t")
            try update(handle, 1, "c")
            try handle.exec(sql: "UPDATE memos SET id = 100 WHERE id = 1")
            try update(handle, 1, "d")
            try update(handle, 100, "e")
        })
        #expect(try temporary.rows(of: "SELECT text FROM log") == ["b"])
        #expect(try texts.last == "100|e")
    }

    @Test func `who may not write any more does not`() throws {
        try database.run(transaction: { handle in
            try update(handle, 1, "a")
            try handle.exec(sql: "PRAGMA query_only = ON")
            #expect(throws: WCDBError.self) { try update(handle, 1, "b") }
            #expect(throws: WCDBError.self) { try add(handle, 5) }
            try handle.exec(sql: "PRAGMA query_only = OFF")
            try update(handle, 2, "c")
        })
        #expect(try texts == ["1|a", "2|c", "3|NULL", "4|text 4"])
    }

    @Test func `a call that fails leaves the others alone`() throws {
        try database.run(transaction: { handle in
            try add(handle, 5)
            #expect(throws: WCDBError.self) { try add(handle, 5) }
            try add(handle, 6)
            let signal = Handle.CancellationSignal()
            handle.attach(cancellationSignal: signal)
            try add(handle, 7)
            signal.cancel()
            #expect(throws: WCDBError.self) { try add(handle, 8) }
            handle.detachCancellationSignal()
            try add(handle, 9)
        })
        #expect(try texts.dropFirst(4) == ["5|added", "6|added", "7|added", "9|added"])
    }
}
