import Testing
import WCDBSwift

/// A property that stands for an expression, where a column is asked for.
@Suite struct `WINQ redirected properties` {
    private let count = a.count().as(Item.Properties.id)
    private let upper = a.upper().as(Item.Properties.name)

    @Test func `the column is the text of the expression`() {
        expect(count.asColumn(), "COUNT(a)")
        expect(count.asColumn().in(table: "t").of(schema: "s"), "COUNT(a)")
        expect(a.count().as("x").as(Item.Properties.id).asColumn(), "COUNT(a) AS x")
        expect(count.asColumn() > 1, "COUNT(a) > 1")
        expect(count.asColumn().asResultColumn(), "COUNT(a)")
        // The plain ones are as ever.
        expect(a.as(Item.Properties.id).asColumn().in(table: "t"), "t.a")
    }

    @Test func `all ways to an index agree`() {
        expect(upper.asIndex(), "UPPER(a)")
        expect(upper.asIndex(orderBy: .descending), "UPPER(a) DESC")
        expect(IndexedColumn(with: upper), "UPPER(a)")
        expect(IndexedColumn(with: upper.asColumn()), "UPPER(a)")
        expect(upper.asColumn().asIndex(), "UPPER(a)")
    }

    @Test func `an index of one is an index on the expression`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(sql: "CREATE TABLE t(a)")
        try database.create(index: "i", with: upper.asIndex(), forTable: "t")
        let sql = try database.getValue(sql: "SELECT sql FROM sqlite_master WHERE name = 'i'")
        #expect(sql?.stringValue.hasSuffix("ON t(UPPER(a))") ?? false)
        try database.exec(sql: "INSERT INTO t VALUES('x')")
        let found = StatementSelect().select(a).from("t").where(upper.asColumn() == "X")
        #expect(try database.getValue(from: found)?.stringValue == "x")
    }

    @Test func `where only a name can stand it is one`() throws {
        let insert = StatementInsert().insert(intoTable: "t").columns(count).values(1)
        expect(insert, "INSERT INTO t(`COUNT(a)`) VALUES(1)")
    }
}
