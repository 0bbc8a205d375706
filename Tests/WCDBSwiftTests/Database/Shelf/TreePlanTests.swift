import Testing

@testable import WCDBSwift

/// Statements that were built as a whole run the program that was compiled for them before.
@Suite struct `Plans of built statements` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(6) }

    private func select(_ condition: WCDBSwift.Expression) -> StatementSelect {
        StatementSelect().select(Memo.Properties.id).from("memos").where(condition)
            .order(by: Memo.Properties.id)
    }

    private func ids(_ condition: WCDBSwift.Expression) throws -> [Int] {
        try database.getColumn(from: select(condition)).map(\.intValue)
    }

    @Test func `constants are those of the statement`() throws {
        let id = Memo.Properties.id
        for number in [3, 4, 9, -1, 3] {
            #expect(try ids(id == number) == (1...6).filter { $0 == number })
            #expect(try ids(id > number && id < 6) == (1...6).filter { $0 > number && $0 < 6 })
            #expect(try ids(id.in(1, number)) == (1...6).filter { $0 == 1 || $0 == number })
        }
        #expect(try ids(id == 2.0) == [2] && ids(id == "2") == [2] && ids(id == "x") == [])
        #expect(try ids(id == 5) == [5])
    }

    @Test func `texts in errors and traces have the constants`() throws {
        let seen = Collected<String>()
        database.traceSQL { _, _, _, sql, _ in seen.add(sql) }
        for number in 1...3 { _ = try ids(Memo.Properties.id == number) }
        #expect(
            seen.all.filter { $0.contains("WHERE") }
                == (1...3).map { "SELECT id FROM memos WHERE id == \($0) ORDER BY id" })
    }

    /// They became parameters, of which there are not so many: the message told of a number that
    /// nobody had written.
    @Test func `there may be more constants than parameters`() throws {
        func any(_ parts: ArraySlice<WCDBSwift.Expression>) -> WCDBSwift.Expression {
            guard parts.count > 1 else { return parts.first ?? WCDBSwift.Expression(with: 0) }
            let half = parts.startIndex + parts.count / 2
            return any(parts[..<half]) || any(parts[half...])
        }
        let id = Memo.Properties.id
        let pairs = any((0..<17_000).map { id == $0 + 3 && id == $0 + 3 }[...])
        for _ in 0..<2 {
            let found: [Memo] = try database.getObjects(fromTable: "memos", where: pairs)
            #expect(found.map(\.id) == [3, 4, 5, 6])
        }
        try database.delete(fromTable: "memos", where: pairs)
        #expect(try ids(id > 0) == [1, 2])
    }

    @Test func `a statement without parameters has none the second time`() throws {
        for _ in 0..<3 {
            try database.run(transaction: { handle in
                try handle.prepare(select(Memo.Properties.id == 3))
                defer { handle.finalize() }
                handle.bind(Int32(5), toIndex: 1)
                handle.clearBindings()
                #expect(handle.indexOf(bindParameter: "?1") == 0)
                #expect(try handle.step() && handle.value(atIndex: 0).intValue == 3)
            })
        }
    }

    /// What it ran was kept for the next one, and then run: rows of other constants came.
    @Test func `a listener gives up the statement that begins`() throws {
        let (database, id) = (database, Memo.Properties.id)
        _ = try ids(id > 0)
        database.traceSQL { _, _, _, _, _ in
            (try? database.getHandle())?.finalizeAllStatement()
        }
        do {
            let handle = try database.getHandle()
            let prepared = try handle.getOrCreatePreparedStatement(with: select(id > 0))
            let error = #expect(throws: WCDBError.self) { try prepared.step() }
            #expect(error?.code == .Misuse)
        }
        database.traceSQL(nil)
        #expect(try ids(id > 4) == [5, 6])
    }

    /// It was put away in the middle of its rows.
    @Test func `a listener runs the statement that is given up`() throws {
        let (database, select) = (database, select(Memo.Properties.id > 0))
        _ = try database.getRows(from: select)
        database.trace(ofPerformance: { _, _, _, _, _ in
            let handle = try? database.getHandle()
            _ = try? handle?.getOrCreatePreparedStatement(with: select).step()
        })
        do {
            let handle = try database.getHandle()
            let prepared = try handle.getOrCreatePreparedStatement(with: select)
            #expect(try prepared.step())
            prepared.finalize()
            database.trace(ofPerformance: nil)
            #expect(try ids(Memo.Properties.id > 4) == [5, 6])
        }
        #expect(try ids(Memo.Properties.id > 3) == [4, 5, 6])
    }

    @Test func `parameters of the statement are the caller's`() throws {
        for number in 1...3 {
            let handle = try database.getHandle()
            try handle.prepare(select(Memo.Properties.id == BindParameter(1)))
            defer { handle.finalize() }
            handle.bind(Int32(number), toIndex: 1)
            #expect(try handle.step() && handle.value(atIndex: 0).intValue == number)
        }
    }

    @Test func `changes have their constants, and run at the same time as others`() throws {
        for number in 1...3 {
            try database.exec(
                StatementUpdate().update(table: "memos").set(Memo.Properties.text).to("n")
                    .where(Memo.Properties.id == number))
            try database.exec(
                StatementDelete().delete(from: "memos").where(Memo.Properties.id == number + 3))
            let handle = try database.getHandle()
            let outer = try handle.getOrCreatePreparedStatement(
                with: select(Memo.Properties.id > number - 1))
            #expect(try outer.step())
            let left = (1...6).filter { !(4...number + 3).contains($0) }
            #expect(try ids(Memo.Properties.id > number) == left.filter { $0 > number })
            #expect(outer.value(atIndex: 0).intValue == number)
            outer.finalize()
        }
        #expect(
            try temporary.rows(of: "SELECT id FROM memos WHERE text = 'n'") == ["1", "2", "3"])
    }

    @Test func `the schema may change in between`() throws {
        #expect(try ids(Memo.Properties.id == 2) == [2])
        try database.exec(sql: "CREATE INDEX late ON memos(text) WHERE id = 2")
        #expect(try ids(Memo.Properties.id == 2) == [2])
        try database.exec(sql: "ALTER TABLE memos RENAME TO gone")
        #expect(throws: WCDBError.self) { try ids(Memo.Properties.id == 2) }
        try database.exec(sql: "ALTER TABLE gone RENAME TO memos")
        #expect(try ids(Memo.Properties.id == 3) == [3])
    }

    @Test func `more statements than are kept`() throws {
        let id = Memo.Properties.id
        for round in 1...2 {
            for number in 0..<100 {
                var condition = id == round
                for _ in 0..<number % 50 { condition = condition && id == round }
                #expect(try ids(condition) == [round])
            }
        }
    }
}
