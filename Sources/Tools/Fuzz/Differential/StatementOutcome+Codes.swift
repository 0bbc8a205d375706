import WCDBEngine

/// The codes of SQLite that the engine has no use for.
enum OracleCode {
    static let row: Int32 = 100
    static let done: Int32 = 101
    static let constraintPinned: Int32 = 2835
}

/// How a statement ended.
extension StatementOutcome {
    /// Whether its code, extension included, is one of these.
    func ended(with codes: ResultCode...) -> Bool { codes.contains { code == $0.rawValue } }

    /// It was given up because it took too long, or had too many rows.
    var isInterrupted: Bool { ended(with: .interrupt) }

    /// A row does not satisfy a constraint.
    var isConstraint: Bool { code & 0xFF == ResultCode.constraint.rawValue }

    /// REPLACE found a row to remove that it may not remove.
    var isPinned: Bool { code == OracleCode.constraintPinned }

    /// An error that no statement should end with, whatever it says.
    var isStrange: Bool { failed && !isConstraint }

    /// A name leads to nothing, or to several things.
    var isMissing: Bool {
        message.hasPrefix("no such ") || message.hasPrefix("ambiguous column name")
    }
}
