import WCDBStorage

/// The types that columns of a STRICT table may have. A value is converted as its column likes;
/// what is not of the type then is refused.
package enum StrictType: String, Sendable {
    case int = "INT"
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
    case any = "ANY"

    init?(_ declared: String) {
        self.init(rawValue: String(decoding: declared.utf8.map(Self.upper), as: UTF8.self))
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 32 : byte
    }

    /// Whether a value may be stored.
    func admits(_ value: ColumnValue) -> Bool {
        switch (self, value.kind) {
        case (_, .null), (.any, _), (.int, .integer), (.integer, .integer), (.real, .real),
            (.text, .text), (.blob, .blob):
            true
        default: false
        }
    }

    /// What `typeof` says of its values; nil if they may be of any type.
    var storageClass: String? {
        switch self {
        case .int, .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        case .any: nil
        }
    }

    /// A value's class as messages call it.
    static func name(_ value: ColumnValue) -> String {
        switch value.kind {
        case .null: "NULL"
        case .integer: "INT"
        case .real: "REAL"
        case .text: "TEXT"
        case .blob: "BLOB"
        }
    }
}
