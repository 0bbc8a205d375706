import Foundation
import WCDBEngine
import WCDBStorage

// A value of a row as a value of Swift: at once if it is of that class, else converted as SQL does.

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
    var date: Date { Date(timeIntervalSince1970: double) }

    @inline(__always)
    var string: String {
        if case .text = kind { return String(decoding: bytes, as: UTF8.self) }
        return asString
    }

    @inline(__always)
    var data: Data {
        guard case .blob = kind else { return asData }
        guard let start = bytes.baseAddress, count > 0 else { return Data() }
        return Data(bytes: start, count: count)
    }
}
