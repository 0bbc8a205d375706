import WCDBSQL
import WCDBStorage

/// CREATE TABLE, from columns or from a query.
extension Connection {
    func run(
        _ create: CreateTableStatement, text: [UInt8]?
    ) throws(EngineError) {
        let name = create.name.name.text
        let database = try home(create.name, isTemporary: create.isTemporary)
        try requireUnreserved(name)
        guard try isFree(create.name, ifNotExists: create.ifNotExists, database) else { return }
        switch create.content {
        case .columns(let definition):
            let sql = self.definition(
                "CREATE TABLE ", create.name.name, .createTable(create), text: text)
            try createTable(name, definition, sql, database)
        case .select(let select): try createTable(name, from: select, database, text: text)
        case nil: throw .error("near \";\": syntax error")
        }
    }

    private func createTable(
        _ name: String, _ definition: TableDefinition, _ sql: String, _ database: DatabaseFile,
        fill: () throws(EngineError) -> Void = {}
    ) throws(EngineError) {
        try requirePlainKeys(of: definition, table: name)
        let parts = try TableParts(definition, name: name, text: sql, collations: collations)
        try requireMeaning(parts, database)
        try requireNothingInVain(definition)
        try changing(database) { () throws(EngineError) in
            try add(parts, name, sql, database)
            try fill()
        }
        database.forget()
    }

    private func add(
        _ parts: TableParts, _ name: String, _ sql: String, _ database: DatabaseFile
    ) throws(EngineError) {
        _ = try add(.init(kind: .table, name: name, tableName: name, sql: sql), database)
        for number in parts.automaticIndexes.indices {
            _ = try add(
                .init(
                    kind: .index, name: "sqlite_autoindex_\(name)_\(number + 1)",
                    tableName: name, sql: nil), database)
        }
        if parts.isAutoIncrement { try makeSequenceTable(database) }
        database.forget()
    }

    /// `sqlite_sequence` exists from the first AUTOINCREMENT table on.
    func makeSequenceTable(_ database: DatabaseFile) throws(EngineError) {
        let name = "sqlite_sequence"
        do {
            guard try Catalog(database.transaction).entry(named: name) == nil else { return }
        } catch {
            throw .storage(error)
        }
        _ = try add(
            .init(
                kind: .table, name: name, tableName: name,
                sql: "CREATE TABLE sqlite_sequence(name,seq)"), database)
    }

    private func createTable(
        _ name: String, from select: SelectStatement, _ database: DatabaseFile,
        text: [UInt8]?
    ) throws(EngineError) {
        let columns = try StackSpace.withRoom { [self] () throws(EngineError) in
            try columnDefinitions(select, text: text)
        }
        // SQLite's layout: what is short takes one line.
        let length = (columns.map(\.name) + [name]).reduce(5 * columns.count) { length, name in
            length + name.utf8.reduce(2) { $0 + ($1 == UInt8(ascii: "\"") ? 2 : 1) }
        }
        let isShort = length < 50
        let list = columns.map { Connection.quoted($0.name) + $0.type }
            .joined(separator: isShort ? "," : ",\n  ")
        let sql =
            "CREATE TABLE \(Connection.quoted(name))(" + (isShort ? list : "\n  \(list)\n") + ")"
        guard case .createTable(let parsed)? = try? Parser.statement(sql),
            case .columns(let definition) = parsed.content
        else { throw .error("cannot create table \(name)") }
        var insert = InsertStatement(into: QualifiedName(Name(name), schema: Name(database.name)))
        insert.source = .select(select)
        // The VALUES of an INSERT have no aggregates, as those of a query may.
        if case .values = select.first {
            insert.source = .select(SelectStatement(.select(SelectBody(allOf: select))))
        }
        let filling = Statement.insert(insert)
        try createTable(name, definition, sql, database) { () throws(EngineError) in
            unfinished = (database, FoldedName.fold(name))
            defer { unfinished = nil }
            _ = try runWithin(filling, parameters: directParameters)
        }
    }

    /// The columns of a table for the rows of a query.
    private func columnDefinitions(
        _ select: SelectStatement, text: [UInt8]?
    ) throws(EngineError) -> [(name: String, type: String)] {
        let binder = makeBinder()
        defer { binder.releaseSources() }
        binder.text = text
        let bound = try binder.bind(select, parent: nil)
        var names = DerivedNames()
        return bound.columns.map { column in
            let name = names.next(column.collatedName ?? column.name)
            let type =
                switch column.affinity {
                case .integer: " INT"
                case .real: " REAL"
                case .text: " TEXT"
                case .numeric: " NUM"
                case .none, .blob: ""
                }
            return (name, type)
        }
    }

    /// A name as a definition that is made up has it: with quotes if it needs them.
    static func quoted(_ name: String) -> String {
        let isPlain =
            name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x5F }
            && !(name.utf8.first.map(ASCII.isDigit) ?? true) && !Keyword.isKeyword(name)
        return isPlain ? name : name.quoted(by: "\"")
    }
}
