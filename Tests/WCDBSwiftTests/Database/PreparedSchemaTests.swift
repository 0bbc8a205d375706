import Testing
import WCDBSwift

/// What a handle knows of a statement that is prepared and was not stepped yet.
@Suite struct `Statements before their first step` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    /// They were found wrong when they ran, and tracers heard of statements that never did.
    @Test func `statements of the schema are refused when they are prepared`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        let wrong: [any Statement] = [
            StatementDropTable().drop(table: "nothing"),
            StatementCreateTable().create(table: "t").with(
                columns: ColumnDef(with: Column(named: "x"))),
            StatementCreateIndex().create(index: "i").on(table: "nothing")
                .indexesBy(Column(named: "a")),
            StatementAlterTable().alter(table: "t")
                .addColumn(with: ColumnDef(with: Column(named: "a"))),
        ]
        for statement in wrong {
            #expect(throws: WCDBError.self) { try handle.prepare(statement) }
            #expect(!handle.isPrepared)
            #expect(throws: WCDBError.self) {
                _ = try handle.getOrCreatePreparedStatement(with: statement)
            }
        }
        try handle.prepare(StatementDropTable().drop(table: "t"))
        #expect(try database.isTableExists("t"))
        try handle.step()
        handle.finalize()
        #expect(try !database.isTableExists("t"))
    }

    @Test func `tracers hear nothing of a statement of the schema that cannot run`() throws {
        let heard = Collected<String>()
        database.traceSQL { _, _, _, sql, _ in heard.add(sql) }
        defer { database.traceSQL(nil) }
        #expect(throws: WCDBError.self) {
            try database.exec(StatementDropTable().drop(table: "nothing"))
        }
        try temporary.createTable()
        try database.exec(StatementDropTable().drop(table: "t"))
        let statements = heard.all
        #expect(!statements.contains { $0.contains("nothing") })
        #expect(statements.contains { $0.hasPrefix("DROP TABLE") })
    }

    /// There were none, so that who looked for one by its name found nothing.
    @Test func `pragmas have columns before their first row`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        try handle.prepare(StatementPragma().pragma(.tableInfo).with("t"))
        #expect(handle.columnCount() == 6)
        #expect(handle.index(byName: "name") == 1)
        var names: [String] = []
        while try handle.step() { names.append(handle.value(atIndex: 1).stringValue) }
        #expect(names == ["a", "b"])
        handle.finalize()
    }

    /// The value was dropped, and a database in memory attached in the place of the file.
    @Test func `the path of ATTACH is bound`() throws {
        let other = TemporaryDatabase()
        try other.createTable()
        try other.database.exec(TemporaryDatabase.insert(1, "one"))
        let handle = try database.getHandle()
        try handle.prepare(StatementAttach().attach(BindParameter(1)).as("aux"))
        handle.bind(other.database.path, toIndex: 1)
        try handle.step()
        handle.finalize()
        let text = try handle.getValue(sql: "SELECT b FROM aux.t")
        #expect(text?.stringValue == "one")
        try handle.exec(StatementDetach().detach(schema: "aux"))
    }
}
