import WCDBSQL
import WCDBStorage

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
            try StackSpace.require(atLevel: binder.activeTriggers.count)
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
        binder.take(numbered: Array(repeating: nil, count: call.parameterCount))
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
        let ignored = program.makeLabel()
        ignoreLabel = ignored
        defer {
            (
                binder.outer, binder.tables, binder.text, binder.home, allowsOnce, known,
                ignoreLabel
            ) = outer
        }
        let left = program.makeLabel()
        let done = program.makeLabel()
        let lastRowid = program.register()
        program.emit(.enterTrigger, lastRowid)
        if let condition = statement.condition {
            try jump(ifNot: try binder.bind(condition, scope), to: left)
        }
        for step in statement.steps { try emit(step, event, binder) }
        program.place(left)
        program.emit(.leaveTrigger, lastRowid)
        program.jump(.goto, to: done)
        program.place(ignored)
        program.emit(.leaveTrigger, lastRowid)
        program.jump(.goto, to: event.skip)
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
