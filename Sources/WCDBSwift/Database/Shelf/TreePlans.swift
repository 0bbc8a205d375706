import WCDBEngine
import WCDBSQL

/// The plans of the built statements that were prepared last: one that comes again, with other
/// constants in its condition perhaps, runs the program that was compiled for it.
///
/// **Users.** The thread that has the connection.
///
/// **Always true.** At most `capacity` are kept; the one that was used longest ago makes way.
struct TreePlans {
    private final class Entry {
        let tree: StatementTree
        /// The condition of `plan`, if its constants are parameters there; else trees are equal.
        let condition: LiftedCondition?
        let plan: Plan
        var lastUse: Int

        init(_ tree: StatementTree, _ condition: LiftedCondition?, _ plan: Plan, lastUse: Int) {
            self.tree = tree
            self.condition = condition
            self.plan = plan
            self.lastUse = lastUse
        }
    }

    /// What a statement is run with.
    struct Found {
        let plan: Plan
        /// Parameters of the plan, with their numbers; nil if the statement has its own.
        let constants: [(number: Int, value: Literal)]?
    }

    private static let capacity = 32
    private var entries: [Entry] = []
    private var uses = 0

    mutating func find(_ tree: StatementTree) -> Found? {
        var constants: [(number: Int, value: Literal)] = []
        for entry in entries {
            constants.removeAll(keepingCapacity: true)
            let fits =
                entry.condition.map { condition in
                    entry.tree.isSame(
                        as: tree,
                        whereConditions: { _, other in
                            condition.fits(other) { constants.append(($0, $1)) }
                        })
                } ?? (entry.tree == tree)
            guard fits else { continue }
            uses += 1
            entry.lastUse = uses
            return Found(plan: entry.plan, constants: entry.condition.map { _ in constants })
        }
        return nil
    }

    /// Keeps a plan for a tree that was prepared. `lifts`: the constants of its condition may
    /// become parameters, because it has none of its own, and no index depends on them.
    mutating func insert(_ tree: StatementTree, lifts: Bool) {
        let condition = lifts ? tree.condition.flatMap { LiftedCondition($0, first: 1) } : nil
        let plan = Plan(condition.map { tree.with(condition: $0.tree) } ?? tree)
        uses += 1
        let entry = Entry(tree, condition, plan, lastUse: uses)
        guard entries.count == TreePlans.capacity else { return entries.append(entry) }
        let oldest = entries.indices.min { entries[$0].lastUse < entries[$1].lastUse }
        if let oldest { entries[oldest] = entry }
    }

    mutating func remove(_ found: Found) {
        entries.removeAll { $0.plan === found.plan }
    }
}

extension LiftedCondition {
    fileprivate convenience init?(_ condition: ExpressionTree, first: Int) {
        self.init(condition, first: first, lifts: true)
    }
}

extension StatementTree {
    /// The condition of a query's first part, an update or a deletion; nil if it has none.
    fileprivate var condition: ExpressionTree? {
        switch self {
        case .select(let select):
            if case .select(let body) = select.first { body.condition } else { nil }
        case .update(let update): update.condition
        case .delete(let delete): delete.condition
        default: nil
        }
    }

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

    /// Whether another statement is the same but for the conditions, if both have one, which
    /// `compare` is asked about.
    fileprivate func isSame(
        as other: StatementTree, whereConditions compare: (ExpressionTree, ExpressionTree) -> Bool
    ) -> Bool {
        switch (self, other) {
        case (.select(let one), .select(let other)):
            guard case .select(let left) = one.first, case .select(let right) = other.first,
                let condition = left.condition, let otherCondition = right.condition
            else { return false }
            return left.from == right.from && left.results == right.results
                && left.isDistinct == right.isDistinct && left.groups == right.groups
                && left.having == right.having && left.windows == right.windows
                && one.order == other.order && one.limit == other.limit
                && one.with == other.with && one.compounds == other.compounds
                && compare(condition, otherCondition)
        case (.update(let one), .update(let other)):
            guard let condition = one.condition, let otherCondition = other.condition else {
                return false
            }
            return one.table == other.table && one.assignments == other.assignments
                && one.conflict == other.conflict && one.from == other.from
                && one.returning == other.returning && one.order == other.order
                && one.limit == other.limit && one.with == other.with
                && compare(condition, otherCondition)
        case (.delete(let one), .delete(let other)):
            guard let condition = one.condition, let otherCondition = other.condition else {
                return false
            }
            return one.table == other.table && one.returning == other.returning
                && one.order == other.order && one.limit == other.limit && one.with == other.with
                && compare(condition, otherCondition)
        default: return false
        }
    }
}
