import WCDBSQL

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
