import Foundation
import Testing
import WCDBSwift

/// The recipes of `Spec/cookbook.md` that read, write and listen from tasks.
@Suite(.timeLimit(.minutes(20))) struct `Recipes of the cookbook for tasks` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillShop() }

    // MARK: Tasks

    @Test func `reading and writing from a task`() async throws {
        let sold = try await database.write { handle in
            try handle.exec(sql: "UPDATE books SET stock = stock - 1 WHERE id = 3 AND stock > 0")
            return handle.changes
        }
        let (titles, stock) = try await database.read { handle in
            let titles = try handle.getColumn(
                on: Book.Properties.title, fromTable: "books",
                where: Book.Properties.stock > 2, orderBy: [Book.Properties.title])
            let stock = try handle.getValue(
                on: Book.Properties.stock.sum(), fromTable: "books")
            return (titles.map(\.stringValue), stock.intValue)
        }
        #expect(sold == 1)
        #expect(titles == ["Nanoseconds", "Notes"])
        #expect(stock == 12)
    }

    @Test func `rows one after the other`() async throws {
        var value = 0.0
        for try await row in database.rows(sql: "SELECT price, stock FROM books") {
            value += row[0].doubleValue * row[1].doubleValue
        }
        #expect(value == 145)
    }

    @Test func `work that is cancelled`() async throws {
        let database = database
        let search = Task {
            try await database.read { handle in
                try handle.getValue(
                    sql: """
                        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
                        SELECT count(*) FROM number
                        """)
            }
        }
        search.cancel()
        do {
            _ = try await search.value
        } catch is CancellationError {
            // The statement was stopped; the database goes on.
        }
        #expect(try database.getValue(sql: "SELECT count(*) FROM books")?.intValue == 6)
        await #expect(throws: CancellationError.self) { try await search.value }
    }

    // MARK: Observation

    @Test func `a list that follows its table`() async throws {
        let soldOut = StatementSelect().select(Book.Properties.title).from("books")
            .where(Book.Properties.stock == 0).order(by: Book.Properties.title)
        var lists: [[String]] = []
        for try await rows in database.observe(soldOut) {
            lists.append(rows.map { $0[0].stringValue })
            if lists.count == 2 { break }
            // Somebody sells the last one, here or on any other thread.
            try await database.write { handle in
                try handle.update(
                    table: "books", on: Book.Properties.stock, with: 0,
                    where: Book.Properties.id == 4)
            }
        }
        #expect(lists == [["Argus", "Compilers"], ["Abstraction", "Argus", "Compilers"]])
    }

    @Test func `what each commit changes`() async throws {
        var commits = database.changes().makeAsyncIterator()
        try database.run(transaction: { handle in
            try handle.update(table: "books", on: Book.Properties.stock, with: 1)
            try handle.delete(fromTable: "authors", where: Author.Properties.id == 4)
        })
        let tables = await commits.next()?.tables
        #expect(tables == ["authors", "books"])
    }
}
