import WCDBStorage

@testable import WCDBEngine

extension Connection {
    /// A connection to a database in memory that these statements have made.
    static func memory(_ sql: String = "") throws -> Connection {
        let connection = try Connection(path: nil)
        try connection.execute(sql)
        return connection
    }

    /// The rows of a statement, each as the values between bars; NULL is nothing.
    func rows(_ sql: String) throws -> [String] {
        guard let statement = try prepare(sql) else { return [] }
        var rows: [String] = []
        while try statement.step() {
            let values = (0..<statement.columnCount).map { index in
                switch Value(statement.column(index)) {
                case .null: ""
                case .integer(let value): String(value)
                case .real(let value): String(value)
                case .text(let bytes), .blob(let bytes): String(decoding: bytes, as: UTF8.self)
                }
            }
            rows.append(values.joined(separator: "|"))
        }
        return rows
    }

    /// What the engine says against some statements; nil if nothing.
    func refusal(_ sql: String) -> String? {
        do throws(EngineError) {
            try execute(sql)
            return nil
        } catch {
            return error.message
        }
    }
}
