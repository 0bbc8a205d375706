import Testing
import WCDBSwift

@testable import WCDBSQL

/// Names stay names, whatever is in them.
@Suite struct `WINQ names` {
    static let nasty = [
        "a b", "a.b", "a;b", "a--b", "/* a */", "-- a", "a'b", "'a", "a\"b", "\"a", "a`b", "`a",
        "[a", "a]b", "]", "`", "\"", "'", "a\nb", "a\tb", "x) ; DROP TABLE t; --", "select", "from",
        "NULL", "true", "current_date", "order", "group by", "*", "?", "?1", ":a", "$a", "@a",
        "1a", "9", "", " ", "é", "naïve", "数据", "😀", "👨‍👩‍👧", "a😀b", "e\u{301}", "\u{FEFF}a",
        "rowid", "\u{200B}", "a\\b", "%", "''", "\"\"", "``", "[]", "x'41'", "not", "exists",
        "case", "cast", "with", "recursive", "indexed", "window", "over", "filter", "rows",
    ]

    @Test(arguments: nasty) func `never break out`(name: String) throws {
        var column: Column { Column(named: name) }
        let select = StatementSelect().select(column.as(name), column.in(table: name) + 1)
            .from(TableOrSubquery(withTable: name).of(schema: name).as(alias: name))
            .where(Expression.function(name).arguments(column) == name)
            .order(by: column.order(.ascending).collate(name))
        try check(select, isEmpty: name.isEmpty)
        try check(
            StatementCreateTable().create(table: name).with(
                columns: ColumnDef(with: column, and: .text).makeDefault(to: name)
            ).constraint(TableConstraint(named: name).unique().indexed(by: column)),
            isEmpty: name.isEmpty)
        try check(
            StatementUpdate().update(table: QualifiedTable(with: name).as(name).indexed(by: name))
                .set(column).to(name), isEmpty: name.isEmpty)
        try check(StatementSavepoint().savepoint(name), isEmpty: name.isEmpty)
        try check(StatementPragma().pragma(Pragma(named: name)).with(1), isEmpty: name.isEmpty)
        try check(
            StatementInsert().insert(intoTable: name).as(name).columns(column).values(name),
            isEmpty: name.isEmpty)
    }

    private func check(_ statement: any WCDBSwift.Statement, isEmpty: Bool) throws {
        // An empty name leaves a hole, and so a statement that is none.
        if isEmpty {
            #expect((try? Parser.statement(statement.description)) == nil)
            return
        }
        let parsed = try Parser.statement(statement.description)
        #expect(parsed == statement.statementTree)
        #expect(parsed.sql == statement.description)
    }

    @Test(arguments: nasty) func `parameters never break out`(name: String) throws {
        for parameter in [
            BindParameter.colon(named: name), .at(named: name), .dollar(named: name),
        ] {
            let expression = Column(named: "a") == parameter
            guard let parsed = try? Parser.expression(expression.description) else { continue }
            #expect(parsed == expression.tree)
        }
    }

    @Test func `a NUL keeps its place`() throws {
        let column = Column(named: "a\0b")
        #expect(column.description == "`a\0b`")
        #expect(LiteralValue("a\0'b").description == "'a\0''b'")
    }

    /// Without a table it is not said, so its text meant another tree.
    @Test func `a schema without a table says nothing`() throws {
        let column = Column(named: "a").of(schema: "main")
        #expect(try Parser.expression(column.description) == column.tree)
        expect(column.in(table: "t"), "main.t.a")
        #expect(column.tree != Column(named: "a").in(table: "t").tree)
    }

    @Test func `quotes of the caller stay`() {
        expect(Column(named: "\"my col\""), "\"my col\"")
        expect(Column(named: "`a``b`"), "`a``b`")
        expect(Column(named: "[a b]"), "[a b]")
        expect(Column(named: "'a'"), "`'a'`")
        expect(TableOrSubquery(withTable: "'my t'"), "'my t'")
        expect(StatementDropIndex().drop(index: "'i'"), "DROP INDEX 'i'")
        expect(Column(named: "a").in(table: "my t"), "`my t`.a")
        expect(Column(named: "a").in(table: "'my t'"), "`my t`.a")
        expect(Item.Properties.id.in(table: "'my t'").asColumn(), "`my t`.id")
        expect(Column(named: "*"), "`*`")
    }
}
