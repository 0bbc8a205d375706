import WCDBEngine

/// The tables that a script has made, and what they hold.
struct ScriptTables {
    private var names: [(name: String, hasRowID: Bool)]?

    /// What the two sides hold differently after a statement that was no query.
    mutating func difference(
        after sql: String, _ ours: EngineSide, _ theirs: OracleSide
    ) -> (what: String, ours: String, theirs: String)? {
        let word = sql.prefix { $0 != " " }
        if names == nil || !["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(word),
            let found = refresh(ScriptTables.databases, ours, theirs)
        {
            return found
        }
        return rowDifference(ours, theirs)
    }

    /// The same once this engine has opened its file again: the other databases were in memory.
    mutating func differenceWhenOpened(
        _ ours: EngineSide, _ theirs: OracleSide
    ) -> (what: String, ours: String, theirs: String)? {
        refresh(["main"], ours, theirs) ?? rowDifference(ours, theirs)
    }

    private func rowDifference(
        _ ours: EngineSide, _ theirs: OracleSide
    ) -> (what: String, ours: String, theirs: String)? {
        for table in names ?? [] {
            let query = ScriptTables.query(table)
            let (left, right) = (ours.run(query), theirs.run(query))
            if left.code != right.code || left.rowTexts.sorted() != right.rowTexts.sorted() {
                let found = OutcomeComparison(of: query).difference(left, right)
                return (
                    "\(found?.what ?? "a difference") in \(table.name) after",
                    found?.ours ?? "", found?.theirs ?? ""
                )
            }
        }
        return nil
    }

    /// All rows of all tables on one side, to compare several runs of SQLite.
    func content(of side: any ScriptSide, withRowids: Bool = true) -> [[String]] {
        (names ?? []).map { table in
            let hasRowid = withRowids && table.hasRowID
            return side.run(ScriptTables.query((table.name, hasRowid))).rowTexts.sorted()
        }
    }

    /// All rows of all tables of the file on one side, each with the name of its table.
    static func mainContent(of side: any ScriptSide) -> [String] {
        let tables = side.run("SELECT type, name, tbl_name, sql FROM main.sqlite_master").rows
            .compactMap { table(of: $0, in: "main") }
        return tables.flatMap { table in
            side.run(query(table)).rowTexts.map { "\(table.name): \($0)" }
        }.sorted()
    }

    private static func query(_ table: (name: String, hasRowID: Bool)) -> String {
        "SELECT \(table.hasRowID ? "rowid, " : "")* FROM \(table.name)"
    }

    /// Rows come and go without a change of the schema; everything else may be one.
    private mutating func refresh(
        _ databases: [String], _ ours: EngineSide, _ theirs: OracleSide
    ) -> (what: String, ours: String, theirs: String)? {
        var found: [(name: String, hasRowID: Bool)] = []
        for database in databases {
            let schema = """
                SELECT type, name, tbl_name, sql FROM \(database).sqlite_master
                WHERE name NOT LIKE 'sqlite_autoindex%' AND name NOT LIKE 'sqlite_stat%'
                ORDER BY 1, 2
                """
            let (left, right) = (ours.run(schema), theirs.run(schema))
            if let found = OutcomeComparison(of: schema).rowDifference(left, right) {
                return ("schema: \(found.what) after", found.ours, found.theirs)
            }
            found += left.rows.compactMap { ScriptTables.table(of: $0, in: database) }
        }
        names = found
        return nil
    }

    /// Those that scripts make; what is not there has nothing on either side.
    private static let databases = ["main", "temp", "aux1"]

    /// The table of a row of a schema; nil if it is something else.
    private static func table(
        of row: [Value], in database: String
    ) -> (name: String, hasRowID: Bool)? {
        guard row[0] == .text("table"), case .text(let name) = row[1], case .text(let sql) = row[3]
        else { return nil }
        return (
            "\(database).\(String(decoding: name, as: UTF8.self))",
            !String(decoding: sql, as: UTF8.self).contains("WITHOUT ROWID")
        )
    }
}
