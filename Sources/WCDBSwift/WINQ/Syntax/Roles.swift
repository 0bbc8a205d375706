// What an expression is called where it has a role: names of parameters in calls like
// `getObjects(fromTable:where:orderBy:limit:offset:)`.

/// The condition of a statement.
///
/// ```swift
/// func titles(where condition: any Condition) throws -> [String] {
///     try database.getColumn(on: Note.Properties.title, fromTable: "notes", where: condition)
///         .map(\.stringValue)
/// }
/// try titles(where: Note.Properties.stars == 5)  // ["Bread"]
/// ```
public typealias Condition = ExpressionConvertible

/// How many rows at most.
///
/// ```swift
/// let most: any Limit = 2
/// let best: [Note] = try database.getObjects(fromTable: "notes", limit: most)
/// ```
public typealias Limit = ExpressionConvertible

/// How many rows are skipped first.
///
/// ```swift
/// let page = 3
/// let skipped: any Offset = page * 20
/// StatementSelect().select(Note.Properties.title).from("notes").limit(20).offset(skipped)
/// // SELECT title FROM notes LIMIT 20 OFFSET 60
/// ```
public typealias Offset = ExpressionConvertible

/// What rows are grouped by.
///
/// ```swift
/// let groups: [any GroupBy] = [Note.Properties.author, Note.Properties.created.date("unixepoch")]
/// StatementSelect().select(Note.Properties.id.count()).from("notes").group(by: groups)
/// // SELECT COUNT(id) FROM notes GROUP BY author, date(created, 'unixepoch')
/// ```
public typealias GroupBy = ExpressionConvertible

/// The condition on groups.
///
/// ```swift
/// let often: any Having = Note.Properties.id.count() > 10
/// StatementSelect().select(Note.Properties.author).from("notes")
///     .group(by: Note.Properties.author).having(often)
/// // SELECT author FROM notes GROUP BY author HAVING COUNT(id) > 10
/// ```
public typealias Having = ExpressionConvertible

/// What rows are ordered by.
///
/// ```swift
/// let newestFirst: [any OrderBy] = [Note.Properties.created.order(.descending)]
/// let newest: [Note] = try database.getObjects(fromTable: "notes", orderBy: newestFirst)
/// ```
public typealias OrderBy = OrderingTermConvertible
