import Foundation
import WCDBEngine
import WCDBSQL
import WCDBStorage

/// A value of the engine, which calls it `Value` as this module does its own.
typealias EngineValue = WCDBEngine.Value

extension Value {
    /// The value of a row, with bytes of its own.
    init(_ column: ColumnValue) {
        switch column.kind {
        case .null: self.init()
        case .integer: self.init(column.integer)
        case .real: self.init(column.real)
        case .text: self.init(String(decoding: column.bytes, as: UTF8.self))
        case .blob: self.init(Data(column.bytes))
        }
    }

    /// The value as the engine takes it.
    var engineValue: EngineValue {
        switch content {
        case .integer(let value): .integer(value)
        case .real(let value): value.isNaN ? .null : .real(value)
        case .text(let text): .text(Array(text.utf8))
        case .blob(let data): .blob(Array(data))
        case .null: .null
        }
    }
}

extension PreparedSQL {
    /// Puts a constant that was lifted out of the statement into its place. Nobody hears of it as a
    /// parameter.
    func bind(lifted literal: Literal, at index: Int) {
        switch literal {
        case .integer(let value): try? bind(copying: .integer(value), at: index)
        case .real(let value) where !value.isNaN: try? bind(copying: .real(value), at: index)
        default: if let value = EngineValue(lifted: literal) { try? bind(value, at: index) }
        }
    }
}

extension EngineValue {
    /// The value of a constant; nil for one that is no plain value.
    fileprivate init?(lifted literal: Literal) {
        switch literal {
        case .integer(let value): self = .integer(value)
        case .real(let value): self = value.isNaN ? .null : .real(value)
        case .text(let text): self = .text(Array(text.string.utf8))
        case .blob(let bytes): self = .blob(bytes)
        case .null: self = .null
        case .boolean, .currentDate, .currentTime, .currentTimestamp: return nil
        }
    }
}

extension ColumnValue {
    var columnType: ColumnType {
        switch kind {
        case .null: .null
        case .integer: .integer64
        case .real: .float
        case .text: .text
        case .blob: .BLOB
        }
    }

    /// The value as a text, as SQL converts it.
    var asString: String {
        switch kind {
        case .null: return ""
        case .text, .blob: return String(decoding: bytes, as: UTF8.self)
        case .integer: return String(integer)
        case .real:
            var buffer = ByteBuffer(capacity: 32)
            appendText(to: &buffer)
            return String(decoding: buffer.bytes, as: UTF8.self)
        }
    }

    /// The value as bytes, as SQL converts it.
    var asData: Data {
        isBytes ? Data(bytes) : Data(asString.utf8)
    }
}
