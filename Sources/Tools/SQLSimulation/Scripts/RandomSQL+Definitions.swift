import StorageSimulation

/// Tables, indexes, views and triggers: made, and dropped again.
extension RandomSQL {
    private static let columnTypes = [
        "INTEGER", "INT", "TEXT", "REAL", "NUMERIC", "BLOB", "", "VARCHAR(10)", "BOOLEAN", "DOUBLE",
        "TEXT", "INTEGER",
    ]

    mutating func createTable() -> String {
        let (database, name) = newTable()
        var columns: [ScriptSchema.Column] = []
        for number in 0..<number(1...5) {
            columns.append(
                .init(
                    name: "c\(number)", type: pick(RandomSQL.columnTypes),
                    collation: oneIn(4) ? pick(["NOCASE", "RTRIM"]) : "BINARY"))
        }
        let isStrict = oneIn(10)
        if isStrict {
            for index in columns.indices {
                columns[index].type = pick(["INTEGER", "TEXT", "REAL", "BLOB", "ANY", "INT"])
            }
        }
        let key = number(0...9)
        if key < 2 { columns[0].type = "INTEGER" }
        var parts: [String] = []
        for index in columns.indices {
            var text = columnDefinition(columns[index], columns, key: index == 0 ? key : 9)
            // A REAL never finds an INTEGER PRIMARY KEY in SQLite.
            let isReal = ["REAL", "DOUBLE"].contains(columns[index].type)
            if usesForeignKeys, index > 0, !isReal, oneIn(3) {
                text += reference(from: name, columns[index], in: database)
            }
            parts.append(text)
        }
        if oneIn(5) {
            columns.append(
                .init(
                    name: "e1", type: pick(["", "INTEGER", "TEXT"]), collation: "BINARY",
                    isGenerated: true))
            parts.append(generated(columns, mayBeStored: !isStrict))
        }
        let wantsRowID = !(key == 3 || key == 4) || oneIn(3)
        if key == 4 || key == 5 {
            var names = columns.map(\.name)
            names.shuffle(using: &random)
            let terms = names.prefix(number(1...2)).joined(separator: ", ")
            parts.append("PRIMARY KEY (\(terms))\(conflict())")
        }
        parts += tableConstraints(columns, in: database)
        var options: [String] = []
        if !wantsRowID { options.append("WITHOUT ROWID") }
        if isStrict { options.append("STRICT") }
        schema.tables.append(
            .init(
                database: database, bare: name, columns: columns, hasRowID: wantsRowID,
                key: key < 4 ? "c0" : nil))
        let maybe = oneIn(10) ? "IF NOT EXISTS " : ""
        var start = "CREATE TABLE \(maybe)" + (database.map { $0 + "." } ?? "") + name
        if database == "temp", oneIn(2) {
            start = "CREATE \(pick(["TEMP", "TEMPORARY"])) TABLE \(maybe)\(name)"
        }
        let text = "\(start)(\(parts.joined(separator: ", ")))"
        return options.isEmpty ? text : text + " " + options.joined(separator: ", ")
    }

    /// Where a new table is, and its name: a temporary one may hide one of the main database.
    private mutating func newTable() -> (database: String?, name: String) {
        if hasAttached, oneIn(3) { return ("aux1", newName("t")) }
        guard oneIn(8) else { return (nil, newName("t")) }
        let own = schema.tables.indices.filter {
            schema.tables[$0].database == nil && !schema.tables[$0].isView
        }
        guard oneIn(2), let index = own.isEmpty ? nil : pick(own) else {
            return ("temp", newName("t"))
        }
        let name = schema.tables[index].bare
        schema.tables[index].database = "main"
        for other in schema.indexes.indices where schema.indexes[other].table == name {
            schema.indexes[other].table = "main." + name
        }
        return ("temp", name)
    }

    private mutating func columnDefinition(
        _ column: ScriptSchema.Column, _ columns: [ScriptSchema.Column], key: Int
    ) -> String {
        var text = column.name
        if !column.type.isEmpty { text += " " + column.type }
        switch key {
        case 0: text += " PRIMARY KEY" + conflict()
        case 1: text += " PRIMARY KEY\(oneIn(2) ? " AUTOINCREMENT" : "")"
        case 2, 3: text += " PRIMARY KEY\(oneIn(4) ? " DESC" : "")" + conflict()
        default: break
        }
        if column.collation != "BINARY" { text += " COLLATE \(column.collation)" }
        if oneIn(8) { text += " NOT NULL" + conflict() }
        if oneIn(10) { text += " UNIQUE" + conflict() }
        if oneIn(6) { text += " DEFAULT \(oneIn(3) ? "(1 + 2)" : literal())" }
        if oneIn(12) {
            text +=
                " CHECK (\(deterministic(columns.prefix { $0.name != column.name } + [column])))"
        }
        return text
    }

