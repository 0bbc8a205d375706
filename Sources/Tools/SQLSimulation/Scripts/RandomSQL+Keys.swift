import StorageSimulation

/// Foreign keys.
extension RandomSQL {
    private static let actions = ["CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION"]

    /// What a column says that refers to a key of some table, mostly of another one.
    mutating func reference(
        from name: String, _ column: ScriptSchema.Column, in database: String?
    ) -> String {
        let keyed = schema.baseTables.filter {
            $0.key != nil && ($0.database ?? "main") == (database ?? "main")
        }
        guard let parent = keyed.isEmpty ? nil : pick(keyed), let key = parent.key else {
            return ""
        }
        let target = oneIn(8) && !name.isEmpty ? name : parent.bare
        var text = " REFERENCES \(target)"
        text += target == name ? "(\(column.name))" : oneIn(20) ? "(c1)" : "(\(key))"
        if oneIn(10) { text += " MATCH FULL" }
        if oneIn(2) { text += " ON DELETE \(pick(RandomSQL.actions))" }
        if oneIn(2) { text += " ON UPDATE \(pick(RandomSQL.actions))" }
        // In a statement that fails, SQLite forgets to take back what it counted for later.
        if defersForeignKeys { text += " DEFERRABLE INITIALLY DEFERRED" }
        return text
    }

    /// The same as a constraint of a table; nil if there is nothing to refer to.
    mutating func tableReference(
        _ columns: [ScriptSchema.Column], in database: String?
    ) -> String? {
        let fitting = columns.filter { !["REAL", "DOUBLE"].contains($0.type) && !$0.isGenerated }
        guard !fitting.isEmpty else { return nil }
        let column = pick(fitting)
        let text = reference(from: "", column, in: database)
        return text.isEmpty ? nil : "FOREIGN KEY (\(column.name))\(text)"
    }
}
