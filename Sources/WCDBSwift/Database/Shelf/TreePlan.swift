import WCDBEngine
import WCDBSQL

/// What a built statement is run with: its plan, and the statement that ran it last and waits.
///
/// **Users.** The thread that has the connection.
///
/// **Always true.** The statement that waits is at its start, has no parameters but those of
/// `condition`, and nobody else has it. Whoever takes it sets all of its parameters.
final class TreePlan {
    private let tree: StatementTree
    private let plan: Plan
    /// Whose constants are parameters of the plan; nil if the statement has its own or none.
    let condition: LiftedCondition?
    /// When it was found last, as its owner counts.
    @exclusivity(unchecked) var lastUse: Int
    @exclusivity(unchecked) private var waiting: PreparedSQL?

    init(_ tree: StatementTree, _ condition: LiftedCondition?, lastUse: Int) {
        self.tree = tree
        self.condition = condition
        self.lastUse = lastUse
        plan = Plan(condition.map { tree.with(condition: $0.tree) } ?? tree)
    }

    /// Whether a statement is the one of the plan, but for the constants of the condition, which
    /// the statement that waits is given meanwhile.
    func fits(_ other: StatementTree) -> Bool {
        guard let condition else { return tree == other }
        guard let waiting else { return tree.isLike(other) { condition.fits($1) } }
        return tree.isLike(other) { condition.take(constantsOf: $1, for: waiting) }
    }

    /// A statement that runs the plan for a tree that fits: the one that waits, or another one.
    func take(
        for tree: StatementTree, _ engine: Connection
    ) throws(EngineError) -> PreparedSQL {
        if let statement = waiting, statement.isCurrent {
            waiting = nil
            return statement
        }
        let statement = try engine.prepare(plan)
        if let condition, let written = tree.condition {
            _ = condition.take(constantsOf: written, for: statement)
        }
        return statement
    }

    /// Keeps a statement that was reset, not one that runs. One that changes things holds more than
    /// is worth keeping.
    func rest(_ statement: PreparedSQL) {
        guard statement.canWait, condition != nil || statement.parameterCount == 0 else { return }
        waiting = statement
    }
}
