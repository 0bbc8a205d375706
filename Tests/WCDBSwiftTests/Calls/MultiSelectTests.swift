import Foundation
import Testing
import WCDBSwift

/// Rows over several tables are read as one object for each.
@Suite struct `Selects over several tables` {
    struct Author: TableCodable {
        var id: Int?
        var name: String?
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Author
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isPrimary: true)
            }
            case id, name
        }
    }

    struct Book: TableCodable {
        var id: Int?
        var author: Int?
        var title: String?
        var year: Int?
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Book
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, author, title, year
        }
    }

    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws {
        try temporary.database.create(table: "authors", of: Author.self)
        try temporary.database.create(table: "books", of: Book.self)
        try temporary.database.insert(
            Author(id: 1, name: "Ada"), Author(id: 2, name: "Grace"), intoTable: "authors")
        try temporary.database.insert(
            Book(id: 1, author: 1, title: "Notes"), Book(id: 2, author: 2, title: "Compilers"),
            Book(id: 3, author: 2, title: "Nanoseconds", year: 1985), intoTable: "books")
    }

    @Test func `by the names of the tables`() throws {
        let select = try database.prepareMultiSelect(
            on: Author.Properties.name.in(table: "authors"),
            Book.Properties.title.in(table: "books"), Book.Properties.year.in(table: "books"),
            fromTables: ["authors", "books"]
        ).where(
            Author.Properties.id.in(table: "authors") == Book.Properties.author.in(table: "books")
        )
        .order(by: Book.Properties.id.in(table: "books"))
        #expect(
            select.statement.description
                == "SELECT authors.name, books.title, books.year FROM authors, books "
                + "WHERE authors.id == books.author ORDER BY books.id")
        let rows = try select.allMultiObjects()
        #expect(rows.count == 3)
        #expect((rows[0]["authors"] as? Author)?.name == "Ada")
        #expect((rows[0]["authors"] as? Author)?.id == nil)
        #expect((rows[2]["books"] as? Book)?.title == "Nanoseconds")
        #expect((rows[2]["books"] as? Book)?.year == 1985)
    }

    @Test func `columns of one table need not stand together`() throws {
        let select = try database.prepareMultiSelect(
            on: [
                Book.Properties.id.in(table: "books"), Author.Properties.id.in(table: "authors"),
                Book.Properties.author.in(table: "books"),
            ], fromTables: ["authors", "books"]
        ).limit(1)
        let row = try #require(try select.nextMultiObject())
        #expect((row["books"] as? Book)?.id == 1)
        #expect((row["books"] as? Book)?.author == 1)
        #expect((row["authors"] as? Author)?.id == 1)
    }

    @Test func `what is computed comes from no table`() throws {
        let select = try database.prepareMultiSelect(
            on: Book.Properties.any.count().as(Book.Properties.year), fromTables: ["books"])
        let row = try #require(try select.nextMultiObject())
        #expect((row[""] as? Book)?.year == 3)
    }
}