    private mutating func tableConstraints(
        _ columns: [ScriptSchema.Column], in database: String?
    ) -> [String] {
        var parts: [String] = []
        if oneIn(8) { parts.append("UNIQUE (\(indexedColumns(columns)))\(conflict())") }
        if oneIn(12) {
            let name = oneIn(3) ? "CONSTRAINT positive " : ""
            parts.append("\(name)CHECK (\(deterministic(columns)))")
        }
        if usesForeignKeys, oneIn(6), let key = tableReference(columns, in: database) {
            parts.append(key)
        }
        return parts
    }

    private mutating func indexedColumns(_ columns: [ScriptSchema.Column]) -> String {
        var names = columns.map(\.name)
        names.shuffle(using: &random)
        return names.prefix(number(1...2)).joined(separator: ", ")
    }

    private mutating func conflict() -> String {
        oneIn(8)
            ? " ON CONFLICT \(pick(["ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE"]))" : ""
    }

    /// The definition of the last column, from those before it. SQLite forgets to look at what is
    /// stored in a STRICT table.
    private mutating func generated(
        _ columns: [ScriptSchema.Column], mayBeStored: Bool
    ) -> String {
        guard let column = columns.last else { return "" }
        allowsQueries = false
        let outer = scopes
        scopes = []
        defer {
            allowsQueries = true
            scopes = outer
        }
        let scope = columns.dropLast().map {
            ScopedColumn(text: $0.name, type: $0.type, collation: $0.collation)
        }
        let value = within(scope) { $0.expression(2) }
        return "\(column.name) \(column.type)\(oneIn(3) ? " GENERATED ALWAYS" : "") AS (\(value)) "
            + pick(mayBeStored ? ["STORED", "VIRTUAL", ""] : ["VIRTUAL", ""])
    }

    /// A condition that is the same for the same row, today and tomorrow, and often true.
    private mutating func deterministic(_ columns: [ScriptSchema.Column]) -> String {
        allowsQueries = false
        defer { allowsQueries = true }
        let scope = columns.map {
            ScopedColumn(text: $0.name, type: $0.type, collation: $0.collation)
        }
        let outer = scopes
        scopes = []
        defer { scopes = outer }
        return within(scope) { writer in
            let test = writer.predicate(1)
            return writer.oneIn(2) ? test : "\(test) OR \(writer.column()) IS NOT 3"
        }
    }

    mutating func createIndex() -> String {
        guard let table = schema.baseTables.isEmpty ? nil : pick(schema.baseTables) else {
            return createTable()
        }
        let name = (table.database.map { $0 + "." } ?? "") + newName("i")
        let isPartial = oneIn(5)
        schema.indexes.append(.init(name: name, table: table.name, isPartial: isPartial))
        allowsQueries = false
        defer { allowsQueries = true }
        let scope = table.columns.map {
            ScopedColumn(text: $0.name, type: $0.type, collation: $0.collation)
        }
        return within(scope) { writer in
            let terms = writer.list(writer.number(1...3)) { writer in
                guard writer.oneIn(5) else { return writer.indexTerm(writer.column()) }
                var term = writer.expression(1)
                // A literal alone would be a name or a place in a list.
                let inner = term.drop { $0 == "(" }
                if !term.hasPrefix("(") || inner.hasPrefix("'") { term = "(\(term) || '')" }
                return writer.indexTerm(term)
            }
            let unique = writer.oneIn(6) ? "UNIQUE " : ""
            let maybe = writer.oneIn(10) ? "IF NOT EXISTS " : ""
            var text = "CREATE \(unique)INDEX \(maybe)\(name) ON \(table.bare)(\(terms))"
            if isPartial { text += " WHERE \(writer.predicate(1))" }
            return text
        }
    }

    private mutating func indexTerm(_ text: String) -> String {
        var term = text
        if oneIn(6) { term += " COLLATE \(collation())" }
        return oneIn(4) ? term + " DESC" : term
    }

    mutating func createView() -> String {
        let name = newName("v")
        let width = number(1...3)
        let names = (1...width).map { "k\($0)" }
        let outer = scopes
        scopes = []
        defer { scopes = outer }
        // With a list of names SQLite takes the types of a compound from its last query.
        let start = oneIn(8) ? "CREATE TEMP VIEW" : "CREATE VIEW"
        let text = "\(start) \(name) AS " + plainQuery(2, width: width, .numbered)
        schema.tables.append(
            .init(
                bare: name,
                columns: names.map { .init(name: $0, type: "", collation: "BINARY") },
                hasRowID: false, isView: true))
        return text
    }

    mutating func drop() -> String {
        switch random.below(6) {
        case 0 where schema.baseTables.count > 1, 1 where schema.views.count > 1:
            let table = pick(schema.tables)
            schema.drop(table.name)
            return "DROP \(table.isView ? "VIEW" : "TABLE") \(ifExists())\(table.name)"
        case 2 where !schema.triggers.isEmpty:
            return "DROP TRIGGER \(ifExists())"
                + schema.triggers.remove(at: random.below(schema.triggers.count))
        default:
            guard !schema.indexes.isEmpty else { return createIndex() }
            return "DROP INDEX \(ifExists())"
                + schema.indexes.remove(at: random.below(schema.indexes.count)).name
        }
    }

    private mutating func ifExists() -> String { oneIn(5) ? "IF EXISTS " : "" }
}
