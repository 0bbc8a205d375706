public import Foundation

extension Value {
    /// The value as an integer.
    ///
    /// What is no number is 0.
    ///
    /// ```swift
    /// Value("12").intValue  // 12
    /// Value(2.9).intValue   // 2
    /// Value(nil).intValue   // 0
    /// ```
    public var intValue: Int { Int(truncatingIfNeeded: int64Value) }

    /// The lower half of the value as an integer.
    ///
    /// A text that is not a number of this size is 0.
    ///
    /// ```swift
    /// Value(Int64(1) << 32 + 5).int32Value  // 5
    /// Value("5000000000").int32Value        // 0
    /// ```
    public var int32Value: Int32 {
        switch content {
        // A number beyond the bounds is the bound; an integer loses its upper half.
        case .real(let value): Value.integer(of: value)
        case .text(let text): Int32(text) ?? 0
        case .integer, .blob, .null: Int32(truncatingIfNeeded: int64Value)
        }
    }

    /// The value as an integer.
    ///
    /// ```swift
    /// Value(1e30).int64Value == .max  // true
    /// ```
    public var int64Value: Int64 {
        switch content {
        case .integer(let value): value
        case .real(let value): Value.integer(of: value)
        case .text(let text): Int64(text) ?? 0
        case .blob, .null: 0
        }
    }

    /// The value as a number.
    ///
    /// ```swift
    /// Value("2.50").doubleValue  // 2.5
    /// ```
    public var doubleValue: Double {
        switch content {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .text(let text): Double(text) ?? 0
        case .blob, .null: 0
        }
    }

    /// The value as a text.
    ///
    /// ```swift
    /// Value(Int64(12)).stringValue  // 12
    /// ```
    public var stringValue: String {
        switch content {
        case .integer(let value): String(value)
        case .real(let value): "\(value)"
        case .text(let text): text
        case .blob(let data): String(data: data, encoding: .utf8) ?? ""
        case .null: ""
        }
    }

    /// The value as bytes: those of the text, unless it is bytes already.
    ///
    /// ```swift
    /// Value("abc").dataValue.count  // 3
    /// ```
    public var dataValue: Data {
        switch content {
        case .blob(let data): data
        case .integer, .real, .text: Data(stringValue.utf8)
        case .null: Data()
        }
    }

    /// The value as one of that class; nothing stays nothing.
    func converted(to type: ColumnType) -> Value {
        if case .null = content { return self }
        return switch type {
        case .integer32: Value(int32Value)
        case .integer64: Value(int64Value)
        case .float: Value(doubleValue)
        case .text: Value(stringValue)
        case .BLOB: Value(dataValue)
        case .null: Value(nil)
        }
    }

    /// The number without its fraction, or the nearest integer there is; NaN is 0.
    private static func integer<Integer: FixedWidthInteger>(of value: Double) -> Integer {
        guard !value.isNaN else { return 0 }
        return Integer(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}
