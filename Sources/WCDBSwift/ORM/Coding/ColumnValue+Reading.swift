import Foundation
import WCDBEngine
import WCDBStorage

// A value of a row as a value of Swift: at once if it is of that class. Numbers and texts are
// converted as SQL does, dates and bytes as `Value` does, which also reads them elsewhere.

extension ColumnValue {
    @inline(__always)
    var int64: Int64 {
        if case .integer = kind { return integer }
        return asInteger
    }

    @inline(__always)
    var double: Double {
        if case .real = kind { return real }
        return asReal
    }

    @inline(__always)
    var date: Date {
        switch kind {
        case .real: Date(timeIntervalSince1970: real)
        case .integer: Date(timeIntervalSince1970: Double(integer))
        default: Date(timeIntervalSince1970: converted.doubleValue)
        }
    }

    @inline(__always)
    var string: String {
        if case .text = kind { return String(decoding: bytes, as: UTF8.self) }
        return asString
    }

    @inline(__always)
    var data: Data {
        if case .real = kind { return converted.dataValue }
        guard case .blob = kind else { return asData }
        guard let start = bytes.baseAddress, count > 0 else { return Data() }
        return Data(bytes: start, count: count)
    }

    /// Not inlined: it is rare, and its callers are everywhere.
    @inline(never)
    private var converted: Value { Value(self) }
}
