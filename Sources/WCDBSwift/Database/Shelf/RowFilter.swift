import WCDBSQL

/// Which rows a statement is about: the tail that the calls for rows and objects share, as trees,
/// which are made once for each call.
struct RowFilter {
    let condition: ConditionSyntax
    let tail: FilterTail

    /// All rows.
    static let all = RowFilter()

    /// With `isSingle` one row at most, whatever `limit` says. An offset counts only with a limit.
    init(
        condition: (any Condition)? = nil, order: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil, isSingle: Bool = false
    ) {
        self.condition = ConditionSyntax(condition)
        if case .none = order, case .none = limit, case .none = offset {
            tail = isSingle ? .single : .none
        } else {
            tail = FilterTail(
                order: order?.map { $0.asOrder().tree } ?? [],
                limit: isSingle ? .integer(1) : limit?.tree, offset: offset?.tree)
        }
    }
}
