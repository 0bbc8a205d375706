// The names that types had in the 1.x API.

/// ``ResultColumn``
public typealias ColumnResult = ResultColumn
/// ``ResultColumnConvertible``
public typealias ColumnResultConvertible = ResultColumnConvertible
/// ``IndexedColumn``
public typealias ColumnIndex = IndexedColumn
/// ``IndexedColumnConvertible``
public typealias ColumnIndexConvertible = IndexedColumnConvertible
/// ``Order``
public typealias OrderTerm = Order
/// ``ConflictAction``
public typealias Conflict = ConflictAction
/// ``TableOrSubquery``
public typealias Subquery = TableOrSubquery
/// ``Join``
public typealias JoinClause = Join
