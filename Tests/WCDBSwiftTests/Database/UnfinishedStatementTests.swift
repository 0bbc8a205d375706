import Testing
import WCDBSwift

/// A builder that is not finished is refused with what is missing.
@Suite struct `WINQ unfinished statements` {
    private static var cases: [(any Statement, String)] {
        [
            (StatementSelect(), "SELECT has no result columns"),
            (StatementSelect().from("t"), "SELECT has no result columns"),
            (
                StatementSelect().select(1).union(),
                "the query behind a compound operator has no result columns"
            ),
            (StatementInsert(), "INSERT has no table"),
            (StatementInsert().insert(intoTable: "t"), "INSERT has no values"),
            (StatementUpdate(), "UPDATE has no table"),
            (StatementUpdate().update(table: "t").where(1 == 1), "UPDATE sets no column"),
            (StatementDelete(), "DELETE has no table"),
            (StatementCreateTable(), "CREATE TABLE has no name"),
            (StatementCreateTable().create(table: "t"), "CREATE TABLE has no columns"),
            (StatementCreateIndex(), "CREATE INDEX has no name"),
            (StatementCreateIndex().create(index: "i"), "CREATE INDEX has no table"),
            (
                StatementCreateIndex().create(index: "i").on(table: "t"),
                "CREATE INDEX has no columns"
            ),
            (StatementCreateView(), "CREATE VIEW has no name"),
            (StatementCreateView().create(view: "v"), "CREATE VIEW has no query"),
            (StatementCreateTrigger(), "CREATE TRIGGER has no name"),
            (StatementCreateTrigger().create(trigger: "r"), "CREATE TRIGGER has no event"),
            (StatementCreateVirtualTable(), "CREATE VIRTUAL TABLE has no name"),
            (
                StatementCreateVirtualTable().create(virtualTable: "v"),
                "CREATE VIRTUAL TABLE has no module"
            ),
            (StatementAlterTable(), "ALTER TABLE has no table"),
            (StatementAlterTable().alter(table: "t"), "ALTER TABLE has nothing to change"),
            (StatementDropTable(), "DROP has no name of what to drop"),
            (StatementDropIndex(), "DROP has no name of what to drop"),
            (StatementPragma(), "PRAGMA has no name"),
            (StatementAttach(), "ATTACH has no file"),
            (StatementDetach(), "DETACH has no schema that can be detached"),
            (StatementExplain(), "EXPLAIN has no statement"),
            (StatementExplain().explain(StatementDelete()), "DELETE has no table"),
            (StatementReindex(), "REINDEX has no name of what to rebuild"),
            (StatementAnalyze(), "ANALYZE has nothing to look at"),
            (StatementAnalyze().table(""), "ANALYZE has no name of what to look at"),
            (StatementAnalyze().schema(""), "ANALYZE has no name of what to look at"),
            (StatementVacuum(), "VACUUM was not asked for"),
            (StatementRollback().rollback(toSavepoint: ""), "ROLLBACK TO has no name"),
            (StatementSavepoint(), "SAVEPOINT has no name"),
            (StatementRelease(), "RELEASE has no name"),
            (StatementSQL("SELECT FROM"), "near \"FROM\": syntax error"),
            (StatementSQL("SELECT '\(1)'"), "a value stands within quotes"),
        ]
    }

