import WCDBSQL
import WCDBStorage

/// What a statement that is no program gives back.
struct DirectResult {
    var columns: [String] = []
    var rows: [[Value]] = []
}

extension Connection {
    /// Runs a statement that is no program.
    func run(_ statement: Statement, text: [UInt8]?) throws(EngineError) -> DirectResult {
        switch statement {
        case .transaction(let transaction): try run(transaction)
        case .createTable(let create): try run(create, text: text)
        case .createIndex(let create): try run(create, text: text)
        case .createView(let create): try run(create, text: text)
        case .drop(let drop): try run(drop)
        case .explain(let explain): return try run(explain, text: text)
        case .pragma(let pragma): return try run(pragma)
        case .upkeep(let upkeep): try run(upkeep)
        case .alterTable: throw .error("not supported yet: ALTER TABLE")
        case .createTrigger(let create): try run(create, text: text)
        case .createVirtualTable: throw .error("not supported yet: CREATE VIRTUAL TABLE")
        case .attach: throw .error("not supported yet: ATTACH")
        case .detach: throw .error("not supported yet: DETACH")
        case .select, .insert, .update, .delete: throw .error("not a direct statement")
        }
        try endStatement()
        return DirectResult()
    }

    /// The text of a definition as the catalog keeps it: from the name on, as it was written.
    func definition(
        _ prefix: String, _ name: Name, _ statement: Statement, text: [UInt8]?
    ) -> String {
        guard let text, name.offset != .max, Int(name.offset) < text.count else {
            return statement.sql
        }
        var rest = text[Int(name.offset)...]
        var parser = Parser(bytes: text, from: 0)
        // Where this statement ends: the first whose range holds the name.
        while let parsed = try? parser.nextStatement() {
            if Int(parsed.range.end) > Int(name.offset) {
                rest = text[Int(name.offset)..<Int(parsed.range.end)]
                break
            }
        }
        while let last = rest.last, ASCII.isSpace(last) || last == UInt8(ascii: ";") {
            rest.removeLast()
        }
        return prefix + String(decoding: rest, as: UTF8.self)
    }

    private func home(
        _ name: QualifiedName, isTemporary: Bool
    ) throws(EngineError) -> DatabaseFile {
        if let database = try database(name.schema) { return database }
        return databases[isTemporary ? 1 : 0]
    }

    private func requireFree(
        _ name: String, _ database: DatabaseFile, isIndex: Bool = false
    ) throws(EngineError) -> Bool {
        try beginReading(database)
        let entry: Catalog.Entry?
        do {
            entry = try Catalog(database.transaction).entry(named: name)
        } catch {
            throw .storage(error)
        }
        guard let entry else { return true }
        if entry.type == "index" {
            if isIndex { throw .error("index \(name) already exists") }
            throw .error("there is already an index named \(name)")
        }
        if isIndex { throw .error("there is already a table named \(name)") }
        throw .error("\(entry.type) \(name) already exists")
    }

    func add(
        _ entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) -> TreeID {
        do {
            return try Catalog(database.transaction).create(entry)
        } catch {
            throw .storage(error)
        }
    }

    // MARK: Tables

    private func run(
        _ create: CreateTableStatement, text: [UInt8]?
    ) throws(EngineError) {
        let name = create.name.name.text
        let database = try home(create.name, isTemporary: create.isTemporary)
        guard !FoldedName.fold(name).hasPrefix("sqlite_") else {
            throw .error("object name reserved for internal use: \(name)")
        }
        do {
            _ = try requireFree(name, database)
        } catch {
            if create.ifNotExists, try exists(create.name, database) { return }
            throw error
        }
        switch create.content {
        case .columns(let definition):
            let sql = self.definition(
                "CREATE TABLE ", create.name.name, .createTable(create), text: text)
            try createTable(name, definition, sql, database)
        case .select(let select): try createTable(name, from: select, database)
        case nil: throw .error("near \";\": syntax error")
        }
    }

