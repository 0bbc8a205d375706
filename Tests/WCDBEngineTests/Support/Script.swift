import Testing
import WCDBSQL
import WCDBStorage

@testable import WCDBEngine

/// Statements with the lines that they must print, in the notation of the SQL examples: `-->` and a
/// row, `--!` and a message. A statement may go over several lines.
struct Script {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Runs all statements in a fresh database, and compares.
    func run() throws {
        let connection = try Connection(path: nil)
        var sql = ""
        var expected: [String] = []
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("-->") || line.hasPrefix("--!") {
                expected.append(line)
                continue
            }
            if !expected.isEmpty {
                #expect(printed(by: sql, connection) == expected, "\(sql)")
                (sql, expected) = ("", [])
            }
            sql += (sql.isEmpty ? "" : "\n") + line
        }
        #expect(printed(by: sql, connection) == expected, "\(sql)")
        try connection.close()
    }

    private func printed(by sql: String, _ connection: Connection) -> [String] {
        var lines: [String] = []
        var parser = Parser(sql)
        do {
            while let parsed = try parser.nextStatement() {
                do {
                    let statement = try connection.prepare(
                        parsed.statement, text: Array(sql.utf8))
                    lines += try rows(of: statement)
                } catch let error as EngineError {
                    lines.append("--! \(error.message)")
                }
            }
        } catch let error as ParseError {
            lines.append("--! \(error.message)")
        } catch {
            lines.append("--! \(error)")
        }
        return lines
    }

    private func rows(of statement: PreparedSQL) throws -> [String] {
        var lines: [String] = []
        while try statement.step() {
            let values = (0..<statement.columnCount).map { Literal.write(statement.column($0)) }
            lines.append("--> " + values.joined(separator: "|"))
        }
        if lines.isEmpty, statement.columnCount > 0 { lines.append("--> (no rows)") }
        return lines
    }
}