    @Test func `each says what is missing`() throws {
        let database = Database.createInMemoryDatabase()
        for (statement, missing) in Self.cases {
            let error = #expect(throws: WCDBError.self) { try database.exec(statement) }
            #expect(error?.code == .Error)
            #expect(error?.message?.hasSuffix(missing) == true, "\(String(describing: error))")
            let handle = try database.getHandle()
            #expect(throws: WCDBError.self) { try handle.prepare(statement) }
            #expect(throws: WCDBError.self) {
                try handle.getOrCreatePreparedStatement(with: statement)
            }
        }
    }

    @Test func `parts that are missing are refused as SQL would refuse them`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(StatementSQL("CREATE TABLE t(a)"))
        for statement: any Statement in [
            StatementSelect().select(Expression.case()),
            StatementSelect().select(Column(named: "")).from("t"),
            StatementSelect().select(Column(named: "a")).from(""),
            StatementCreateTable().create(table: "u")
                .with(columns: ColumnDef(with: Column(named: ""))),
        ] {
            #expect(throws: WCDBError.self) { try database.exec(statement) }
        }
    }

    /// What a builder can say and SQL cannot, or only in part: it ran, in its own way, while its
    /// text was refused.
    private static var wordless: [(any Statement, String)] {
        let (a, b) = (Column(named: "a"), Column(named: "b"))
        let frames = [
            FrameSpec(), FrameSpec().rows(), FrameSpec().currentRow(),
            FrameSpec().rows().betweenPreceding(1),
        ]
        let select = StatementSelect().select(a).from("t")
        var unions = select
        for _ in 0..<500 { unions = unions.unionAll().select(a).from("t") }
        let windows =
            frames.map { WindowDef().order(a).frameSpec($0) } + [WindowDef().frameSpec(frames[0])]
        return windows.map {
            (
                StatementSelect().select(Expression.windowFunction("sum").arguments(a).over($0))
                    .from("t"), "the frame of a window has no unit, or lacks a bound"
            )
        } + [
            (
                StatementSelect().select(Expression.windowFunction("sum").arguments(a).over("w"))
                    .from("t").window("w"),
                "WINDOW does not pair names and definitions"
            ),
            (
                StatementSelect().select(a).from("t").as(WindowDef().order(a)),
                "WINDOW does not pair names and definitions"
            ),
            (
                StatementUpdate().update(table: "t").set(a).to(1).order(by: b),
                "ORDER BY without LIMIT on UPDATE"
            ),
            (StatementDelete().delete(from: "t").order(by: b), "ORDER BY without LIMIT on DELETE"),
            (
                StatementInsert().insert(intoTable: "t").columns(a.in(table: "t")).values(1),
                "INSERT names the column t.a with its table"
            ),
            (
                StatementUpdate().update(table: "t").set(a.in(table: "t")).to(1),
                "UPDATE names the column t.a with its table"
            ),
            (
                insert(Upsert().indexed(by: a).doUpdate().set(a.in(table: "t")).to(1)),
                "DO UPDATE names the column t.a with its table"
            ),
            (
                StatementSelect().select(Column.all().as("z")).from("t"),
                "* stands for columns that keep their names"
            ),
            (
                StatementSelect().select(Column.all().in(table: "t").of(schema: "main")).from("t"),
                "main.t.* stands for columns that keep their names"
            ),
            (unions, "too many terms in compound SELECT"),
        ]
    }

    @Test func `what SQL has no words for is refused`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(StatementSQL("CREATE TABLE t(a UNIQUE, b)"))
        for (statement, message) in Self.wordless {
            let error = #expect(throws: WCDBError.self) { try database.exec(statement) }
            #expect(error?.message?.hasSuffix(message) == true, "\(String(describing: error))")
        }
    }

    @Test func `names that are empty are said to be`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(StatementSQL("CREATE TABLE t(a, b)"))
        let a = Column(named: "a")
        for (statement, message) in [
            (StatementSelect().select(a).from(""), "a table has no name"),
            (StatementSelect().select(Column(named: "")).from("t"), "a column has no name"),
            (
                StatementSelect().select(Expression.function("").arguments(1)),
                "a function has no name"
            ),
            (StatementSelect().select(a.collate("")).from("t"), "a collation has no name"),
            (StatementSelect().select(sql("a +")), "incomplete input: a +"),
        ] {
            let error = #expect(throws: WCDBError.self) { try database.exec(statement) }
            #expect(error?.message == "Invalid statement: " + message)
        }
    }

    /// The condition was lost, and every row of the one met every row of the other.
    @Test func `a condition before the join that it belongs to`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(StatementSQL("CREATE TABLE t(a)"))
        let same = Column(named: "a").in(table: "t") == Column(named: "a").in(table: "u")
        for join in [
            Join(with: "t").on(same).join(TableOrSubquery(withTable: "t").as(alias: "u")),
            Join(with: "t").using(Column(named: "a")),
        ] {
            let error = #expect(throws: WCDBError.self) {
                try database.exec(StatementSelect().select(1).from(join))
            }
            #expect(
                error?.message
                    == "Invalid statement: a join has a condition before its second table")
        }
    }

    @Test func `a file that cannot be attached is named`() throws {
        let database = Database.createInMemoryDatabase()
        let attach = StatementAttach().attach("/nowhere/at/all").as(Schema(with: "other"))
        let error = #expect(throws: WCDBError.self) { try database.exec(attach) }
        #expect(error?.message == "unable to open database: /nowhere/at/all")
    }

    /// It was said that the file could not be opened, and people looked for it.
    @Test func `a key is what is not supported, not the file`() throws {
        let database = Database.createInMemoryDatabase()
        let attach = StatementAttach().attach(":memory:").as("other").key("secret")
        let error = #expect(throws: WCDBError.self) { try database.exec(attach) }
        #expect(error?.message == "not supported yet: encryption")
    }

    /// The parts of a builder are shared: doubled 64 times, an expression took hours to prepare.
    @Test func `what is doubled without end is refused at once`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(StatementSQL("CREATE TABLE t(a, b)"))
        let a = Column(named: "a")
        var (sum, list, call, choice) = (a + 1, a + 1, a + 1, a + 1)
        var query = StatementSelect().select(a).from("t")
        var union = query
        var join = Join(with: "t")
        for _ in 0..<64 {
            union = StatementSelect().select(union).union().select(union)
            sum = sum + sum
            list = list.in(list, list)
            call = Expression.function("max").arguments(call, call)
            choice = Expression.case().when(choice).then(choice)
            query = StatementSelect().select(a).from(query, query)
            join = Join(with: TableOrSubquery(with: join)).join(TableOrSubquery(with: join))
        }
        let select = StatementSelect()
        for statement: any Statement in [
            select.select(sum).from("t"), StatementSelect().select(list).from("t"),
            StatementSelect().select(call).from("t"), StatementSelect().select(choice).from("t"),
            query, union, StatementSelect().select(1).from(join),
            StatementInsert().insert(intoTable: "t").values(sum, sum),
            StatementUpdate().update(table: "t").set(a).to(sum),
        ] {
            let error = #expect(throws: WCDBError.self) { try database.exec(statement) }
            #expect(
                error?.message?.contains("Expression tree is too large") == true,
                "\(String(describing: error?.message))")
            #expect(statement.description.utf8.count < 100_000)
        }
    }

    private static func insert(_ upsert: WCDBSwift.Upsert) -> StatementInsert {
        StatementInsert().insert(intoTable: "t").values(1).upsert(upsert)
    }

    private static func trigger() -> StatementCreateTrigger {
        StatementCreateTrigger().create(trigger: "r").insert().on(table: "t")
    }

    /// Parts that were left unfinished were left out without a word: a row that an Upsert should
    /// have changed failed, one in a table of WITH without a query was never missed.
    private static var parts: [(any Statement, String)] {
        let a = Column(named: "a")
        let noAction = "ON CONFLICT has no action, or a column has no value"
        let unpaired = "UPDATE has a column without a value, or a value without a column"
        return [
            (insert(Upsert()), noAction),
            (insert(Upsert().indexed(by: a)), noAction),
            (insert(Upsert().doUpdate().set(a)), noAction),
            (insert(Upsert().doUpdate()), "DO UPDATE sets no column"),
            (insert(Upsert().doUpdate().set([])), "DO UPDATE sets no column"),
            (
                StatementSelect().with(CommonTableExpression("c")).select(1),
                "table c of WITH has no query"
            ),
            (
                StatementSelect().with(CommonTableExpression("")).select(1),
                "a table of WITH has no name"
            ),
            (
                StatementDelete().with(CommonTableExpression("c").as(StatementSelect()))
                    .delete(from: "t"), "table c of WITH has no result columns"
            ),
            (
                StatementUpdate().with(CommonTableExpression("c")).update(table: "t").set(a).to(1),
                "table c of WITH has no query"
            ),
            (
                StatementInsert().with(CommonTableExpression("c")).insert(intoTable: "t").values(1),
                "table c of WITH has no query"
            ),
            (StatementAttach().attach(":memory:"), "ATTACH has no schema"),
            (StatementAttach().attach(":memory:").as(""), "ATTACH has no schema"),
            (
                trigger().execute(StatementInsert().insert(intoTable: "t")),
                "in CREATE TRIGGER, INSERT has no values"
            ),
            (
                trigger().execute(StatementUpdate().update(table: "t").set(a)),
                "in CREATE TRIGGER, UPDATE has no table, or does not pair columns and values"
            ),
            (trigger().execute(StatementDelete()), "in CREATE TRIGGER, DELETE has no table"),
            (
                trigger().execute(StatementSelect()),
                "in CREATE TRIGGER, SELECT has no result columns"
            ),
            (StatementUpdate().update(table: "t").set(a), unpaired),
            (StatementUpdate().update(table: "t").to(1), unpaired),
            (StatementExplain().explain(StatementUpdate().update(table: "t").set(a)), unpaired),
            (StatementExplain().explain(StatementSQL("SELECT")), "incomplete input"),
            (StatementSelect().select(Expression.cast(1)), "CAST has no type"),
            (
                StatementSelect().select(Expression.case().when(1)),
                "CASE has no WHEN, or does not pair WHEN and THEN"
            ),
            (
                StatementSelect().select(Expression.exists(StatementSelect())),
                "SELECT has no result columns"
            ),
            (
                StatementSelect().select(a).from(StatementSelect()),
                "SELECT has no result columns"
            ),
        ]
    }

    @Test func `parts that are missing are named too`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(StatementSQL("CREATE TABLE t(a)"))
        for (statement, missing) in Self.parts {
            let error = #expect(throws: WCDBError.self) { try database.exec(statement) }
            #expect(error?.message?.hasSuffix(missing) == true, "\(String(describing: error))")
        }
        // SQL itself may cast to nothing.
        #expect(try database.getValue(from: StatementSQL("SELECT CAST('1' AS )"))?.intValue == 1)
    }
}
