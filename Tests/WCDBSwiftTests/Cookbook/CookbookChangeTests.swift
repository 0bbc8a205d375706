import Foundation
import Testing
import WCDBSwift

/// The recipes of `Spec/cookbook.md` that group or change rows.
@Suite struct `Recipes of the cookbook that group and change` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillShop() }

    // MARK: Grouping

    @Test func `groups and conditions on them`() throws {
        let rows = try database.prepareRowSelect(
            on: Book.Properties.author, Book.Properties.any.count(),
            Book.Properties.price.sum(), fromTable: "books"
        ).group(by: Book.Properties.author)
            .having(Book.Properties.price.sum() > 20)
            .order(by: Book.Properties.author).allRows()
        #expect(texts(rows) == ["2|2|25.0", "3|3|70.0"])
    }

    @Test func `results of expressions in objects`() throws {
        let cheapest: [Book] = try database.getObjects(
            on: Book.Properties.price.min().as(Book.Properties.price),
            Book.Properties.id, Book.Properties.author, Book.Properties.title,
            Book.Properties.year, Book.Properties.stock, fromTable: "books")
        #expect(cheapest.map(\.title) == ["Nanoseconds"])
    }

    @Test func `counting only some rows`() throws {
        let isOut = WCDBSwift.Expression.case().when(Book.Properties.stock == 0).then(1).else(0)
        let rows = try database.getRows(
            on: [Book.Properties.any.count(), isOut.sum()], fromTable: "books")
        #expect(texts(rows) == ["6|2"])
    }

    // MARK: Changes

    @Test func `a value that depends on the old one`() throws {
        let sale = StatementUpdate().update(table: "books")
            .set(Book.Properties.stock).to(Book.Properties.stock - 1)
            .where(Book.Properties.id == 3 && Book.Properties.stock > 0)
        try database.exec(sale)
        let stock = try database.getValue(
            on: Book.Properties.stock, fromTable: "books", where: Book.Properties.id == 3)
        #expect(stock.intValue == 6)
    }

    @Test func `other values for other rows`() throws {
        let price = WCDBSwift.Expression.case()
            .when(Book.Properties.year < 1950).then(Book.Properties.price * 2)
            .when(Book.Properties.stock == 0).then(0)
            .else(Book.Properties.price)
        try database.exec(
            StatementUpdate().update(table: "books").set(Book.Properties.price).to(price))
        let prices = try database.getColumn(
            on: Book.Properties.price, fromTable: "books", orderBy: [Book.Properties.id])
        #expect(prices.map(\.doubleValue) == [20, 0, 5, 30, 25, 0])
    }

    @Test func `all or nothing`() throws {
        struct OutOfStock: Error {}
        do {
            try database.run(transaction: { handle in
                try handle.delete(fromTable: "books", where: Book.Properties.author == 1)
                let left = try handle.getValue(
                    on: Book.Properties.stock.sum(), fromTable: "books")
                if left.intValue < 11 { throw OutOfStock() }
            })
        } catch is OutOfStock {
            // Nothing was deleted.
        }
        let count = try database.getValue(on: Book.Properties.any.count(), fromTable: "books")
        #expect(count.intValue == 6)
    }

    // MARK: Schemas

    @Test func `new properties become columns`() throws {
        struct Author: TableCodable {
            var id = 0
            var name = ""
            var born: Int?
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Author
                static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                    BindColumnConstraint(id, isPrimary: true)
                    BindIndex(born, namedWith: "_born")
                }
                case id, name, born
            }
        }
        try database.create(table: "authors", of: Author.self)
        let authors: [Author] = try database.getObjects(fromTable: "authors")
        #expect(authors.count == 4 && authors.allSatisfy { $0.born == nil })
    }

    @Test func `another shape, with the rows that were there`() throws {
        try database.run(transaction: { handle in
            try handle.create(table: "new_books", of: Book.self)
            let old = StatementSelect().select(Book.Properties.all).from("books")
                .where(Book.Properties.stock > 0)
            try handle.exec(
                StatementInsert().insert(intoTable: "new_books")
                    .columns(Book.Properties.all).values(old))
            try handle.drop(table: "books")
            try handle.exec(StatementAlterTable().alter(table: "new_books").rename(to: "books"))
        })
        let books: [Book] = try database.getObjects(fromTable: "books")
        #expect(books.map(\.id) == [1, 3, 4, 5])
    }

    @Test func `from version to version`() throws {
        struct Reader: TableCodable {
            var id = 0
            var name = ""
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Reader
                static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                    BindColumnConstraint(id, isPrimary: true)
                }
                case id, name
            }
        }
        let steps = [
            SchemaStep(1, "readers") { try $0.create(table: "readers", of: Reader.self) },
            SchemaStep(2, "prices in cents") { handle in
                try handle.exec(sql: "UPDATE books SET price = price * 100")
            },
        ]
        let done = try database.migrate(steps).map(\.name)
        let again = try database.migrate(steps).map(\.name)
        #expect(done == ["readers", "prices in cents"])
        #expect(again.isEmpty)
        #expect(try database.isTableExists("readers"))
        let prices = try database.getColumn(
            on: Book.Properties.price, fromTable: "books", orderBy: [Book.Properties.id])
        #expect(prices.map(\.doubleValue) == [1000, 2000, 500, 3000, 2500, 1500])
    }

    @Test func `a copy before the next version`() throws {
        let copy = temporary.directory.appendingPathComponent("before.db").path
        let steps = [
            SchemaStep(1, "no empty stocks") { handle in
                try handle.delete(fromTable: "books", where: Book.Properties.stock == 0)
            }
        ]
        if try !database.pendingSteps(steps).isEmpty {
            try database.copy(toPath: copy)
            try database.migrate(steps)
        }
        let count = try database.getValue(on: Book.Properties.any.count(), fromTable: "books")
        #expect(count.intValue == 4)
        let before = Database(at: copy)
        #expect(try before.getValue(sql: "SELECT count(*) FROM books")?.intValue == 6)
        before.close()
    }
}
