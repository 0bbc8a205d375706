import WCDBSQL
import WCDBStorage

/// Whether what the catalog says of tables, indexes, views and triggers has a meaning: ALTER asks
/// before and after it changes something, so that no definition is left behind that names what is
/// gone.
extension Connection {
    /// What is wrong with a view or trigger; nil if nothing is.
    func fault(
        of entry: Catalog.Entry, _ database: DatabaseFile, knowsAssigned: Bool = false
    ) throws(EngineError) -> String? {
        guard let statement = try? Parser.statement(entry.sql ?? "") else {
            return "malformed text"
        }
        do throws(EngineError) {
            try StackSpace.withRoom { [self] () throws(EngineError) in
                try resolve(statement, database, knowsAssigned: knowsAssigned)
            }
            return nil
        } catch {
            let isFault = knowsAssigned && error.isOfColumnList || !error.isOfRunning
            return isFault ? error.message : nil
        }
    }

    private func resolve(
        _ statement: Statement, _ database: DatabaseFile, knowsAssigned: Bool
    ) throws(EngineError) {
        switch statement {
        case .createView(let create):
            guard let select = create.select else { return }
            let binder = makeBinder()
            defer { binder.releaseSources() }
            binder.home = database.isTemporary ? nil : database.name
            _ = try binder.bind(select, parent: nil)
        case .createTrigger(let create):
            try resolve(create, database, nil, knowsAssigned: knowsAssigned)
        default: break
        }
    }

    /// Throws the first view or trigger that has no meaning, before something is altered.
    func requireSound(_ database: DatabaseFile) throws(EngineError) {
        for (entry, owner) in try definitions(about: database)
        where entry.kind == .view || entry.kind == .trigger {
            if let fault = try fault(of: entry, owner) {
                throw .error("error in \(entry.kind) \(entry.name): \(fault)")
            }
        }
    }

    /// The triggers of which one fills or assigns a column that is not there: what is done to
    /// another table makes them no worse.
    func brokenTriggers(_ database: DatabaseFile) throws(EngineError) -> Set<String> {
        var broken: Set<String> = []
        for (entry, owner) in try definitions(about: database) where entry.kind == .trigger {
            if try fault(of: entry, owner, knowsAssigned: true) != nil {
                broken.insert(owner.name + "." + entry.name)
            }
        }
        return broken
    }

    /// Throws what of a table, its indexes and all views and triggers has no meaning any more.
    /// `occasion` says after what. A trigger among `broken` had no meaning before.
    func requireSound(
        _ table: String, _ occasion: String, _ database: DatabaseFile, knowsAssigned: Bool = false,
        except broken: Set<String> = []
    ) throws(EngineError) {
        var fresh: TableSchema?
        do throws(EngineError) {
            fresh = try database.table(table, collations: collations)
            if let fresh { try requireMeaning(of: fresh) }
        } catch {
            throw error.about("error in table \(table) \(occasion)")
        }
        for (entry, owner) in try definitions(about: database) {
            if entry.kind == .index, entry.sql != nil, let fresh,
                FoldedName.equal(entry.tableName, table),
                let fault = faultOfIndex(entry, fresh)
            {
                throw .error("error in index \(entry.name) \(occasion): \(fault)")
            }
            guard entry.kind == .view || entry.kind == .trigger else { continue }
            let knowsAssigned = knowsAssigned && !broken.contains(owner.name + "." + entry.name)
            if let fault = try fault(of: entry, owner, knowsAssigned: knowsAssigned) {
                throw .error("error in \(entry.kind) \(entry.name) \(occasion): \(fault)")
            }
        }
    }

    /// What may say something about the tables of a database, each with the database that it is in:
    /// everything of that database, and triggers and views of the temporary one.
    func definitions(
        about database: DatabaseFile
    ) throws(EngineError) -> [(entry: Catalog.Entry, owner: DatabaseFile)] {
        let own = try entries(of: database).map { (entry: $0, owner: database) }
        guard !database.isTemporary else { return own }
        let temporary = temporaryDatabase
        try beginReading(temporary)
        return try own
            + entries(of: temporary).filter { $0.kind == .trigger || $0.kind == .view }
            .map { (entry: $0, owner: temporary) }
    }

    private func faultOfIndex(_ entry: Catalog.Entry, _ table: TableSchema) -> String? {
        guard case .createIndex(let create)? = try? Parser.statement(entry.sql ?? "") else {
            return "malformed text"
        }
        return faultOfIndex(create, table)
    }

    /// What of an index has no meaning; nil if all has.
    func faultOfIndex(_ create: CreateIndexStatement, _ table: TableSchema) -> String? {
        do throws(EngineError) {
            try StackSpace.withRoom { [self] () throws(EngineError) in
                try resolve(create, table)
            }
            return nil
        } catch {
            return error.message
        }
    }

    private func resolve(
        _ create: CreateIndexStatement, _ table: TableSchema
    ) throws(EngineError) {
        let compiler = Compiler(functions: functions)
        let binder = makeBinder()
        defer { binder.releaseSources() }
        for term in create.columns {
            _ = try compiler.definition(
                term.expression, table, first: 1, place: .indexExpression, binder: binder)
        }
        if let condition = create.condition {
            _ = try compiler.definition(
                condition, table, first: 1, place: .partialIndex, binder: binder)
        }
    }
}

extension EngineError {
    /// A step of a trigger fills a column that is not there.
    fileprivate var isOfColumnList: Bool {
        if case .noColumnToFill = self { true } else { false }
    }

    /// It says nothing of names, so that no ALTER can have brought it about: which columns a step
    /// of a trigger fills, and how functions are called, is its own business until it runs.
    var isOfRunning: Bool {
        switch self {
        case .noColumnToFill, .noSuchFunction, .wrongArgumentCount, .misuse: true
        default: false
        }
    }
}
