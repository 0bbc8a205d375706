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
            (StatementVacuum(), "VACUUM was not asked for"),
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
            (StatementSelect().select(Expression.case().when(1)), "CASE has no WHEN"),
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
