import WCDBSQL

/// Text in SQL with Swift values in it.
///
/// Values never become text: each is put into the tree that the text is parsed to, in the place
/// where it stood. Columns are written with their quotes, lists with commas.
///
/// ```swift
/// sql("age > \(age) AND name IN (\(names))")
/// ```
///
/// Only a literal is a template: a `String` that was put together elsewhere may hold what somebody
/// typed, and is refused by the compiler. For one that is known to be SQL, such as a file of the
/// program's own, say so: `SQLTemplate(trusted: text)`.
///
/// A query behind `FROM`, `IN` or `EXISTS`, or in `WITH`, stands there with parentheses of its own
/// or without; elsewhere it may be a whole query: `INSERT INTO t \(query)`.
///
/// A template is refused if it has a value or a name within quotes or a comment, or a name that is
/// empty or touches a word beside it: `t_\(table: name)` is no table.
public struct SQLTemplate: ExpressibleByStringInterpolation, Sendable {
    /// A piece of a template.
    enum Piece: Sendable {
        case text(String)
        case value(ExpressionTree)
        /// A name with the quotes it needs; nil if it is empty.
        case name(String?)
    }

    var pieces: [Piece] = []

    /// Text without values.
    ///
    /// ```swift
    /// let condition: SQLTemplate = "stars > 3 AND text NOTNULL"
    /// sql(condition)  // (stars > 3) AND (text NOTNULL)
    /// ```
    public init(stringLiteral value: String) { pieces = [.text(value)] }

    /// Text that was not written here, and is known to be SQL, such as a file that comes with the
    /// program.
    ///
    /// The text is trusted: whatever it says is run. Nothing that somebody typed, or that was read
    /// from a database or a network, may be pasted into it. That goes into a literal, as a value.
    ///
    /// ```swift
    /// let rule = ["stars > 3", "text NOTNULL"].joined(separator: " AND ")
    /// sql(SQLTemplate(trusted: rule))  // (stars > 3) AND (text NOTNULL)
    /// ```
    public init(trusted text: String) { pieces = [.text(text)] }

    /// Text with values.
    ///
    /// ```swift
    /// let best = 5
    /// let condition: SQLTemplate = "stars = \(best)"
    /// sql(condition)  // stars == 5
    /// ```
    public init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

    /// Collects the text and the values.
    ///
    /// ```swift
    /// var parts = SQLTemplate.Interpolation(literalCapacity: 0, interpolationCount: 0)
    /// parts.appendLiteral("stars > ")
    /// parts.appendInterpolation(3)
    /// sql(SQLTemplate(stringInterpolation: parts))  // stars > 3
    /// ```
    public struct Interpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        /// Begins empty.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends text.
        public mutating func appendLiteral(_ literal: String) { pieces.append(.text(literal)) }

        /// Appends a column, a value or an expression.
        ///
        /// ```swift
        /// sql("\(Note.Properties.stars) > \(3) AND \(Column(named: "line count")) < \(9)")
        /// // (stars > 3) AND (`line count` < 9)
        /// ```
        public mutating func appendInterpolation(_ value: any ExpressionConvertible) {
            pieces.append(SQLTemplate.piece(for: value))
        }

        /// Appends a value; nil is NULL.
        ///
        /// ```swift
        /// let title: String? = nil
        /// sql("title IS \(title)")  // title IS NULL
        /// ```
        public mutating func appendInterpolation(_ value: (any ExpressionConvertible)?) {
            if let value {
                appendInterpolation(value)
            } else {
                pieces.append(.value(.null))
            }
        }

        /// Appends values with commas between them.
        ///
        /// ```swift
        /// let ids = [7, 8, 9]
        /// sql("id IN (\(ids))")  // id IN(7, 8, 9)
        /// ```
        public mutating func appendInterpolation(_ list: [any ExpressionConvertible]) {
            for (index, value) in list.enumerated() {
                if index > 0 { appendLiteral(", ") }
                appendInterpolation(value)
            }
        }

        /// Appends the name of a table, with quotes if it needs some.
        ///
        /// ```swift
        /// let name = "my notes"
        /// StatementSQL("DELETE FROM \(table: name)")  // DELETE FROM `my notes`
        /// ```
        public mutating func appendInterpolation(table: String) {
            let name = QualifiedName(Name(anySpelling: table))
            pieces.append(.name(name.isEmpty ? nil : name.sql))
        }

        /// Appends the name of a schema, with quotes if it needs some.
        ///
        /// ```swift
        /// StatementSQL("DELETE FROM \(schema: "backup").notes")  // DELETE FROM backup.notes
        /// ```
        public mutating func appendInterpolation(schema: any SchemaConvertible) {
            let name = schema.asSchema().name
            pieces.append(.name(name.isEmpty ? nil : name.sql))
        }
    }

    /// A column is a name, everything else a value.
    private static func piece(for value: any ExpressionConvertible) -> Piece {
        guard case .column(let column) = value.tree else { return .value(value.tree) }
        let names = [column.name, column.table, column.schema].compactMap(\.self)
        return .name(names.contains(where: \.isEmpty) ? nil : column.sql)
    }
}
