import WCDBEngine

/// What a statement did, as far as a program can see it.
struct StatementOutcome: Equatable {
    var names: [String] = []
    var rows: [[Value]] = []
    /// 0 when all went well, otherwise the extended result code.
    var code: Int32 = 0
    var message = ""
    var changes: Int64 = 0
    var totalChanges: Int64 = 0
    var lastInsertRowID: Int64 = 0
    var isAutocommit = true

    /// A query with more rows is given up: without its condition a join may have more than the
    /// memory holds.
    static let mostRows = 300_000

    var failed: Bool { code != 0 }

    /// What this engine does not offer yet is no difference.
    var isUnsupported: Bool { message.hasPrefix("not supported yet") }

    static func failure(_ error: EngineError) -> StatementOutcome {
        var outcome = StatementOutcome()
        outcome.code = error.code.rawValue
        outcome.message = error.message
        return outcome
    }

    /// A row as text that tells the types apart.
    static func text(of row: [Value]) -> String {
        row.map { value in
            switch value {
            case .null: "NULL"
            case .integer(let integer): String(integer)
            // The sign of a zero is nothing that SQL shows.
            case .real(let real): real == 0 ? "0.0" : String(real)
            case .text(let bytes): "'" + String(decoding: bytes, as: UTF8.self) + "'"
            case .blob(let bytes):
                "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
            }
        }.joined(separator: "|")
    }

    var rowTexts: [String] { rows.map { StatementOutcome.text(of: $0) } }
}
