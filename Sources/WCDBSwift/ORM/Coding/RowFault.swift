import WCDBStorage

/// Where a value lies, for whoever reads a message.
struct FaultPlace {
    let table: String
    /// The number of the row in the result, from 1; 0 if there is no row.
    let row: Int
    let column: String
}

/// Why an object could not be read from a row or written into one, with the place.
struct RowFault {
    let table: String
    let row: Int
    var column: String?
    let problem: String
    var code = WCDBError.Code.Misuse
    /// What was stored, and what was asked for.
    var stored: ColumnValue.Kind?
    var expected: Any.Type?

    init(table: String, row: Int, problem: String) {
        self.table = table
        self.row = row
        self.problem = problem
    }

    init(
        _ place: FaultPlace, problem: String, stored: ColumnValue.Kind? = nil,
        expected: Any.Type? = nil
    ) {
        self.init(table: place.table, row: place.row, problem: problem)
        column = place.column
        self.stored = stored
        self.expected = expected
    }

    /// The problem and the place, in one line.
    var message: String {
        var message = problem
        if let expected {
            message += " Expected \(expected)"
            message += stored.map { ", stored is \(RowFault.name(of: $0))." } ?? "."
        }
        var place: [String] = []
        if !table.isEmpty { place.append("table \(table)") }
        if let column { place.append("column \(column)") }
        if row > 0 { place.append("row \(row)") }
        return place.isEmpty ? message : message + " (" + place.joined(separator: ", ") + ")"
    }

    /// The fault as the error that is thrown. What it names is there under keys too.
    var error: WCDBError {
        var more: WCDBError.ExtInfos = [:]
        if !table.isEmpty { more["Table"] = Value(table) }
        if let column { more["Column"] = Value(column) }
        if row > 0 { more["Row"] = Value(Int64(row)) }
        if let expected { more["Expected"] = Value("\(expected)") }
        if let stored { more["Stored"] = Value(RowFault.name(of: stored)) }
        return WCDBError(code, message, extInfos: more)
    }

    private static func name(of kind: ColumnValue.Kind) -> String {
        switch kind {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a number"
        case .text: "a text"
        case .blob: "bytes"
        }
    }
}
