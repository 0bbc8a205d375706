import WCDBSQL
import WCDBStorage

/// What the statements that define something share: where it goes, how its text is kept, whether
/// its name is free.
extension Connection {
    /// The text of a definition as the catalog keeps it: from the name on, as it was written. A
    /// comment before the semicolon belongs to what has no end of its own.
    func definition(
        _ prefix: String, _ name: Name, _ statement: Statement, text: [UInt8]?
    ) -> String {
        guard let text, name.offset != .max, Int(name.offset) < text.count else {
            // A tree that was never a text.
            return statement.bareDefinition.sql
        }
        var rest = text[Int(name.offset)...]
        if let parsed = parsed(around: name, in: text) {
            var end = Int(parsed.range.end)
            if statement.isOpenEnded {
                let next = Lexer(text).token(at: end)
                end = next.kind == .semicolon ? next.start : text.count
            }
            rest = text[Int(name.offset)..<end]
        }
        while let last = rest.last, ASCII.isSpace(last) || last == UInt8(ascii: ";") {
            rest.removeLast()
        }
        return prefix + String(decoding: rest, as: UTF8.self)
    }

    /// The statement of a text that defines what stands at a name.
    private func parsed(around name: Name, in text: [UInt8]) -> ParsedStatement? {
        // It begins behind the semicolon before the name, if that is not one of a comment: a script
        // of a thousand definitions is not read a thousand times.
        let place = Int(name.offset)
        if let semicolon = text[..<place].lastIndex(of: UInt8(ascii: ";")) {
            var parser = Parser(bytes: text, from: semicolon + 1)
            if let parsed = try? parser.nextStatement(),
                parsed.statement.definedName?.offset == name.offset
            {
                return parsed
            }
        }
        var parser = Parser(bytes: text, from: 0)
        // The first whose range holds the name.
        while let parsed = try? parser.nextStatement() {
            if Int(parsed.range.end) > place { return parsed }
        }
        return nil
    }

    func home(
        _ name: QualifiedName, isTemporary: Bool
    ) throws(EngineError) -> DatabaseFile {
        if let database = try database(name.schema) { return database }
        return isTemporary ? temporaryDatabase : mainDatabase
    }

    /// Refuses a name of those that the engine gives.
    func requireUnreserved(_ name: String) throws(EngineError) {
        guard !FoldedName.fold(name).hasPrefix("sqlite_") else {
            throw .error("object name reserved for internal use: \(name)")
        }
    }

    /// Whether something of a name is to be made: not if it is there and need not be made anew.
    /// Throws if something else has the name.
    func isFree(
        _ name: QualifiedName, ifNotExists: Bool, isIndex: Bool = false, _ database: DatabaseFile
    ) throws(EngineError) -> Bool {
        do throws(EngineError) {
            try requireFree(name.name, database, isIndex: isIndex)
            return true
        } catch {
            guard ifNotExists, try isTableOrView(name, database) != isIndex else { throw error }
            return false
        }
    }

    private func isTableOrView(
        _ name: QualifiedName, _ database: DatabaseFile
    ) throws(EngineError) -> Bool {
        let folded = FoldedName.fold(name.name.text)
        if case .none = try database.relation(folded, collations: collations) { return false }
        return true
    }

    /// Refuses a name that is taken. That of a table or view is shown as it was written, quotes and
    /// all, as SQLite does.
    private func requireFree(
        _ name: Name, _ database: DatabaseFile, isIndex: Bool
    ) throws(EngineError) {
        try beginReading(database)
        let entry = try stored { () throws(StorageError) in
            try Catalog(database.transaction).entry(named: name.text)
        }
        guard let entry else { return }
        if entry.kind == .index {
            if isIndex { throw .error("index \(name.text) already exists") }
            throw .error("there is already an index named \(name.text)")
        }
        if isIndex { throw .error("there is already a table named \(name.text)") }
        throw .error("\(entry.kind) \(name.spelling) already exists")
    }

    func add(
        _ entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) -> TreeID {
        return try stored { () throws(StorageError) in
            try Catalog(database.transaction).create(entry)
        }
    }
}

extension Statement {
    /// Whether a definition goes on up to the semicolon, comments and all.
    fileprivate var isOpenEnded: Bool {
        switch self {
        case .createIndex, .createView: return true
        case .createTable(let create):
            guard case .columns(let definition)? = create.content else { return false }
            return definition.isStrict || definition.isWithoutRowid
        default: return false
        }
    }

    /// The same without what the catalog does not keep: IF NOT EXISTS, TEMP, the schema.
    fileprivate var bareDefinition: Statement {
        switch self {
        case .createTable(var create):
            (create.isTemporary, create.ifNotExists, create.name.schema) = (false, false, nil)
            return .createTable(create)
        case .createIndex(var create):
            (create.ifNotExists, create.name.schema) = (false, nil)
            return .createIndex(create)
        case .createView(var create):
            (create.isTemporary, create.ifNotExists, create.name.schema) = (false, false, nil)
            return .createView(create)
        case .createTrigger(var create):
            (create.isTemporary, create.ifNotExists, create.name.schema) = (false, false, nil)
            return .createTrigger(create)
        default: return self
        }
    }

    /// The name of what the statement defines.
    fileprivate var definedName: Name? {
        switch self {
        case .createTable(let create): create.name.name
        case .createIndex(let create): create.name.name
        case .createView(let create): create.name.name
        case .createTrigger(let create): create.name.name
        default: nil
        }
    }
}
