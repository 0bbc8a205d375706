import Foundation
import Testing
import WCDBSwift

/// The recipes of `Spec/cookbook.md` for what SQL does beyond tables and objects.
@Suite struct `Recipes of the cookbook beyond tables` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillShop() }

    @Test func `a rank within each group`() throws {
        let window = WindowDef().partition(Book.Properties.author)
            .order(Book.Properties.price.order(.descending))
        let rank = WCDBSwift.Expression.windowFunction("row_number").invoke().over(window)
        let rows = try database.getRows(
            from: StatementSelect().select(Book.Properties.title, rank).from("books")
                .where(Book.Properties.author > 1).order(by: Book.Properties.author, rank))
        #expect(
            texts(rows) == [
                "Compilers|1", "Nanoseconds|2", "Abstraction|1", "Subtyping|2", "Argus|3",
            ])
    }

    @Test func `rows that are in no table`() throws {
        let first = Column(named: "first")
        let decades = CommonTableExpression("decades").column(first).as(
            StatementSelect().select(1970).unionAll()
                .select(first + 10).from("decades").where(first < 1990))
        let count = StatementSelect().select(Book.Properties.any.count()).from("books")
            .where(Book.Properties.year.between(first, first + 9))
        let rows = try database.getRows(
            from: StatementSelect().with(recursive: true, decades)
                .select(first, count).from("decades").order(by: first))
        #expect(texts(rows) == ["1970|1", "1980|2", "1990|1"])
    }

    @Test func `a query in parts`() throws {
        let (author, worth) = (Column(named: "author"), Column(named: "worth"))
        let stocks = CommonTableExpression("stocks").column(author).column(worth).as(
            StatementSelect()
                .select(
                    Book.Properties.author,
                    (Book.Properties.price * Book.Properties.stock).sum()
                ).from("books").group(by: Book.Properties.author))
        let average = StatementSelect().select(worth.avg()).from("stocks")
        let rows = try database.getRows(
            from: StatementSelect().with(stocks)
                .select(author, worth).from("stocks").where(worth > average))
        #expect(texts(rows) == ["3|80.0"])
    }

    @Test func `a change that needs a query`() throws {
        let author = Column(named: "author")
        let idle = CommonTableExpression("idle").column(author).as(
            StatementSelect().select(Book.Properties.author).from("books")
                .group(by: Book.Properties.author).having(Book.Properties.stock.sum() < 4))
        try database.exec(
            StatementDelete().with(idle).delete(from: "books")
                .where(Book.Properties.author.in(StatementSelect().select(author).from("idle"))))
        let titles = try database.getColumn(on: Book.Properties.title, fromTable: "books")
        #expect(titles.map(\.stringValue) == ["Compilers", "Nanoseconds"])
    }

    @Test func `a counter that begins with its first row`() throws {
        let (page, count) = (Column(named: "page"), Column(named: "count"))
        try database.exec(sql: "CREATE TABLE visits(page TEXT PRIMARY KEY, count INTEGER)")
        let again = Upsert().onConflict().indexed(by: page).doUpdate().set(count).to(count + 1)
        // The statement lives as long as the handle.
        let handle = try database.getHandle()
        let visit = try handle.getOrCreatePreparedStatement(
            with: StatementInsert().insert(intoTable: "visits").columns(page, count)
                .values(BindParameter(1), 1).upsert(again))
        for name in ["home", "search", "home"] {
            visit.reset()
            visit.bind(name, toIndex: 1)
            try visit.step()
        }
        let rows = try database.getRows(on: page, count, fromTable: "visits", orderBy: [page])
        #expect(texts(rows) == ["home|2", "search|1"])
    }

    @Test func `newer rows in the place of older ones`() throws {
        let (year, price) = (Book.Properties.year, Book.Properties.price)
        let handle = try database.getHandle()
        try handle.prepare(
            StatementInsert().insert(intoTable: "books").columns(Book.Properties.all)
                .values(BindParameter.bindParameters(Book.Properties.all.count))
                .upsert(
                    Upsert().onConflict().indexed(by: Book.Properties.id).doUpdate()
                        .set(year).to(year.in(table: "excluded"))
                        .set(price).to(price.in(table: "excluded"))
                        .where(year.in(table: "excluded") > year.in(table: "books"))))
        for book in [
            Book(id: 2, author: 2, title: "Compilers", year: 1960, price: 45),
            Book(id: 3, author: 2, title: "Nanoseconds", year: 1980, price: 50),
        ] {
            handle.reset()
            try handle.bind(Book.Properties.all, of: book)
            try handle.step()
        }
        handle.finalize()
        let prices = try database.getColumn(
            on: price, fromTable: "books", where: Book.Properties.id.in(2, 3),
            orderBy: [Book.Properties.id])
        #expect(prices.map(\.doubleValue) == [45, 5])
    }

    @Test func `new rows, or more of the old ones`() throws {
        let stock = Book.Properties.stock
        let delivered = [
            Book(id: 3, author: 2, title: "Nanoseconds", year: 1985, price: 5, stock: 4),
            Book(id: 7, author: 4, title: "Optimising", year: 1966, price: 40, stock: 1),
        ]
        let handle = try database.getHandle()
        try handle.prepare(
            StatementInsert().insert(intoTable: "books").columns(Book.Properties.all)
                .values(BindParameter.bindParameters(Book.Properties.all.count))
                .upsert(
                    Upsert().onConflict().indexed(by: Book.Properties.id).doUpdate()
                        .set(stock).to(stock.in(table: "books") + stock.in(table: "excluded"))))
        for book in delivered {
            handle.reset()
            try handle.bind(Book.Properties.all, of: book)
            try handle.step()
        }
        handle.finalize()
        let found = try database.getColumn(
            on: stock, fromTable: "books", where: Book.Properties.id.in([3, 7]),
            orderBy: [Book.Properties.id])
        #expect(found.map(\.intValue) == [11, 1])
    }
}
