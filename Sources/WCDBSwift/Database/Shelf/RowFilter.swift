import WCDBSQL

/// Which rows a statement is about: the tail that the calls for rows and objects share, as trees,
/// which are made once for each call.
struct RowFilter {
    let condition: ConditionSyntax
    let tail: FilterTail

    /// All rows.
    static let all = RowFilter(condition: .none, tail: .none)

    /// With `isSingle` one row at most, whatever `limit` says. An offset counts only with a limit.
    ///
    /// No initialiser, because that would be given copies of everything.
    static func of(
        condition: (any Condition)?, order: [any OrderBy]?, limit: (any Limit)? = nil,
        offset: (any Offset)?, isSingle: Bool = false
    ) -> RowFilter {
        guard order == nil, limit == nil, offset == nil else {
            let tail = FilterTail(
                order: order?.map { $0.asOrder().tree } ?? [],
                limit: isSingle ? .integer(1) : limit?.tree, offset: offset?.tree)
            return RowFilter(condition: .of(condition), tail: tail)
        }
        return RowFilter(condition: .of(condition), tail: isSingle ? .single : .none)
    }
}
