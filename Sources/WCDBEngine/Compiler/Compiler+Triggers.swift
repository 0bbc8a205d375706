import WCDBSQL
import WCDBStorage

/// Triggers: their calls in the statement that sets them off, and their own programs.
extension Compiler {
    /// Emits the calls of a table's triggers for a row.
    mutating func fire(
        _ timing: CreateTriggerStatement.Timing, _ event: TriggerEvent,
        on target: TriggerTarget, binder: Binder
    ) {
        for trigger in target.triggers where target.fires(trigger.statement, timing, event) {
            emitCall(
                TriggerCall(trigger, target, event, mayRecurse: binder.recursesTriggers), event)
        }
    }

    /// Emits a call. Each trigger is a program that is compiled once: a chain of them, each of
    /// which sets off the next one twice, is as long as it was written.
    mutating func emitCall(_ call: TriggerCall, _ event: TriggerEvent) {
        let site = TriggerSite(
            number: number(of: call), old: event.old.rowid, new: event.new.rowid)
        program.jump(.callTrigger, program.site(site), to: event.skip)
    }

    /// The number of a call among all that the statement may make.
    private mutating func number(of call: TriggerCall) -> Int {
        let known = triggers ?? TriggerCalls()
        triggers = known
        return known.number(of: call)
    }

    /// Emits a trigger's program. Requires: nothing was emitted before.
    mutating func compile(_ call: TriggerCall, binder: Binder) throws(EngineError) {
        _ = program.registers(call.parameterCount)
        let scope = Scope(parent: nil)
        if call.hasNew { scope.sources.append(call.target.source("new", call.newRegister)) }
        if call.hasOld { scope.sources.append(call.target.source("old", call.oldRegister)) }
        binder.outer = scope
        let database = call.trigger.database
        binder.home =
            database == DatabaseNumber.temporary ? nil : binder.schema.databaseName(database)
        let ignored = program.makeLabel()
        let left = program.makeLabel()
        ignoreLabel = ignored
        if let condition = call.trigger.statement.condition {
            try jump(ifNot: try binder.bind(condition, scope), to: left)
        }
        for step in call.trigger.statement.steps {
            try compile(step, conflict: call.conflict, binder)
        }
        program.place(left)
        program.emit(.halt)
        program.place(ignored)
        program.emit(.halt, flag: InstructionFlag.abandoned)
    }

    private mutating func compile(
        _ step: CreateTriggerStatement.Step, conflict: ConflictAction?, _ binder: Binder
    ) throws(EngineError) {
        known = []
        switch step {
        case .insert(var insert):
            insert.conflict = conflict ?? insert.conflict
            try compile(insert, binder: binder)
        case .update(var update):
            update.conflict = conflict ?? update.conflict
            try compile(update, binder: binder)
        case .delete(let delete): try compile(delete, binder: binder)
        case .select(let select):
            let bound = try binder.bind(select, parent: binder.outer)
            try compile(bound, to: .code { (_, _, _) throws(EngineError) in })
            return
        }
        program.emit(.endStep)
    }
}
