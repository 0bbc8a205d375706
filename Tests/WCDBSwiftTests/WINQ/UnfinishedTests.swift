import Testing
import WCDBSwift

/// A builder that is not finished says nothing and never traps.
@Suite struct `WINQ unfinished` {
    static var statements: [any Statement] {
        [
            StatementSelect(), StatementInsert(), StatementUpdate(), StatementDelete(),
            StatementCreateTable(), StatementCreateIndex(), StatementCreateView(),
            StatementCreateTrigger(), StatementCreateVirtualTable(), StatementAlterTable(),
            StatementDropIndex(), StatementDropTable(), StatementDropView(), StatementDropTrigger(),
            StatementPragma(), StatementAttach(), StatementDetach(), StatementExplain(),
            StatementReindex(), StatementAnalyze(), StatementVacuum(), StatementSavepoint(),
            StatementRelease(), StatementTransaction(),
        ]
    }

    @Test func `empty statements have no text, and none within EXPLAIN`() {
        for statement in Self.statements {
            #expect(statement.description == "")
            #expect(StatementExplain().explain(statement).description == "EXPLAIN ")
        }
    }

    @Test func `empty parts have no text`() {
        expect(ColumnConstraint(named: "c"), "")
        expect(TableConstraint(named: "c"), "")
        expect(FrameSpec().rows(), "")
        expect(FrameSpec().currentRow(), "")
        expect(FrameSpec().rows().betweenPreceding(1), "")
        expect(WindowDef(), "")
        expect(RaiseFunction(), "")
        expect(Upsert().doUpdate().set(a), "")
        expect(ForeignKey().onDelete(.cascade), "")
        expect(Schema(with: ""), "")
        expect(Pragma(named: ""), "")
        expect(CommonTableExpression(""), "")
        expect(Expression.case(), "")
        expect(Expression.case().when(a), "")
        expect(Expression.case().then(a), "")
        expect(Column(named: "").in(table: "t").of(schema: "s"), "")
        expect(ColumnConstraint(named: "").notNull(), "NOT NULL")
        expect(TableConstraint(named: "").primaryKey().indexed(by: a), "PRIMARY KEY(a)")
        expect(QualifiedTable(with: "t").indexed(by: ""), "t")
        expect(TableOrSubquery(withTable: "t").indexed(by: ""), "t")
    }

    @Test func `calls in odd places change nothing`() {
        expect(Join(with: "t").on(a == b).using(a), "t")
        expect(sel.offset(1), "SELECT a FROM t")
        expect((a + b).arguments(1).distinct().invokeAll().filter(a).over("w").else(1), "a + b")
        expect((a + b).as(.text).escape("x").schema("s").when(1).then(2), "a + b")
        expect(a.in(1).schema("s").arguments(2), "a IN(1)")
        expect(TableOrSubquery(with: sel).indexed(by: "i").arguments(1), "(SELECT a FROM t)")
        expect(StatementUpdate().update(table: "t").set(a).set(b).to(1), "")
        expect(StatementUpdate().update(table: "t").to(1), "")
        #expect(sel.window("w").description == "SELECT a FROM t")
        #expect(sel.as(WindowDef().order(a)).description == "SELECT a FROM t")
        expect(StatementUpdate().update(table: "t").where(a > 1), "UPDATE t SET ")
        expect(StatementSelect().from("t").union().select(a), "")
        expect(StatementInsert().insert(intoTable: "t").values(StatementSelect()), "")
        let insert = StatementInsert().insert(intoTable: "t").values(1)
        expect(
            insert.upsert(Upsert().where(a > 1).doNothing()),
            "INSERT INTO t VALUES(1) ON CONFLICT DO NOTHING")
        #expect(
            insert.upsert(Upsert().doUpdate().set(a)).returning(a).description
                == "INSERT INTO t VALUES(1) RETURNING a")
    }

    @Test func `trees too deep are refused, not built`() {
        var expression = a + 1
        for _ in 0..<5000 { expression = 1 as Expression + expression }
        #expect(expression.description.contains("too large"))
        var query = sel
        for _ in 0..<500 { query = StatementSelect().select(a).from(query) }
        #expect(query.description.contains("too large"))
    }

    /// Ten thousand of them took the whole stack.
    @Test func `a chain of EXPLAIN is as long as two`() {
        var statement: any Statement = sel
        for _ in 0..<10_000 { statement = StatementExplain().explain(statement) }
        #expect(statement.description == "EXPLAIN EXPLAIN SELECT a FROM t")
        let database = Database.createInMemoryDatabase()
        #expect(throws: WCDBError.self) { try database.exec(statement) }
    }
}
