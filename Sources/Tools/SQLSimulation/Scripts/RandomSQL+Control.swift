import StorageSimulation

/// Transactions, upkeep and ALTER TABLE.
extension RandomSQL {
    mutating func control() -> String {
        switch random.below(24) {
        case 0, 1, 2, 3:
            return pick(["BEGIN", "BEGIN IMMEDIATE", "BEGIN DEFERRED", "BEGIN EXCLUSIVE"])
                + (oneIn(4) ? " TRANSACTION" : "")
        case 4, 5, 6, 7: return oneIn(4) ? "END TRANSACTION" : "COMMIT"
        case 8, 9: return oneIn(4) ? "ROLLBACK TRANSACTION" : "ROLLBACK"
        case 10, 11, 12, 13:
            let name = newName("s")
            openSavepoints.append(name)
            return "SAVEPOINT \(name)"
        case 14, 15, 16, 17:
            return openSavepoints.isEmpty ? "COMMIT" : "RELEASE \(openSavepoints.removeLast())"
        case 18, 19:
            return openSavepoints.isEmpty ? "BEGIN" : "ROLLBACK TO \(pick(openSavepoints))"
        case 20: return pick(["REINDEX", "ANALYZE", "REINDEX NOCASE", "ANALYZE main"])
        case 21 where oneIn(2): return "VACUUM"
        case 22 where hasAttached && oneIn(3):
            hasAttached = false
            schema.tables.removeAll { $0.database == "aux1" }
            schema.indexes.removeAll { $0.table.hasPrefix("aux1.") }
            return "DETACH \(oneIn(2) ? "DATABASE " : "")aux1"
        default: return alter()
        }
    }

    private mutating func alter() -> String {
        let places = schema.tables.indices.filter { !schema.tables[$0].isView }
        guard !places.isEmpty else { return createTable() }
        let index = pick(places)
        switch random.below(9) {
        case 0, 1, 2: return renameTable(index)
        case 3: return renameColumn(index)
        case 4: return dropColumn(index)
        default: return addColumn(index)
        }
    }

    private mutating func renameTable(_ index: Int) -> String {
        // What a temporary table hides, SQLite looks for in vain.
        guard schema.tables[index].database != "main" else { return addColumn(index) }
        let old = schema.tables[index].name
        let name = newName("t")
        schema.tables[index].bare = name
        for other in schema.indexes.indices where schema.indexes[other].table == old {
            schema.indexes[other].table = schema.tables[index].name
        }
        return "ALTER TABLE \(old) RENAME TO \(name)"
    }

    private mutating func renameColumn(_ index: Int) -> String {
        let table = schema.tables[index]
        let place = random.below(table.columns.count)
        // Of an INTEGER PRIMARY KEY, SQLite renames every `rowid` too; of a temporary table, not
        // all that its triggers say.
        let isHard = table.database == "main" || table.database == "temp"
        guard table.columns[place].name != table.key, !isHard else { return addColumn(index) }
        let (old, new) = (table.columns[place].name, newName("r"))
        schema.tables[index].columns[place].name = new
        return "ALTER TABLE \(table.name) RENAME \(oneIn(2) ? "COLUMN " : "")\(old) TO \(new)"
    }

    private mutating func dropColumn(_ index: Int) -> String {
        let table = schema.tables[index]
        let column = pick(table.columns)
        // Mostly it is refused, for something else needs the column; then it stays.
        if column.name.hasPrefix("d") {
            schema.tables[index].columns.removeAll { $0.name == column.name }
        }
        return "ALTER TABLE \(table.name) DROP COLUMN \(column.name)"
    }

    private mutating func addColumn(_ index: Int) -> String {
        let column = ScriptSchema.Column(
            name: newName("d"), type: pick(["INTEGER", "TEXT", "", "REAL"]), collation: "BINARY")
        schema.tables[index].columns.append(column)
        var value = oneIn(2) ? " DEFAULT \(literal(like: column.type))" : ""
        // SQLite gives older rows an integer there, or the text of the number as it was written.
        let keepsText = column.type.isEmpty || column.type == "TEXT"
        if keepsText, !value.hasSuffix("'"), value.contains(where: { ".ex".contains($0) }) {
            value = ""
        }
        let name = schema.tables[index].name
        return "ALTER TABLE \(name) ADD COLUMN \(column.name) \(column.type)\(value)"
    }
}