    private func exists(
        _ name: QualifiedName, _ database: DatabaseFile
    ) throws(EngineError) -> Bool {
        if try database.table(name.name.text, collations: collations) != nil { return true }
        return try database.view(name.name.text) != nil
    }

    private func createTable(
        _ name: String, _ definition: TableDefinition, _ sql: String, _ database: DatabaseFile
    ) throws(EngineError) {
        let parts = try TableParts(definition, name: name, text: sql, collations: collations)
        try changing(database) { () throws(EngineError) in
            _ = try add(
                .init(type: "table", name: name, tableName: name, sql: sql), database)
            for number in parts.automaticIndexes.indices {
                _ = try add(
                    .init(
                        type: "index", name: "sqlite_autoindex_\(name)_\(number + 1)",
                        tableName: name, sql: nil), database)
            }
            if parts.isAutoIncrement { try makeSequenceTable(database) }
        }
        database.forget()
    }

    /// `sqlite_sequence` exists from the first AUTOINCREMENT table on.
    private func makeSequenceTable(_ database: DatabaseFile) throws(EngineError) {
        let name = "sqlite_sequence"
        do {
            guard try Catalog(database.transaction).entry(named: name) == nil else { return }
        } catch {
            throw .storage(error)
        }
        _ = try add(
            .init(
                type: "table", name: name, tableName: name,
                sql: "CREATE TABLE sqlite_sequence(name,seq)"), database)
    }

