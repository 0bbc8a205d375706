import WCDBSQL
import WCDBStorage

extension Connection {
    func run(_ create: CreateTriggerStatement, text: [UInt8]?) throws(EngineError) {
        let name = create.name.name.text
        let isView = try view(create.table) != nil
        guard try table(create.table) != nil || isView else {
            let schema = create.table.schema?.text ?? "main"
            throw .error("no such table: \(schema).\(create.table.name.text)")
        }
        try requireFittingTiming(create, isView: isView)
        let table = try table(create.table)
        let view = try view(create.table)
        let home = table?.database ?? view?.database ?? 0
        let database = databases[create.isTemporary ? 1 : home]
        let existing: Catalog.Entry?
        try beginReading(database)
        do {
            existing = try Catalog(database.transaction).entry(named: name, isTrigger: true)
        } catch {
            throw .storage(error)
        }
        if existing != nil {
            if create.ifNotExists { return }
            throw .error("trigger \(name) already exists")
        }
        let sql = definition(
            "CREATE TRIGGER ", create.name.name, .createTrigger(create), text: text)
        try requireNoParameter(sql, "trigger cannot use variables")
        let owner = create.table.name.text
        try changing(database) { () throws(EngineError) in
            _ = try add(
                .init(type: "trigger", name: name, tableName: owner, sql: sql), database)
        }
        database.forget()
        if database.number == 1 { noteWatched(create, in: home) }
    }

    private func requireFittingTiming(
        _ create: CreateTriggerStatement, isView: Bool
    ) throws(EngineError) {
        let shown = create.table.name.text
        if isView {
            guard create.timing == .insteadOf else {
                let timing = create.timing == .after ? "AFTER" : "BEFORE"
                throw .error("cannot create \(timing) trigger on view: \(shown)")
            }
            return
        }
        guard create.timing != .insteadOf else {
            throw .error("cannot create INSTEAD OF trigger on table: \(shown)")
        }
        if FoldedName.fold(shown).hasPrefix("sqlite_") {
            throw .error("cannot create trigger on system table")
        }
    }
}
