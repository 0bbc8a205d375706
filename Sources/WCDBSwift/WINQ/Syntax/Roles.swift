// What an expression is called where it has a role: names of parameters in calls like
// `getObjects(fromTable:where:orderBy:limit:offset:)`.

/// The condition of a statement.
public typealias Condition = ExpressionConvertible
/// How many rows at most.
public typealias Limit = ExpressionConvertible
/// How many rows are left out first.
public typealias Offset = ExpressionConvertible
/// What rows are grouped by.
public typealias GroupBy = ExpressionConvertible
/// The condition on groups.
public typealias Having = ExpressionConvertible
/// What rows are ordered by.
public typealias OrderBy = OrderingTermConvertible
