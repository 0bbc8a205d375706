import Foundation
import Testing
import WCDBSwift

/// The recipes of `Spec/cookbook.md` for what SQL does beyond tables and objects.
@Suite struct `Recipes of the cookbook beyond tables` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillShop() }

    private func text(_ rows: MultiRowsValue) -> [String] {
        rows.map { row in row.map(\.stringValue).joined(separator: "|") }
    }

    @Test func `a rank within each group`() throws {
        let window = WindowDef().partition(Book.Properties.author)
            .order(Book.Properties.price.order(.descending))
        let rank = WCDBSwift.Expression.windowFunction("row_number").invoke().over(window)
        let rows = try database.getRows(
            from: StatementSelect().select(Book.Properties.title, rank).from("books")
                .where(Book.Properties.author > 1).order(by: Book.Properties.author, rank))
        #expect(
            text(rows) == [
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
        #expect(text(rows) == ["1970|1", "1980|2", "1990|1"])
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
