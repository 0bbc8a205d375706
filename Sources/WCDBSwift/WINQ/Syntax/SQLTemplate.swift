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
/// A value within quotes or a comment makes the whole refused.
public struct SQLTemplate: ExpressibleByStringInterpolation, Sendable {
    /// A piece of a template.
    enum Piece: Sendable {
        case text(String)
        case value(ExpressionTree)
    }

    var pieces: [Piece] = []

    /// Text without values.
    public init(stringLiteral value: String) { pieces = [.text(value)] }

    /// Text with values.
    public init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

    /// Collects the text and the values.
    public struct Interpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        /// Begins empty.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends text.
        public mutating func appendLiteral(_ literal: String) { pieces.append(.text(literal)) }

        /// Appends a column, a value or an expression.
        public mutating func appendInterpolation(_ value: any ExpressionConvertible) {
            if let name = SQLTemplate.name(of: value) {
                pieces.append(.text(name))
            } else {
                pieces.append(.value(value.tree))
            }
        }

        /// Appends a value; nil is NULL.
        public mutating func appendInterpolation(_ value: (any ExpressionConvertible)?) {
            if let value {
                appendInterpolation(value)
            } else {
                pieces.append(.value(.null))
            }
        }

        /// Appends values with commas between them.
        public mutating func appendInterpolation(_ list: [any ExpressionConvertible]) {
            for (index, value) in list.enumerated() {
                if index > 0 { appendLiteral(", ") }
                appendInterpolation(value)
            }
        }

        /// Appends the name of a table, with quotes if it needs some.
        public mutating func appendInterpolation(table: String) {
            let name = QualifiedName(Name(spelling: table, allowsSingleQuotes: true))
            pieces.append(.text(name.sql))
        }

        /// Appends the name of a schema, with quotes if it needs some.
        public mutating func appendInterpolation(schema: any SchemaConvertible) {
            pieces.append(.text(schema.asSchema().name.sql))
        }
    }

    /// What stands for a column in the text; nil for everything else.
    private static func name(of value: any ExpressionConvertible) -> String? {
        guard case .column(let column) = value.tree else { return nil }
        return column.sql
    }
}
