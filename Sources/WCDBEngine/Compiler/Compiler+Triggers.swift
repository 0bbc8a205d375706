import WCDBSQL
import WCDBStorage

/// A row as triggers see it: its rowid in a register, the columns in those behind it.
struct TriggerRow {
    var rowid: Int
    var isThere: Bool { rowid >= 0 }
    static let none = TriggerRow(rowid: -1)
}

/// What happens to a row, and where the code goes on if a trigger says to leave it.
struct TriggerEvent {
    enum Change { case insert, update, delete }

    var change: Change
    var old = TriggerRow.none
    var new = TriggerRow.none
    /// The columns that an UPDATE names.
    var columns: [Int] = []
    var conflict: ConflictAction?
    var skip: ProgramBuilder.Label
}

extension Compiler {
    /// Emits the triggers of a table for a row.
    mutating func fire(
        _ timing: CreateTriggerStatement.Timing, _ event: TriggerEvent, on table: TableSchema,
        binder: Binder
    ) throws(EngineError) {
        for trigger in table.triggers where matches(trigger.statement, timing, event, table) {
            // Triggers do not set themselves off.
            guard !binder.activeTriggers.contains(trigger.name) else { continue }
            guard binder.activeTriggers.count < 64 else {
                throw .error("too many levels of trigger recursion")
            }
            binder.activeTriggers.append(trigger.name)
            defer { binder.activeTriggers.removeLast() }
            try emit(trigger.statement, event, table, binder)
        }
    }

    private func matches(
        _ statement: CreateTriggerStatement, _ timing: CreateTriggerStatement.Timing,
        _ event: TriggerEvent, _ table: TableSchema
    ) -> Bool {
        guard (statement.timing ?? .before) == timing else { return false }
        switch (statement.event, event.change) {
        case (.insert, .insert), (.delete, .delete): return true
        case (.update(let columns), .update):
            guard !columns.isEmpty else { return true }
            return columns.contains { column in
                table.column(named: column.name.text).map {
                    event.columns.contains($0 == table.rowidColumn ? -1 : $0)
                } ?? false
            }
        default: return false
        }
    }

    private mutating func emit(
        _ statement: CreateTriggerStatement, _ event: TriggerEvent, _ table: TableSchema,
        _ binder: Binder
    ) throws(EngineError) {
        let scope = Scope(parent: nil)
        if event.new.isThere { scope.sources.append(source("new", event.new, table)) }
        if event.old.isThere { scope.sources.append(source("old", event.old, table)) }
        let outer = (binder.outer, binder.tables, binder.text, allowsOnce, known, ignoreLabel)
        binder.outer = scope
        binder.tables = []
        binder.text = nil
        allowsOnce = false
        known = []
        ignoreLabel = event.skip
        defer {
            (binder.outer, binder.tables, binder.text, allowsOnce, known, ignoreLabel) = outer
        }
        let done = program.makeLabel()
        if let condition = statement.condition {
            try jump(ifNot: try binder.bind(condition, scope), to: done)
        }
        for step in statement.steps { try emit(step, event, binder) }
        program.place(done)
    }

    private func source(_ alias: String, _ row: TriggerRow, _ table: TableSchema) -> Source {
        let source = Source(
            alias: alias, content: .registers, columns: Source(table: table, alias: nil).columns)
        source.firstRegister = row.rowid
        source.rowidColumn = table.rowidColumn
        return source
    }

    private mutating func emit(
        _ step: CreateTriggerStatement.Step, _ event: TriggerEvent, _ binder: Binder
    ) throws(EngineError) {
        switch step {
        case .insert(var insert):
            insert.conflict = event.conflict ?? insert.conflict
            try compile(insert, binder: binder)
        case .update(var update):
            update.conflict = event.conflict ?? update.conflict
            try compile(update, binder: binder)
        case .delete(let delete): try compile(delete, binder: binder)
        case .select(let select):
            let bound = try binder.bind(select, parent: binder.outer)
            try compile(bound, to: .code { (_, _, _) throws(EngineError) in })
        }
    }
}
