import Foundation
package import WCDBSQL

extension LiteralValue {
    /// The value as a constant.
    ///
    /// ```swift
    /// LiteralValue(Value("it's"))  // 'it''s'
    /// ```
    public convenience init(_ value: Value) { self.init(value.literal) }

    /// What the value is stored as, as a constant.
    ///
    /// ```swift
    /// StatementSelect().select(LiteralValue(URL(fileURLWithPath: "/a")))  // SELECT 'file:///a'
    /// ```
    public convenience init<T: ColumnEncodable>(_ encodedValue: T) {
        self.init(encodedValue.archivedValue().literal)
    }
}

extension Value {
    package var literal: Literal {
        switch content {
        case .integer(let value): .integer(value)
        case .real(let value): value.isNaN ? .null : .real(value)
        case .text(let text): .text(text)
        case .blob(let data): .blob([UInt8](data))
        case .null: .null
        }
    }
}
