import WCDBSQL
import WCDBStorage

/// ALTER TABLE DROP COLUMN: the column leaves the definition and every row.
extension Connection {
    func drop(
        _ column: Name, of table: TableSchema, _ entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) {
        let number = try requireDroppable(column.text, table, entry)
        try requireSound(database)
        let broken = try brokenTriggers(database)
        let quoted = try firstQuotedMention(of: number, table, database)
        try changing(database) { () throws(EngineError) in
            var entry = entry
            entry.sql = try text(entry, without: number)
            guard
                table.columns.indices.contains(where: {
                    $0 != number && table.columns[$0].generated == nil
                })
            else {
                throw .error(
                    "error in table \(table.name) after drop column: "
                        + "must have at least one non-generated column")
            }
            try requireMeaning(of: entry, database)
            try requireIndexesWithout(column.text, table)
            try stored { () throws(StorageError) in
                try Catalog(database.transaction).update(entry)
                try rewriteRows(of: table, without: number, database)
            }
            database.forget()
            try requireSound(
                table.name, "after drop column", database, knowsAssigned: true, except: broken)
            if let quoted {
                throw .error(
                    "error in \(quoted.kind) \(quoted.name) after drop column: "
                        + "no such column: \(table.columns[number].name)")
            }
        }
    }

    /// The definition of the table or of an index that has the column's name in double quotes,
    /// outside of the column itself: without the column it would be taken for a text, and what is
    /// stored would be wrong. Views and triggers may change their meaning, as in SQLite.
    private func firstQuotedMention(
        of column: Int, _ table: TableSchema, _ database: DatabaseFile
    ) throws(EngineError) -> Catalog.Entry? {
        // Temporary views and triggers have numbers of their own.
        for (entry, owner) in try definitions(about: database)
        where owner === database && entry.sql != nil
            && (entry.id == table.tree || entry.kind == .index)
        {
            var offsets = try mentions(in: entry, of: table, column, owner).quotedOffsets
            if entry.id == table.tree, let own = range(of: column, in: entry) {
                offsets = offsets.filter { !own.contains($0) }
            }
            if !offsets.isEmpty { return entry }
        }
        return nil
    }

    /// Where a column stands in the definition of its table.
    private func range(of column: Int, in entry: Catalog.Entry) -> Range<Int>? {
        guard case .createTable(let create)? = try? Parser.statement(entry.sql ?? ""),
            case .columns(let definition) = create.content, column < definition.columns.count
        else { return nil }
        let range = definition.columns[column].range
        return range.isNone ? nil : Int(range.start)..<Int(range.end)
    }

    private func requireDroppable(
        _ name: String, _ table: TableSchema, _ entry: Catalog.Entry
    ) throws(EngineError) -> Int {
        guard
            let number = table.columns.firstIndex(where: { FoldedName.equal($0.name, name) })
        else { throw .error("no such column: \"\(name)\"") }
        guard table.columns[number].primaryKeyPosition == 0 else {
            throw .error("cannot drop PRIMARY KEY column: \"\(name)\"")
        }
        guard !isDeclaredUnique(number, entry) else {
            throw .error("cannot drop UNIQUE column: \"\(name)\"")
        }
        guard table.columns.count > 1 else {
            throw .error("cannot drop column \"\(name)\": no other columns exist")
        }
        return number
    }

    /// Whether UNIQUE stands behind the column itself; a constraint of the table that names it is
    /// found wrong when the column is gone.
    private func isDeclaredUnique(_ number: Int, _ entry: Catalog.Entry) -> Bool {
        guard case .createTable(let create)? = try? Parser.statement(entry.sql ?? ""),
            case .columns(let definition) = create.content, number < definition.columns.count
        else { return false }
        return definition.columns[number].constraints.contains {
            if case .unique? = $0.kind { true } else { false }
        }
    }

    /// What is wrong with the table itself is told before what is wrong with its indexes.
    private func requireMeaning(
        of entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) {
        guard case .createTable(let create)? = try? Parser.statement(entry.sql ?? ""),
            case .columns(let definition) = create.content
        else { return }
        do throws(EngineError) {
            let parts = try TableParts(
                definition, name: entry.name, text: entry.sql ?? "", collations: collations)
            try requireMeaning(parts, database)
        } catch {
            throw error.about("error in table \(entry.name) after drop column")
        }
    }

    /// An index that has the column cannot even be read afterwards.
    private func requireIndexesWithout(
        _ name: String, _ table: TableSchema
    ) throws(EngineError) {
        for index in table.indexes where index.origin == .created {
            let isUsed = index.columns.contains {
                guard case .column(let number) = $0.content else { return false }
                return FoldedName.equal(table.columns[number].name, name)
            }
            guard !isUsed else {
                throw .error(
                    "error in index \(index.name) after drop column: no such column: \(name)")
            }
        }
    }

    /// The definition without a column, without the comma that parted it from another, and without
    /// what stands between it and the next sign.
    private func text(
        _ entry: Catalog.Entry, without number: Int
    ) throws(EngineError) -> String {
        let sql = entry.sql ?? ""
        let bytes = Array(sql.utf8)
        guard case .createTable(let create)? = try? Parser.statement(sql),
            case .columns(let definition) = create.content,
            number < definition.columns.count, definition.columns.allSatisfy({ !$0.range.isNone })
        else { throw .malformedSchema(entry.name) }
        let ranges = definition.columns.map { Int($0.range.start)..<Int($0.range.end) }
        let start: Int
        let end: Int
        if number + 1 < ranges.count {
            (start, end) = (ranges[number].lowerBound, ranges[number + 1].lowerBound)
        } else {
            let lexer = Lexer(bytes)
            start = lexer.token(at: ranges[number - 1].upperBound).start
            end = lexer.token(at: ranges[number].upperBound).start
        }
        guard start <= end, end <= bytes.count else {
            throw .malformedSchema(entry.name)
        }
        return String(decoding: bytes[..<start] + bytes[end...], as: UTF8.self)
    }

    private func rewriteRows(
        of table: TableSchema, without number: Int, _ database: DatabaseFile
    ) throws(StorageError) {
        let tree = try database.transaction.rowidTree(table.tree)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var writer = RecordWriter()
        // Texts and blobs lie in the row until the record has them.
        var values: [ColumnValue] = []
        var isThere = try cursor.first()
        while isThere {
            values.removeAll(keepingCapacity: true)
            var reader = try RecordReader(checking: try cursor.payload())
            while let value = reader.next() { values.append(value) }
            // A row that is older than the column does not have it.
            if number < values.count {
                values.remove(at: number)
                let record = try values.withUnsafeBufferPointer {
                    (values) throws(StorageError) in
                    try writer.encode(values)
                }
                _ = try tree.replace(cursor.rowid, record, under: cursor)
            }
            isThere = try cursor.next()
        }
    }
}
