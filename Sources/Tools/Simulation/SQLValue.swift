package import WCDBStorage

/// A value of SQL that owns its bytes, with the order that SQL defines, written without a thought
/// for speed: what records and keys are compared with.
package enum SQLValue: Sendable {
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

    package static func text(_ string: String) -> SQLValue { .text(Array(string.utf8)) }

    /// Lends the value in the form that storage takes.
    package func withColumnValue<Result>(_ body: (ColumnValue) throws -> Result) rethrows -> Result
    {
        switch self {
        case .null: return try body(.null)
        case .integer(let integer): return try body(.integer(integer))
        case .real(let real): return try body(.real(real))
        case .text(let bytes):
            return try SQLValue.withAddress(of: bytes) { start, count in
                try body(.text(start, count: count))
            }
        case .blob(let bytes):
            return try SQLValue.withAddress(of: bytes) { start, count in
                try body(.blob(start, count: count))
            }
        }
    }

    /// Lends the bytes with an address even if there are none.
    private static func withAddress<Result>(
        of bytes: [UInt8], _ body: (UnsafeRawPointer, Int) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBytes { buffer in
            if let base = buffer.baseAddress { return try body(base, buffer.count) }
            return try withUnsafePointer(to: 0 as UInt8) { try body(UnsafeRawPointer($0), 0) }
        }
    }

    /// What comes back of this value: NaN becomes NULL.
    package var stored: SQLValue {
        if case .real(let real) = self, real.isNaN { return .null }
        return self
    }

    /// The same kind and the same bits: 1 and 1.0 differ, 0.0 and −0.0 too.
    package func isIdentical(to other: SQLValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): left == right
        case (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }

    // MARK: - Order

    /// Negative, zero or positive, as SQL sorts the left before, with or after the right.
    package static func compare(
        _ left: SQLValue, _ right: SQLValue, collation: Collation = .binary
    ) -> Int {
        if left.rank != right.rank { return left.rank - right.rank }
        switch (left, right) {
        case (.integer(let left), .integer(let right)): return sign(left, right)
        case (.real(let left), .real(let right)): return sign(left, right)
        case (.integer(let left), .real(let right)): return compare(left, right)
        case (.real(let left), .integer(let right)): return -compare(right, left)
        case (.text(let left), .text(let right)):
            return lexicographic(collated(left, collation), collated(right, collation))
        case (.blob(let left), .blob(let right)): return lexicographic(left, right)
        default: return 0
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }

    /// By exact value: no rounding of the integer to a Double.
    private static func compare(_ left: Int64, _ right: Double) -> Int {
        if right >= 0x1p63 { return -1 }
        if right < -0x1p63 { return 1 }
        let floor = right.rounded(.down)
        let whole = Int64(floor)
        if left != whole { return left < whole ? -1 : 1 }
        return floor < right ? -1 : 0
    }

    private static func sign<T: Comparable>(_ left: T, _ right: T) -> Int {
        left < right ? -1 : (left > right ? 1 : 0)
    }

    private static func lexicographic(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left == right { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func collated(_ text: [UInt8], _ collation: Collation) -> [UInt8] {
        switch collation {
        case .binary: return text
        case .nocase: return text.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        case .rtrim: return Array(text.reversed().drop { $0 == 0x20 }.reversed())
        case .custom(let custom): return text.withUnsafeBytes { custom.sortKey($0) }
        }
    }
}

extension SQLValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real) (\(String(real.bitPattern, radix: 16)))"
        case .text(let bytes): "text \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        case .blob(let bytes): "x'\(Hex.string(bytes))'"
        }
    }
}

/// Bytes for people to read.
package enum Hex {
    package static func string(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The bytes of an even number of digits; spaces are passed over; nil for anything else.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.filter { $0 != " " }.map(\.hexDigitValue)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high * 16 + low))
        }
        return bytes
    }
}
