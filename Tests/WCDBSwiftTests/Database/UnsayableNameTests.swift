import Testing
import WCDBSwift

/// Text ends at a zero character. A name that has one was taken in queries and changes, though no
/// text says it: the statement that a trace showed was not the one that ran.
@Suite struct `WINQ names that cannot be said` {
    private static let name = "a\0b"
    private static var a: Column { Column(named: "a") }
    private static var bad: Column { Column(named: name) }
    private static var select: StatementSelect { StatementSelect().select(a).from("t") }

    private static var queries: [any Statement] {
        let call = Expression.windowFunction("count").invokeAll()
        return [
            StatementSelect().select(a.as(name)).from("t"),
            StatementSelect().select(bad).from("t"),
            StatementSelect().select(a.in(table: name)).from("t"),
            StatementSelect().select(a.in(table: "t").of(schema: name)).from("t"),
            StatementSelect().select(Column.all().in(table: name)).from("t"),
            StatementSelect().select(Expression.function(name)).from("t"),
            StatementSelect().select(call.over(name)).from("t").window(name).as(WindowDef()),
            StatementSelect().select(a).from("t").window(name).as(WindowDef()),
            select.from(name), select.from(TableOrSubquery(withTable: "t").as(alias: name)),
            select.from(TableOrSubquery(withTable: "t").indexed(by: name)),
            select.from(TableOrSubquery(withTable: "t").of(schema: name)),
            select.from(TableOrSubquery(with: select).as(alias: name)),
            select.from(TableOrSubquery.function(name)),
            select.from(TableOrSubquery.function("json_each").arguments("[]").as(alias: name)),
            select.from(Join(with: "t").join("t").using(bad)),
            select.with(CommonTableExpression(name).as(select)),
            select.with(CommonTableExpression("c").column(bad).as(select)),
            select.where(a.inTable(name)), select.where(a.in(function: name)),
            select.where(a.collate(name) > 1), select.order(by: a.order(.ascending).collate(name)),
        ]
    }

    private static var others: [any Statement] {
        let insert = StatementInsert().insert(intoTable: name).values(1)
        return [
            insert, StatementInsert().insert(intoTable: "t").as(name).values(1),
            StatementInsert().insert(intoTable: "t").columns(bad).values(1),
            StatementInsert().insert(intoTable: "t").values(1).returning(a.as(name)),
            StatementUpdate().update(table: name).set(a).to(1),
            StatementUpdate().update(table: "t").set(bad).to(1),
            StatementDelete().delete(from: QualifiedTable(with: "t").as(name)),
            StatementDropTable().drop(table: name).ifExists(),
            StatementPragma().pragma(Pragma(named: name)),
            StatementSavepoint().savepoint(name), StatementRelease().release(savepoint: name),
            StatementRollback().rollback(toSavepoint: name),
            StatementAttach().attach(":memory:").as(name), StatementDetach().detach(schema: name),
            StatementAnalyze().table(name), StatementReindex().reindex(table: name),
            StatementVacuum().vacuum(schema: name), StatementExplain().explain(insert),
        ]
    }

    @Test func `are refused wherever they stand`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(sql: "CREATE TABLE t(a)")
        for statement in Self.queries + Self.others {
            let error = #expect(throws: WCDBError.self, "\(statement)") {
                try database.exec(statement)
            }
            #expect(error?.message == "Invalid statement: a name has a zero character")
        }
    }

    @Test func `are not kept in definitions`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(sql: "CREATE TABLE t(a)")
        for statement: any Statement in [
            StatementCreateTable().create(table: Self.name).with(columns: ColumnDef(with: Self.a)),
            StatementCreateTable().create(table: "n").with(columns: ColumnDef(with: Self.bad)),
            StatementCreateIndex().create(index: Self.name).on(table: "t").indexesBy(Self.a),
            StatementCreateView().create(view: "v").as(Self.select.where(Self.bad > 1)),
            StatementAlterTable().alter(table: "t").rename(to: Self.name),
        ] {
            #expect(throws: WCDBError.self, "\(statement)") { try database.exec(statement) }
        }
        #expect(try database.getValue(sql: "SELECT count(*) FROM sqlite_master")?.intValue == 1)
    }

    @Test func `values may have what names may not`() throws {
        let database = Database.createInMemoryDatabase()
        let value = StatementSelect().select(Expression(with: Self.name).length().as("n"))
        #expect(try database.getValue(from: value)?.intValue == 1)
        #expect(value.description == "SELECT LENGTH('a\0b') AS n")
    }
}
