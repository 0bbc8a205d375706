import WCDBSQL

/// What of an expression grows by many calls.
enum ExpressionDraft {
    case flow(CaseFlow)
    case arguments(ArgumentsDraft)
}

/// The arguments of a call, or of a table function behind IN, while they are appended.
///
/// A tree never changes, so each call of `arguments` makes another one. It takes the list from
/// here, which grows in its place as long as no other tree has it.
final class ArgumentsDraft {
    private(set) var list: [ExpressionTree]
    /// That of the list.
    private(set) var extent = TreeExtent.empty

    init(_ list: [ExpressionTree]) {
        self.list = list
        extent.include(list)
    }

    func append(_ more: [ExpressionTree]) {
        list += more
        extent.include(more)
    }
}

/// What a call says beside its arguments.
enum CallHead {
    case function(Name, isDistinct: Bool, WindowCall?)
    case tableFunction(QualifiedName, subject: ExpressionTree, isNegated: Bool)

    /// Nil if the expression takes no arguments. A row value is what a call without a name says.
    init?(_ tree: ExpressionTree) {
        switch tree {
        case .function(let call):
            self = .function(call.name, isDistinct: call.isDistinct, call.window)
        case .membership(let test):
            guard case .function(let name, _) = test.candidates else { return nil }
            self = .tableFunction(name, subject: test.subject, isNegated: test.isNegated)
        case .row: self = .function(.empty, isDistinct: false, nil)
        default: return nil
        }
    }
}
