import Testing
import WCDBSwift

/// What a builder left unfinished is found wherever it stands: also deep inside, where nothing is
/// computed, and where a definition would keep the rest for ever.
@Suite struct `WINQ unfinished parts` {
    private let database = Database.createInMemoryDatabase()
    private let a = Column(named: "a")
    private var all: StatementSelect { StatementSelect().select(a).from("t") }

    init() throws {
        try database.exec(StatementSQL("CREATE TABLE t(a, b)"))
        try database.exec(StatementSQL("INSERT INTO t VALUES(1, 2), (3, 4)"))
    }

    private func expect(
        _ statement: any Statement, _ missing: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: WCDBError.self, sourceLocation: location) {
            try database.exec(statement)
        }
        #expect(
            error?.message?.hasSuffix(missing) == true, "\(String(describing: error?.message))",
            sourceLocation: location)
    }

    /// `DELETE … WHERE EXISTS(WITH q SELECT 1)` removed every row.
    @Test func `a table of WITH without a query is missed in every query`() throws {
        let query = StatementSelect().with(CommonTableExpression("q")).select(1)
        let missing = "table q of WITH has no query"
        expect(StatementDelete().delete(from: "t").where(Expression.exists(query)), missing)
        expect(StatementDelete().delete(from: "t").where(a.in(query)), missing)
        expect(StatementDelete().delete(from: "t").where(a == query), missing)
        expect(StatementSelect().select(a).from(query), missing)
        #expect(try database.getRows(from: all).count == 2)
    }

    @Test func `views and triggers keep nothing of an unfinished window`() throws {
        let frame = FrameSpec().rows().betweenPreceding(0)
        let sum = Expression.windowFunction("sum").arguments(Column(named: "b"))
        let query = StatementSelect().select(sum.over(WindowDef().order(a).frameSpec(frame)))
            .from("t")
        let missing = "the frame of a window has no unit, or lacks a bound"
        let view = StatementCreateView().create(view: "v")
        expect(view.as(query), missing)
        expect(
            StatementCreateTrigger().create(trigger: "r").insert().on(table: "t").execute(query),
            missing)
        expect(
            StatementCreateView().create(view: "v").as(all.window("w")),
            "WINDOW does not pair names and definitions")
        expect(all.window("w").as(WindowDef().frameSpec(FrameSpec())), missing)
        let master = StatementSelect().select(Column.all()).from("sqlite_master")
        #expect(try database.getRows(from: master).count == 1)
    }

    /// The table was made without its foreign key.
    @Test func `constraints that demand nothing are refused`() throws {
        let column = ColumnDef(with: a)
        expect(
            StatementCreateTable().create(table: "n")
                .with(columns: column.makeForeignKey(ForeignKey().onDelete(.cascade))),
            "the foreign key of column a has no table")
        expect(
            StatementCreateTable().create(table: "n").with(columns: ColumnDef(with: a))
                .constraint(TableConstraint(named: "k")),
            "a constraint of the table demands nothing")
        let other = ColumnDef(with: Column(named: "c"))
        other.addConstraint(ColumnConstraint(named: "q"))
        expect(
            StatementAlterTable().alter(table: "t").addColumn(with: other),
            "a constraint of column c demands nothing")
        expect(
            StatementCreateTable().create(table: "n").with(columns: ColumnDef(with: a))
                .constraint(TableConstraint().primaryKey()), "PRIMARY KEY has no columns")
        expect(StatementAlterTable().alter(table: "t").rename(to: ""), "RENAME TO has no name")
    }

    @Test func `nothing is attached, and no pragma set to what is no value`() throws {
        expect(StatementAttach().attach(RaiseFunction()).as("z"), "ATTACH has no file")
        expect(StatementAttach().attach(Column(named: "")).as("y"), "ATTACH has no file")
        expect(StatementAttach().attach(Column.all()).as("x"), "* stands where a value is needed")
        try database.exec(StatementPragma().pragma(.userVersion).to(42))
        let refusal = "PRAGMA takes a number, a text or a word"
        expect(StatementPragma().pragma(.userVersion).to(LiteralValue(nil)), refusal)
        #expect(
            try database.getValue(from: StatementPragma().pragma(.userVersion))?.int64Value == 42)
    }

    @Test func `trees whose text is refused do not run`() throws {
        expect(
            StatementSelect().select(Expression.cast(a).as(.null)).from("t"),
            "CAST cannot make NULL")
        expect(
            StatementInsert().insert(intoTable: "t").defaultValues()
                .upsert(Upsert().doNothing()), "INSERT of DEFAULT VALUES takes no ON CONFLICT")
        expect(
            StatementSelect().select(1)
                .from(Join(with: "t").join("t").using(a.in(table: "t"))),
            "USING names the column t.a with its table")
        expect(
            StatementSelect().with(CommonTableExpression("q").column(a.in(table: "q")).as(all))
                .select(1).from("q"), "table q of WITH names the column q.a with its table")
        expect(
            StatementSelect().with(CommonTableExpression("q").column(Column.all()).as(all))
                .select(1), "table q of WITH names * as a column")
        expect(StatementSelect().select(1).from(TableOrSubquery(with: [])), "a join has no table")
        expect(all.window("").as(WindowDef().order(a)), "a window has no name")
    }

    /// A query of WITH that nobody reads, and a window that nobody uses, are text all the same.
    @Test func `what nothing reads is looked through, too`() throws {
        let star = Column.all()
        let odd: [(Expression, String)] = [
            (star.count(isDistinct: true), "DISTINCT aggregates must have exactly one argument"),
            (Expression.function("count").arguments(star, a), "* stands where a value is needed"),
            (a.in(star), "* stands where a value is needed"),
            (a.between(star, 1), "* stands where a value is needed"),
            (BindParameter(32767).asExpression(), "between ?1 and ?32766"),
            (BindParameter("").asExpression(), "a parameter has no name"),
            (Expression.function("f").arguments([Column](repeating: a, count: 200)), "function f"),
            (Expression.function(""), "a function has no name"),
            (a.collate(""), "a collation has no name"),
            (Expression(with: StatementSelect()), "SELECT has no result columns"),
            (Expression.exists(StatementSelect()), "SELECT has no result columns"),
            (Expression.case(), "CASE has no WHEN, or does not pair WHEN and THEN"),
            (Expression.cast(a), "CAST has no type"),
        ]
        for (expression, missing) in odd {
            let query = StatementSelect().select(expression).from("t")
            expect(
                StatementSelect().with(CommonTableExpression("q").as(query)).select(1), missing)
            expect(
                StatementSelect().select(1).from("t").window("w")
                    .as(WindowDef().order(expression)), missing)
        }
    }

    /// `true` is a word of the language, but here the name of a column that is not there. All rows
    /// were removed, and the same text ran afterwards.
    @Test(arguments: ["true", "FALSE"]) func `a column keeps its name`(name: String) throws {
        let column = Column(named: name)
        #expect(throws: WCDBError.self) {
            try database.delete(fromTable: "t", where: column.isNotNull())
        }
        let text = StatementSQL(SQLTemplate(stringLiteral: "SELECT a FROM t WHERE `\(name)`"))
        #expect(throws: WCDBError.self) { try database.exec(text) }
        #expect(throws: WCDBError.self) { try database.exec(all.where(column)) }
        #expect(throws: WCDBError.self) { try database.exec(text) }
        #expect(try database.getRows(from: all).count == 2)
        #expect(try database.getRows(from: all.where(LiteralValue(true))).count == 2)
    }
}
