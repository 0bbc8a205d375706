public import Foundation

extension ColumnDef {
    /// The default of a column, as the 1.x API spells it.
    ///
    /// ```swift
    /// ColumnConstraintBinding(defaultTo: .currentTimestamp)
    /// ```
    public enum DefaultType: CustomStringConvertible {
        case null
        case int32(Int32)
        case int64(Int64)
        case bool(Bool)
        case text(String)
        case float(Double)
        case BLOB(Data)
        case expression(Expression)
        case currentTime
        case currentDate
        case currentTimestamp

        /// The default as SQL.
        ///
        /// ```swift
        /// ColumnDef.DefaultType.text("untitled").description  // 'untitled'
        /// ```
        public var description: String { expression.description }

        var expression: Expression {
            switch self {
            case .null: Expression(nilLiteral: ())
            case .int32(let value): Expression(with: LiteralValue(value))
            case .int64(let value): Expression(with: LiteralValue(value))
            case .bool(let value): Expression(with: LiteralValue(value))
            case .text(let value): Expression(with: LiteralValue(value))
            case .float(let value): Expression(with: LiteralValue(value))
            case .BLOB(let value): Expression(with: LiteralValue(value))
            case .expression(let expression): expression
            case .currentTime: Expression(with: LiteralValue.currentTime())
            case .currentDate: Expression(with: LiteralValue.currentDate())
            case .currentTimestamp: Expression(with: LiteralValue.currentTimestamp())
            }
        }
    }
}
