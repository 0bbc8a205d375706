import StorageSimulation

/// Statements that change rows.
extension RandomSQL {
    private static let conflicts = ["ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE"]

    mutating func change() -> String {
        guard !schema.baseTables.isEmpty else { return createTable() }
        let table = pick(schema.baseTables)
        switch random.below(10) {
        case 0 where oneIn(3): return updateFrom(table)
        case 0, 1: return update(table)
        case 2: return delete(table)
        default: return insert(into: table)
        }
    }

    mutating func insert(into table: ScriptSchema.Table, inTrigger: Bool = false) -> String {
        var text = "INSERT"
        if oneIn(4) { text = oneIn(3) ? "REPLACE" : "INSERT OR \(pick(RandomSQL.conflicts))" }
        text += " INTO \(table.name)"
        var columns = table.stored
        if oneIn(4) {
            columns.shuffle(using: &random)
            columns = Array(columns.prefix(number(1...columns.count)))
            var names = columns.map(\.name)
            if table.hasRowID, oneIn(4) {
                names.append("rowid")
                columns.append(.init(name: "rowid", type: "INTEGER", collation: "BINARY"))
            }
            text += "(\(names.joined(separator: ", ")))"
        }
        if oneIn(25), !inTrigger { return "INSERT INTO \(table.name) DEFAULT VALUES" }
        if oneIn(6), !schema.tables.isEmpty {
            // In one order, for rowids follow from it.
            let width = columns.count
            let order = (1...width).map(String.init).joined(separator: ", ")
            text += " \(core(1, width: width)) ORDER BY \(order) LIMIT 5"
        } else {
            let rows = list(inTrigger ? 1 : number(1...4)) { writer in
                "(" + columns.map { writer.newValue(for: $0) }.joined(separator: ", ") + ")"
            }
            text += " VALUES \(rows)"
        }
        if oneIn(10), !inTrigger { text += upsert(table) }
        if oneIn(table.isUniform ? 6 : 60), !inTrigger { text += returning(table) }
        return text
    }

    private mutating func newValue(for column: ScriptSchema.Column) -> String {
        oneIn(10) ? expression(1) : literal(like: column.type)
    }

    private mutating func upsert(_ table: ScriptSchema.Table) -> String {
        let target = oneIn(2) ? "" : "(\(oneIn(2) ? table.key ?? "c0" : pick(table.columns).name)) "
        if oneIn(2) { return " ON CONFLICT \(target)DO NOTHING" }
        let scope = scope(of: table, as: nil) + scope(of: table, as: "excluded")
        let assignment = within(scope) { writer in
            "\(writer.pick(table.stored).name) = \(writer.expression(1))"
        }
        return " ON CONFLICT \(target)DO UPDATE SET \(assignment)"
    }

    private mutating func returning(_ table: ScriptSchema.Table) -> String {
        // Queries in it SQLite runs once for all rows.
        allowsQueries = false
        defer { allowsQueries = true }
        // What a function makes of a column has neither its type nor its collation.
        guard table.isUniform else {
            return " RETURNING typeof(\(pick(table.columns).name)) AS kind"
        }
        return oneIn(3)
            ? " RETURNING *"
            : " RETURNING " + within(scope(of: table, as: nil)) { $0.expression(1) }
    }

    mutating func update(_ table: ScriptSchema.Table, inTrigger: Bool = false) -> String {
        var text = "UPDATE"
        if oneIn(5) { text += " OR \(pick(RandomSQL.conflicts))" }
        text += " \(table.name) SET "
        return within(scope(of: table, as: nil)) { writer in
            text += writer.assignments(table)
            return text + writer.changedRows(table, inTrigger: inTrigger)
        }
    }

    private mutating func assignments(_ table: ScriptSchema.Table) -> String {
        if oneIn(12), table.stored.count > 1 {
            let names = table.stored.prefix(2).map(\.name).joined(separator: ", ")
            guard oneIn(3), allowsQueries else {
                return "(\(names)) = (\(expression(1)), \(expression(1)))"
            }
            return "(\(names)) = (\(core(1, width: 2)) ORDER BY 1, 2 LIMIT 1)"
        }
        var columns = table.stored
        columns.shuffle(using: &random)
        var parts: [String] = []
        for column in columns.prefix(number(1...2)) {
            let value = oneIn(2) ? literal(like: column.type) : expression(1)
            parts.append("\(column.name) = \(value)")
        }
        if oneIn(20), table.hasRowID { parts.append("rowid = \(smallInteger())") }
        return parts.joined(separator: ", ")
    }

    /// From a source that has one row for each at most.
    private mutating func updateFrom(_ table: ScriptSchema.Table) -> String {
        let other = pick(schema.baseTables)
        let target = pick(table.stored).name
        let isPaired = other.hasRowID && table.hasRowID && oneIn(2)
        guard !isPaired else {
            let columns = scope(of: table, as: table.name) + scope(of: other, as: "y")
            return within(columns) { writer in
                "UPDATE \(table.name) SET \(target) = \(writer.expression(1)) "
                    + "FROM \(other.name) AS y WHERE y.rowid = \(table.name).rowid "
                    + "AND \(writer.predicate(1))"
            }
        }
        let one = within(scope(of: other, as: "z")) { writer in
            "SELECT \(writer.aggregate(1)) AS k1 FROM \(other.name) AS z\(writer.condition(1))"
        }
        let columns =
            scope(of: table, as: table.name)
            + [ScopedColumn(text: "y.k1", type: "", collation: "BINARY")]
        return within(columns) { writer in
            "UPDATE \(table.name) SET \(target) = \(writer.expression(1)) FROM (\(one)) AS y"
                + writer.condition(1)
        }
    }

    mutating func delete(_ table: ScriptSchema.Table, inTrigger: Bool = false) -> String {
        if oneIn(20), !inTrigger { return "DELETE FROM \(table.name)" }
        return within(scope(of: table, as: nil)) { writer in
            let rows = writer.changedRows(table, inTrigger: inTrigger, mustChoose: true)
            return "DELETE FROM \(table.name)\(rows)"
        }
    }

    /// A WHERE clause, and sometimes RETURNING, and a LIMIT with an order that leaves no choice.
    private mutating func changedRows(
        _ table: ScriptSchema.Table, inTrigger: Bool, mustChoose: Bool = false
    ) -> String {
        var text = mustChoose || !oneIn(8) ? " WHERE \(predicate(1))" : ""
        if oneIn(15), !inTrigger, table.isUniform { text += returning(table) }
        guard oneIn(8), !inTrigger else { return text }
        var order = table.columns.map(\.name)
        if table.hasRowID { order.append("rowid") }
        text += " ORDER BY \(order.joined(separator: ", "))"
        return text + " LIMIT \(number(0...3))" + (oneIn(3) ? " OFFSET 1" : "")
    }
}
