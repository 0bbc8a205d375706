import StorageSimulation

/// Triggers of every time and event, on tables and views.
extension RandomSQL {
    mutating func createTrigger() -> String {
        guard !schema.baseTables.isEmpty else { return createTable() }
        let isOfView = !schema.views.isEmpty && oneIn(3)
        let table = pick(isOfView ? schema.views : schema.baseTables)
        let name = newName("g")
        schema.triggers.append(name)
        let event = pick(["INSERT", "UPDATE", "DELETE"])
        let time = isOfView ? "INSTEAD OF" : pick(["BEFORE", "AFTER", "AFTER"])
        var rows: [ScopedColumn] = []
        if event != "DELETE" { rows += scope(of: table, as: "new") }
        if event != "INSERT" { rows += scope(of: table, as: "old") }
        // In a BEFORE INSERT trigger the rowid is not known yet.
        if time == "BEFORE" {
            rows.removeAll { $0.text.hasSuffix(".rowid") || $0.text == "new.c0" }
        }
        if time == "BEFORE", event == "UPDATE" {
            // SQLite computes it from columns that it did not load.
            let generated = Set(table.columns.filter(\.isGenerated).map { "new." + $0.name })
            rows.removeAll { generated.contains($0.text) }
        }
        let body = within(rows) { writer in
            (0..<writer.number(1...2)).map { _ in writer.triggerStep() + "; " }.joined()
        }
        let condition = oneIn(3) ? " WHEN " + within(rows) { $0.predicate(1) } : ""
        let columns = event == "UPDATE" && oneIn(4) ? " OF \(pick(table.columns).name)" : ""
        // It is where its table is, if it is not temporary.
        let isTemporary = oneIn(8)
        let start =
            isTemporary ? "CREATE \(pick(["TEMP", "TEMPORARY"])) TRIGGER " : "CREATE TRIGGER "
        let place = isTemporary ? "" : table.database.map { $0 + "." } ?? ""
        let on = isTemporary ? table.name : table.bare
        return "\(start)\(place)\(name) \(time) \(event)\(columns) ON \(on) "
            + "FOR EACH ROW\(condition) BEGIN \(body)END"
    }

    private mutating func triggerStep() -> String {
        let own = schema.ownTables
        guard !own.isEmpty else { return "SELECT " + expression(1) }
        switch random.below(9) {
        case 0:
            let raise = pick(["ABORT, 'no'", "FAIL, 'no'", "ROLLBACK, 'no'", "IGNORE"])
            return "SELECT RAISE(\(raise)) WHERE \(predicate(1))"
        case 1: return "SELECT " + expression(1)
        case 2, 3: return update(pick(own), inTrigger: true)
        case 4: return delete(pick(own), inTrigger: true)
        case 5:
            let table = pick(own)
            let count = pick(["changes()", "last_insert_rowid()"])
            return "INSERT INTO \(table.name)(\(pick(table.columns).name)) VALUES (\(count))"
        default: return insert(into: pick(own), inTrigger: true)
        }
    }
}
