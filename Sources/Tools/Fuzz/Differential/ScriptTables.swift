import WCDBEngine

/// The tables that a script has made, and what they hold.
struct ScriptTables {
    private var names: [(name: String, hasRowID: Bool)]?

    /// What the two sides hold differently after a statement that was no query.
    mutating func difference(
        after sql: String, _ ours: EngineSide, _ theirs: OracleSide
    ) throws -> (what: String, ours: String, theirs: String)? {
        if let found = try refresh(after: sql, ours, theirs) { return found }
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
    func content(of side: any ScriptSide) -> [[String]] {
        (names ?? []).map { side.run(ScriptTables.query($0)).rowTexts.sorted() }
    }

    private static func query(_ table: (name: String, hasRowID: Bool)) -> String {
        "SELECT \(table.hasRowID ? "rowid, " : "")* FROM \(table.name)"
    }

    /// Rows come and go without a change of the schema; everything else may be one.
    private mutating func refresh(
        after sql: String, _ ours: EngineSide, _ theirs: OracleSide
    ) throws -> (what: String, ours: String, theirs: String)? {
        let word = sql.prefix { $0 != " " }
        if names != nil, ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(word) { return nil }
        let schema = """
            SELECT type, name, tbl_name, sql FROM sqlite_master
            WHERE name NOT LIKE 'sqlite_autoindex%' AND name NOT LIKE 'sqlite_stat%' ORDER BY 1, 2
            """
        let (left, right) = (ours.run(schema), theirs.run(schema))
        let found = OutcomeComparison(of: schema).rowDifference(left, right)
        if let found { return ("schema: \(found.what) after", found.ours, found.theirs) }
        names = left.rows.compactMap { row in
            guard row[0] == .text("table"), case .text(let name) = row[1],
                case .text(let sql) = row[3]
            else { return nil }
            let text = String(decoding: sql, as: UTF8.self)
            let name1 = String(decoding: name, as: UTF8.self)
            return (name1, !text.contains("WITHOUT ROWID"))
        }
        return nil
    }
}
