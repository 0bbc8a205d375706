import Foundation
import Testing
import WCDBSwift

/// The recipes of `Spec/cookbook.md`, each run and compared with its result.
@Suite struct `Recipes of the cookbook` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillShop() }

    // MARK: Conditions

    @Test func `several conditions, and a list`() throws {
        let books: [Book] = try database.getObjects(
            fromTable: "books",
            where: Book.Properties.year.between(1950, 1990)
                && Book.Properties.id.in(2, 3, 6)
                && Book.Properties.title.like("%s%"),
            orderBy: [Book.Properties.year.order(.descending)])
        #expect(books.map(\.title) == ["Argus", "Nanoseconds", "Compilers"])
    }

    @Test func `pages of a list`() throws {
        let pageSize = 2
        let page = 1
        let books: [Book] = try database.getObjects(
            fromTable: "books", orderBy: [Book.Properties.title], limit: pageSize,
            offset: page * pageSize)
        #expect(books.map(\.title) == ["Compilers", "Nanoseconds"])
    }

    // MARK: Joins

    @Test func `a join as rows`() throws {
        let author = Author.Properties.self
        let book = Book.Properties.self
        let join = Join(with: "authors").leftJoin("books")
            .on(author.id.in(table: "authors") == book.author.in(table: "books"))
        let query = StatementSelect()
            .select(author.name.in(table: "authors"), book.title.in(table: "books"))
            .from(join)
            .order(by: author.name.in(table: "authors"), book.year.in(table: "books"))
        let rows = try database.getRows(from: query)
        #expect(
            texts(rows) == [
                "Ada|Notes", "Barbara|Abstraction", "Barbara|Argus", "Barbara|Subtyping",
                "Frances|NULL", "Grace|Compilers", "Grace|Nanoseconds",
            ])
    }

    @Test func `a join as objects`() throws {
        let select = try database.prepareMultiSelect(
            on: Author.Properties.all.map { $0.in(table: "authors") }
                + Book.Properties.all.map { $0.in(table: "books") },
            fromTables: ["authors", "books"]
        ).where(
            Author.Properties.id.in(table: "authors") == Book.Properties.author.in(table: "books")
                && Book.Properties.stock.in(table: "books") > 2)
        var found: [String] = []
        while let row = try select.nextMultiObject() {
            guard let author = row["authors"] as? Author, let book = row["books"] as? Book
            else { continue }
            found.append("\(author.name): \(book.title)")
        }
        #expect(found.sorted() == ["Ada: Notes", "Grace: Nanoseconds"])
    }

    @Test func `a table joined with itself`() throws {
        let older = TableOrSubquery(withTable: "books").as(alias: "older")
        let newer = TableOrSubquery(withTable: "books").as(alias: "newer")
        // Keys and properties are copied by `in(table:)`; a `Column` would be changed.
        let book = Book.Properties.self
        let query = StatementSelect()
            .select(book.title.in(table: "older"))
            .from(
                Join(with: older).join(newer).on(
                    book.author.in(table: "older") == book.author.in(table: "newer")
                        && book.year.in(table: "older") < book.year.in(table: "newer"))
            )
            .group(by: book.id.in(table: "older"))
            .having(book.any.count() == 2)
        let titles = try database.getColumn(from: query).map(\.stringValue)
        #expect(titles == ["Abstraction"])
    }

    // MARK: Sub-queries

    @Test func `rows that a sub-query finds`() throws {
        let prolific = StatementSelect().select(Book.Properties.author).from("books")
            .group(by: Book.Properties.author).having(Book.Properties.any.count() > 1)
        let authors: [Author] = try database.getObjects(
            fromTable: "authors", where: Author.Properties.id.in(prolific),
            orderBy: [Author.Properties.name])
        #expect(authors.map(\.name) == ["Barbara", "Grace"])
    }

    @Test func `rows without a partner`() throws {
        let written = StatementSelect().select(Book.Properties.id).from("books")
            .where(
                Book.Properties.author.in(table: "books")
                    == Author.Properties.id.in(table: "authors"))
        let idle: [Author] = try database.getObjects(
            fromTable: "authors", where: !WCDBSwift.Expression.exists(written))
        #expect(idle.map(\.name) == ["Frances"])
    }

    @Test func `a sub-query as a value and as a table`() throws {
        let average = StatementSelect().select(Book.Properties.price.avg()).from("books")
        let dear = try database.getColumn(
            on: Book.Properties.title, fromTable: "books",
            where: Book.Properties.price > average, orderBy: [Book.Properties.title])
        #expect(dear.map(\.stringValue) == ["Abstraction", "Compilers", "Subtyping"])

        let count = Column(named: "count")
        let perAuthor = StatementSelect()
            .select(Book.Properties.author, Book.Properties.any.count().as("count"))
            .from("books").group(by: Book.Properties.author)
        let most = StatementSelect().select(count.max()).from(TableOrSubquery(with: perAuthor))
        #expect(try database.getValue(from: most)?.intValue == 3)
    }
}
