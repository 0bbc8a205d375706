package import WCDBStorage

/// A value of SQL that owns its bytes: for what outlives a row, such as the best value of `max`,
/// and for everything that is not done once per row.
package enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])

    package init(_ value: ColumnValue) {
        switch value.kind {
        case .null: self = .null
        case .integer: self = .integer(value.integer)
        case .real: self = .real(value.real)
        case .text: self = .text(Array(value.bytes))
        case .blob: self = .blob(Array(value.bytes))
        }
    }

    var isNegativeZero: Bool {
        if case .real(let real) = self { return real == 0 && real.sign == .minus }
        return false
    }

    package static func text(_ string: String) -> Value { .text(Array(string.utf8)) }

    /// Lends the value in the form that functions take.
    package func withColumnValue<Result, Failure: Error>(
        _ body: (ColumnValue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .null: return try body(.null)
        case .integer(let integer): return try body(.integer(integer))
        case .real(let real): return try body(.real(real))
        case .text(let bytes): return try Value.lend(bytes, as: .text, body)
        case .blob(let bytes): return try Value.lend(bytes, as: .blob, body)
        }
    }

    private static func lend<Result, Failure: Error>(
        _ bytes: [UInt8], as kind: ColumnValue.Kind,
        _ body: (ColumnValue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { buffer throws(Failure) -> Result in
            try body(ColumnValue(kind, ByteView(UnsafeRawBufferPointer(buffer))))
        }
    }
}

extension ColumnValue {
    /// A text or blob of borrowed bytes. Requires: `kind` is `.text` or `.blob`.
    package init(_ kind: Kind, _ view: ByteView) {
        // Any address will do where there are no bytes: it is not read.
        let start = view.start ?? UnsafeRawPointer(StaticString("").utf8Start)
        self = kind == .text ? .text(start, count: view.count) : .blob(start, count: view.count)
    }
}