    private func createTable(
        _ name: String, from select: SelectStatement, _ database: DatabaseFile
    ) throws(EngineError) {
        let binder = Binder(schema: self, functions: functions, collations: collations)
        let bound = try binder.bind(select, parent: nil)
        var taken: Set<String> = []
        let columns = bound.columns.map { column -> String in
            var shown = column.name
            var number = 0
            while !taken.insert(FoldedName.fold(shown)).inserted {
                number += 1
                shown = "\(column.name):\(number)"
            }
            let type =
                switch column.affinity {
                case .integer: " INT"
                case .real: " REAL"
                case .text: " TEXT"
                case .numeric: " NUM"
                case .none, .blob: ""
                }
            let isPlain =
                shown.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x5F }
                && !(shown.utf8.first.map(ASCII.isDigit) ?? true)
            return (isPlain ? shown : "\"\(shown)\"") + type
        }
        let sql = "CREATE TABLE \(name)(\n  \(columns.joined(separator: ",\n  "))\n)"
        guard case .createTable(let parsed)? = try? Parser.statement(sql),
            case .columns(let definition) = parsed.content
        else { throw .error("cannot create table \(name)") }
        try createTable(name, definition, sql, database)
        var insert = InsertStatement(into: QualifiedName(Name(name), schema: Name(database.name)))
        insert.source = .select(select)
        let statement = try prepare(.insert(insert), text: nil)
        _ = try statement.step()
    }

    // MARK: Indexes

    private func run(
        _ create: CreateIndexStatement, text: [UInt8]?
    ) throws(EngineError) {
        let name = create.name.name.text
        let tableName = QualifiedName(create.table, schema: create.name.schema)
        guard let table = try table(tableName) else {
            if try view(tableName) != nil { throw .error("views may not be indexed") }
            let schema = create.name.schema?.text ?? "main"
            throw .error("no such table: \(schema).\(create.table.text)")
        }
        guard table.tree != .catalog else {
            throw .error("table \(table.name) may not be indexed")
        }
        let database = databases[table.database]
        guard !FoldedName.fold(name).hasPrefix("sqlite_") else {
            throw .error("object name reserved for internal use: \(name)")
        }
        do {
            _ = try requireFree(name, database, isIndex: true)
        } catch {
            if create.ifNotExists { return }
            throw error
        }
        let prefix = create.isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
        let sql = definition(prefix, create.name.name, .createIndex(create), text: text)
        try changing(database) { () throws(EngineError) in
            _ = try add(
                .init(type: "index", name: name, tableName: table.name, sql: sql), database)
            database.forget()
            guard
                let fresh = try database.table(table.name, collations: collations),
                let index = fresh.indexes.first(where: { FoldedName.equal($0.name, name) })
            else { throw .error("no such table: \(table.name)") }
            try fill(index, of: fresh)
        }
        database.forget()
    }

    /// Puts all rows of a table into one of its indexes.
    func fill(_ index: IndexSchema, of table: TableSchema) throws(EngineError) {
        let binder = Binder(schema: self, functions: functions, collations: collations)
        var compiler = Compiler(functions: functions) { _ in 1 }
        try compiler.compileFill(index, of: table, binder: binder)
        // Nobody could bind them, now or when a row changes.
        guard binder.parameters.isEmpty else {
            throw .error(
                index.condition == nil
                    ? "parameters prohibited in index expressions"
                    : "parameters prohibited in partial index WHERE clauses")
        }
        compiler.program.emit(.halt)
        compiler.program.finish()
        let program = Program(
            compiler.program, columns: [], parameters: [], schemaVersion: schemaVersion)
        let machine = Machine(program, host: self)
        defer { machine.reset() }
        _ = try machine.step()
    }

    // MARK: Views, dropping

    private func run(
        _ create: CreateViewStatement, text: [UInt8]?
    ) throws(EngineError) {
        let name = create.name.name.text
        let database = try home(create.name, isTemporary: create.isTemporary)
        do {
            _ = try requireFree(name, database)
        } catch {
            if create.ifNotExists { return }
            throw error
        }
        let sql = definition("CREATE VIEW ", create.name.name, .createView(create), text: text)
        try changing(database) { () throws(EngineError) in
            _ = try add(.init(type: "view", name: name, tableName: name, sql: sql), database)
        }
        database.forget()
    }

    private func run(_ drop: DropStatement) throws(EngineError) {
        let name = drop.name.name.text
        let kind =
            switch drop.kind {
            case .table: "table"
            case .index: "index"
            case .view: "view"
            case .trigger: "trigger"
            }
        for database in databases.reversed() {
            if let schema = drop.name.schema, !FoldedName.equal(schema.text, database.name) {
                continue
            }
            try beginReading(database)
            let entry: Catalog.Entry?
            do {
                entry = try Catalog(database.transaction).entry(
                    named: name, isTrigger: drop.kind == .trigger)
            } catch {
                throw .storage(error)
            }
            guard let entry else { continue }
            if entry.type != kind {
                if entry.type == "view", kind == "table" {
                    throw .error("use DROP VIEW to delete view \(name)")
                }
                if entry.type == "table", kind == "view" {
                    throw .error("use DROP TABLE to delete table \(name)")
                }
                continue
            }
            try remove(entry, database)
            return
        }
        guard !drop.ifExists else { return }
        throw .error("no such \(kind): \(Scope.spell(name, nil, drop.name.schema?.text))")
    }

    private func remove(
        _ entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) {
        if FoldedName.fold(entry.name).hasPrefix("sqlite_") {
            if entry.type == "index" {
                throw .error(
                    "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped")
            }
            throw .error("table \(entry.name) may not be dropped")
        }
        try changing(database) { () throws(EngineError) in
            do {
                let catalog = Catalog(database.transaction)
                if entry.type == "table" || entry.type == "view" {
                    for member in try catalog.entries(ofTable: entry.name) {
                        try catalog.drop(member.id)
                    }
                }
                try catalog.drop(entry.id)
            } catch let error as StorageError {
                throw EngineError.storage(error)
            } catch {
                throw EngineError.error("\(error)")
            }
        }
        database.forget()
    }

    // MARK: The rest

    private func run(
        _ explain: ExplainStatement, text: [UInt8]?
    ) throws(EngineError) -> DirectResult {
        guard let statement = explain.statement else { throw .error("nothing to explain") }
        let program = try compile(statement, text: text)
        try endStatement()
        if explain.isQueryPlan {
            return DirectResult(
                columns: ["id", "parent", "notused", "detail"],
                rows: program.plan.map {
                    [.integer(0), .integer(Int64($0.depth)), .integer(0), .text($0.text)]
                })
        }
        return DirectResult(
            columns: ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"],
            rows: program.instructions.enumerated().map { index, i in
                [
                    .integer(Int64(index)), .text("\(i.opcode)"), .integer(Int64(i.a)),
                    .integer(Int64(i.b)), .integer(Int64(i.c)), .integer(Int64(i.small)),
                    .integer(Int64(i.flag)), .null,
                ]
            })
    }

    private func run(_ upkeep: UpkeepStatement) throws(EngineError) {
        switch upkeep {
        case .analyze: break
        case .reindex(let name): try reindex(name)
        case .vacuum(_, let into):
            guard into == nil else { throw .error("not supported yet: VACUUM INTO") }
            guard isAutocommit else { throw .error("cannot VACUUM from within a transaction") }
            for database in databases { database.transaction.end() }
            do {
                try databases[0].store.vacuum()
            } catch {
                throw .storage(error)
            }
        }
    }

    private func reindex(_ name: QualifiedName?) throws(EngineError) {
        guard let name else { return }
        if try table(name) != nil { return }
        for database in databases {
            try beginReading(database)
            let entry: Catalog.Entry?
            do {
                entry = try Catalog(database.transaction).entry(named: name.name.text)
            } catch {
                throw .storage(error)
            }
            if entry?.type == "index" { return }
        }
        if (try? collations.find(name.name.text)) != nil { return }
        throw .error("unable to identify the object to be reindexed")
    }

    private func run(_ pragma: PragmaStatement) throws(EngineError) -> DirectResult {
        // Pragmas that mean nothing to this engine are accepted in silence, as SQLite does.
        try endStatement()
        return DirectResult()
    }

    // MARK: AUTOINCREMENT

    package func nextAutoIncrement(
        _ table: TableSchema, above largest: Int64
    ) throws(EngineError) -> Int64 {
        let last = max(largest, try sequence(of: table)?.value ?? 0)
        guard last < .max else { throw .sql(.full, "database or disk is full") }
        return last + 1
    }

    package func didUseRowid(_ rowid: Int64, _ table: TableSchema) throws(EngineError) {
        let database = databases[table.database]
        let known = try sequence(of: table)
        if let known, known.value >= rowid { return }
        guard let sequences = try database.table("sqlite_sequence", collations: collations)
        else { return }
        var writer = RecordWriter()
        writer.begin(columnCount: 2)
        writer.appendText(table.name)
        writer.appendInteger(rowid)
        let record = writer.finish()
        do {
            let tree = try database.transaction.rowidTree(sequences.tree)
            if let known {
                _ = try tree.replace(known.rowid, record)
                return
            }
            let cursor = tree.makeCursor()
            defer { tree.remove(cursor) }
            let next = try cursor.last() ? cursor.rowid + 1 : 1
            _ = try tree.insert(next, record)
        } catch {
            throw .storage(error)
        }
    }

    private func sequence(
        of table: TableSchema
    ) throws(EngineError) -> (rowid: Int64, value: Int64)? {
        let database = databases[table.database]
        guard let sequences = try database.table("sqlite_sequence", collations: collations)
        else { return nil }
        do {
            let tree = try database.transaction.rowidTree(sequences.tree)
            let cursor = tree.makeCursor()
            defer { tree.remove(cursor) }
            var isThere = try cursor.first()
            while isThere {
                var reader = try RecordReader(checking: try cursor.payload())
                if let name = reader.column(at: 0), name.kind == .text,
                    name.bytes.elementsEqual(table.name.utf8)
                {
                    return (cursor.rowid, reader.column(at: 1)?.asInteger ?? 0)
                }
                isThere = try cursor.next()
            }
            return nil
        } catch {
            throw .storage(error)
        }
    }
}
