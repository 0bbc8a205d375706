import WCDBSQL

/// A condition, or none.
///
/// What an optional says. But to copy an optional of a tree takes several times as long as to copy
/// the tree, and every call for a row comes by here.
struct ConditionSyntax {
    let isThere: Bool
    /// Means nothing if there is none.
    let tree: ExpressionTree

    static let none = ConditionSyntax(isThere: false, tree: .null)

    /// No initialiser, because that would be given a copy of the condition.
    static func of(_ condition: (any Condition)?) -> ConditionSyntax {
        guard let condition else { return .none }
        return ConditionSyntax(isThere: true, tree: condition.tree)
    }

    /// The condition; nil if there is none.
    var expression: ExpressionTree? { isThere ? tree : nil }
}
