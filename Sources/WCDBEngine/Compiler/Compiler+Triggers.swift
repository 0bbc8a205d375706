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

/// A table or view as its triggers see it.
struct TriggerTarget: Sendable {
    let name: String
    let columns: [Source.Column]
    let rowidColumn: Int?
    let triggers: [TriggerSchema]

    func has(
        _ timing: CreateTriggerStatement.Timing, _ change: TriggerEvent.Change
    ) -> Bool {
        triggers.contains { trigger in
            guard (trigger.statement.timing ?? .before) == timing else { return false }
            return switch (trigger.statement.event, change) {
            case (.insert, .insert), (.delete, .delete), (.update, .update): true
            default: false
            }
        }
    }

    func fires(
        _ statement: CreateTriggerStatement, _ timing: CreateTriggerStatement.Timing,
        _ event: TriggerEvent
    ) -> Bool {
        guard (statement.timing ?? .before) == timing else { return false }
        let named = event.columns.map { column in
            let index = column < 0 ? rowidColumn : column
            return index.map { columns[$0].name } ?? "rowid"
        }
        return statement.watches(event.change, named)
    }

    func source(_ alias: String, _ row: Int) -> Source {
        let source = Source(alias: alias, content: .registers, columns: columns)
        source.firstRegister = row
        source.rowidColumn = rowidColumn
        source.isQualifiedOnly = true
        return source
    }
}

/// A trigger that is run as a program of its own, because it may set itself off: the values of OLD
/// and NEW are its parameters.
///
/// **Always true.** Two calls with the same key are the same program.
package final class TriggerCall: Sendable {
    let trigger: TriggerSchema
    let target: TriggerTarget
    let conflict: ConflictAction?
    let hasOld: Bool
    let hasNew: Bool
    /// It may run while it is running.
    let isAction: Bool

    init(
        _ trigger: TriggerSchema, _ target: TriggerTarget, conflict: ConflictAction?,
        hasOld: Bool, hasNew: Bool, isAction: Bool
    ) {
        self.trigger = trigger
        self.target = target
        self.conflict = conflict
        self.hasOld = hasOld
        self.hasNew = hasNew
        self.isAction = isAction
    }

    var key: String {
        "\(trigger.database) \(trigger.name) \(hasOld) \(hasNew) \(conflict.map { "\($0)" } ?? "")"
    }

    /// How many values a row has: its rowid and its columns.
    var width: Int { target.columns.count + 1 }
    var parameterCount: Int { (hasOld ? width : 0) + (hasNew ? width : 0) }
}

extension Compiler {
    /// Emits the triggers of a table for a row.
    mutating func fire(
        _ timing: CreateTriggerStatement.Timing, _ event: TriggerEvent,
        on target: TriggerTarget, binder: Binder
    ) throws(EngineError) {
        for trigger in target.triggers where target.fires(trigger.statement, timing, event) {
            if binder.activeTriggers.contains(trigger.name) {
                // Only if it is asked for do triggers set themselves off.
                guard binder.recursesTriggers else { continue }
                emitCall(trigger, event, target, isAction: false)
                continue
            }
            binder.activeTriggers.append(trigger.name)
            defer { binder.activeTriggers.removeLast() }
            try emit(trigger, event, target, binder)
        }
    }

    /// Emits the call of a trigger as a program of its own.
    mutating func emitCall(
        _ trigger: TriggerSchema, _ event: TriggerEvent, _ target: TriggerTarget, isAction: Bool
    ) {
        let call = TriggerCall(
            trigger, target, conflict: event.conflict, hasOld: event.old.isThere,
            hasNew: event.new.isThere, isAction: isAction)
        let first = program.registers(max(1, call.parameterCount))
        var place = first
        for row in [event.old, event.new] where row.isThere {
            for index in 0..<call.width {
                program.emit(.copy, row.rowid + index, place)
                place += 1
            }
        }
        program.jump(.callTrigger, program.call(call), first, to: event.skip)
    }

    /// Emits a trigger's program: it begins with its parameters.
    mutating func compile(_ call: TriggerCall, binder: Binder) throws(EngineError) {
        let skip = program.makeLabel()
        let first = program.registers(max(1, call.parameterCount))
        for index in 0..<call.parameterCount { program.emit(.parameter, index + 1, first + index) }
        binder.parameters = Array(repeating: nil, count: call.parameterCount)
        var event = TriggerEvent(change: .insert, conflict: call.conflict, skip: skip)
        if call.hasOld { event.old = TriggerRow(rowid: first) }
        if call.hasNew { event.new = TriggerRow(rowid: first + (call.hasOld ? call.width : 0)) }
        if !call.isAction { binder.activeTriggers = [call.trigger.name] }
        try emit(call.trigger, event, call.target, binder)
        program.emit(.halt)
        program.place(skip)
        program.emit(.halt, flag: 1)
    }

    private mutating func emit(
        _ trigger: TriggerSchema, _ event: TriggerEvent, _ target: TriggerTarget,
        _ binder: Binder
    ) throws(EngineError) {
        let statement = trigger.statement
        let scope = Scope(parent: nil)
        if event.new.isThere { scope.sources.append(target.source("new", event.new.rowid)) }
        if event.old.isThere { scope.sources.append(target.source("old", event.old.rowid)) }
        let outer = (
            binder.outer, binder.tables, binder.text, binder.home, allowsOnce, known, ignoreLabel
        )
        binder.outer = scope
        binder.tables = []
        binder.text = nil
        binder.home = trigger.database == 1 ? nil : binder.schema.databaseName(trigger.database)
        allowsOnce = false
        known = []
        ignoreLabel = event.skip
        defer {
            (
                binder.outer, binder.tables, binder.text, binder.home, allowsOnce, known,
                ignoreLabel
            ) = outer
        }
        let done = program.makeLabel()
        if let condition = statement.condition {
            try jump(ifNot: try binder.bind(condition, scope), to: done)
        }
        let lastRowid = program.register()
        program.emit(.enterTrigger, lastRowid)
        for step in statement.steps { try emit(step, event, binder) }
        program.emit(.leaveTrigger, lastRowid)
        program.place(done)
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
