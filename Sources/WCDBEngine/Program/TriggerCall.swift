import WCDBSQL

/// A trigger, or what a foreign key wants done, as a program of its own: the values of OLD and NEW
/// are in its first registers.
///
/// **Always true.** Two calls with the same key are the same program.
package final class TriggerCall: Sendable {
    let trigger: TriggerSchema
    let target: TriggerTarget
    let conflict: ConflictAction?
    let hasOld: Bool
    let hasNew: Bool
    /// It may run while it is running.
    let mayRecurse: Bool

    init(
        _ trigger: TriggerSchema, _ target: TriggerTarget, conflict: ConflictAction?,
        hasOld: Bool, hasNew: Bool, mayRecurse: Bool
    ) {
        self.trigger = trigger
        self.target = target
        self.conflict = conflict
        self.hasOld = hasOld
        self.hasNew = hasNew
        self.mayRecurse = mayRecurse
    }

    var key: String {
        "\(trigger.database) \(trigger.name) \(hasOld) \(hasNew) \(conflict.map { "\($0)" } ?? "")"
    }

    /// How many values a row has: its rowid and its columns.
    var width: Int { target.columns.count + 1 }
    var oldRegister: Int { hasOld ? 0 : -1 }
    var newRegister: Int { hasNew ? (hasOld ? width : 0) : -1 }
    var parameterCount: Int { (hasOld ? width : 0) + (hasNew ? width : 0) }

    func isSameTrigger(as other: TriggerCall) -> Bool {
        trigger.database == other.trigger.database
            && SQLText(trigger.name) == SQLText(other.trigger.name)
    }
}

/// Where a program calls a trigger: the number of the trigger's program, and the registers where
/// the rows begin; -1 where there is none.
struct TriggerSite: Sendable {
    let number: Int
    let old: Int
    let new: Int
}

/// The triggers that a statement may set off, each once, however many ways lead to it.
///
/// **Users.** One compilation.
final class TriggerCalls {
    private(set) var calls: [TriggerCall] = []
    private var numbers: [SQLText: Int] = [:]

    func number(of call: TriggerCall) -> Int {
        let key = SQLText(call.key)
        if let known = numbers[key] { return known }
        numbers[key] = calls.count
        calls.append(call)
        return calls.count - 1
    }
}

/// The programs of all triggers that a statement may set off, by their numbers.
package final class TriggerPrograms: Sendable {
    let calls: [TriggerCall]
    let programs: [Program]

    init(_ calls: [TriggerCall], _ programs: [Program]) {
        self.calls = calls
        self.programs = programs
    }
}
