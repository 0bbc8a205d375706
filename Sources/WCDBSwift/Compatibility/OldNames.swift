// The names that types had in the 1.x API.

/// The same as ``ResultColumn``.
///
/// ```swift
/// let result: ColumnResult = Note.Properties.id.asColumnResult()
/// ```
public typealias ColumnResult = ResultColumn
/// The same as ``ResultColumnConvertible``.
///
/// ```swift
/// let results: [any ColumnResultConvertible] = [Note.Properties.id, Column.all().count()]
/// ```
public typealias ColumnResultConvertible = ResultColumnConvertible
/// The same as ``IndexedColumn``.
///
/// ```swift
/// let index: ColumnIndex = Note.Properties.id.asIndex(orderBy: .descending)
/// ```
public typealias ColumnIndex = IndexedColumn
/// The same as ``IndexedColumnConvertible``.
///
/// ```swift
/// let columns: [any ColumnIndexConvertible] = [Note.Properties.author, Note.Properties.title]
/// try database.create(index: "notes_once", with: columns, forTable: "notes")
/// ```
public typealias ColumnIndexConvertible = IndexedColumnConvertible
/// The same as ``Order``.
///
/// ```swift
/// let order: OrderTerm = .descending
/// Note.Properties.id.asOrder(by: order)  // id DESC
/// ```
public typealias OrderTerm = Order
/// The same as ``ConflictAction``.
///
/// ```swift
/// let conflict: Conflict = .replace
/// ```
public typealias Conflict = ConflictAction
/// The same as ``TableOrSubquery``.
///
/// ```swift
/// Subquery(withTable: "notes").as(alias: "n")  // notes AS n
/// ```
public typealias Subquery = TableOrSubquery
/// The same as ``Join``.
///
/// ```swift
/// JoinClause(with: "authors").join("books")  // authors JOIN books
/// ```
public typealias JoinClause = Join
