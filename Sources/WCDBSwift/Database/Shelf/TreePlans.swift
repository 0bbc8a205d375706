import WCDBEngine
import WCDBSQL

/// The plans of the built statements that were prepared last: one that comes again, with other
/// constants in its condition perhaps, runs the program that was compiled for it.
///
/// **Users.** The thread that has the connection.
///
/// **Always true.** At most `capacity` are kept; the one that was used longest ago makes way.
struct TreePlans {
    private static let capacity = 32
    private var plans: [TreePlan] = []
    private var uses = 0

    mutating func find(_ tree: StatementTree) -> TreePlan? {
        for plan in plans where plan.fits(tree) {
            uses += 1
            plan.lastUse = uses
            return plan
        }
        return nil
    }

    /// Keeps a plan for a tree that was prepared. `lifts`: the constants of its condition may
    /// become parameters, because it has none of its own, and no index depends on them.
    mutating func insert(_ tree: StatementTree, lifts: Bool) {
        let condition = lifts ? tree.condition.flatMap { LiftedCondition($0, first: 1) } : nil
        uses += 1
        let plan = TreePlan(tree, condition, lastUse: uses)
        guard plans.count == TreePlans.capacity else { return plans.append(plan) }
        let oldest = plans.indices.min { plans[$0].lastUse < plans[$1].lastUse }
        if let oldest { plans[oldest] = plan }
    }

    mutating func remove(_ plan: TreePlan) { plans.removeAll { $0 === plan } }
}

extension LiftedCondition {
    fileprivate convenience init?(_ condition: ExpressionTree, first: Int) {
        self.init(condition, first: first, lifts: true)
    }
}

extension StatementTree {
    /// The name of the one table that a statement is about; nil if it is about more, or has parts
    /// whose meaning may hang on constants.
    var soleTable: QualifiedName? {
        switch self {
        case .select(let select):
            guard select.with == nil, select.compounds.isEmpty,
                case .select(let body) = select.first,
                let from = body.from, from.joins.isEmpty, case .table(let table) = from.first
            else { return nil }
            return table.name
        case .update(let update):
            return update.with == nil && update.from == nil ? update.table.name : nil
        case .delete(let delete): return delete.with == nil ? delete.table.name : nil
        default: return nil
        }
    }
}
