import WCDBSQL

/// The order of rows, and how many of them: what stands behind the condition.
///
/// One object, because nearly all calls share one of two.
final class FilterTail: Sendable {
    let order: [OrderingTree]
    let limit: LimitClause?

    /// All rows, in any order.
    static let none = FilterTail(order: [], limit: nil, offset: nil)
    /// One row, whichever comes first.
    static let single = FilterTail(order: [], limit: .integer(1), offset: nil)

    /// An offset counts only with a limit.
    init(order: [OrderingTree], limit: ExpressionTree?, offset: ExpressionTree?) {
        self.order = order
        self.limit = limit.map { LimitClause($0, offset: offset) }
    }

    /// Whether another one says the same, constants included.
    func isSame(as other: FilterTail) -> Bool {
        self === other || order == other.order && limit == other.limit
    }

    /// Whether it has no parameters, as far as can be seen.
    var isPlain: Bool {
        order.allSatisfy { LiftedCondition.isPlain($0.expression) }
            && limit.map { LiftedCondition.isPlain($0.count) } ?? true
            && limit?.offset.map(LiftedCondition.isPlain) ?? true
    }
}
