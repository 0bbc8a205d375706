import Foundation
import Testing

@testable import WCDBEngine

/// `Spec/functions.md` against the functions of the engine.
@Suite struct `The functions of the specification` {
    private struct Row {
        let section: String
        let name: String
        let example: String
        let result: String
    }

    private static let rows: [Row] = {
        let text = (try? CheckedOut.text("Spec/functions.md")) ?? ""
        var section = ""
        var rows: [Row] = []
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.replacingOccurrences(of: "\\|", with: "\u{0}")
                .components(separatedBy: "|")
                .map { $0.replacingOccurrences(of: "\u{0}", with: "|") }
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6 else { continue }
            let call = cells[1].dropFirst().dropLast()
            let name =
                call.hasPrefix("x -") ? call.split(separator: " ")[1] : call.prefix { $0 != "(" }
            rows.append(
                Row(
                    section: section, name: String(name),
                    example: String(cells[3].dropFirst().dropLast()),
                    result: String(cells[4].dropFirst().dropLast())))
        }
        return rows
    }()

    @Test func `are those of the engine, each once`() {
        let names = FunctionRegistry.builtIn.descriptions.map(\.name)
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(Set(Self.rows.map(\.name)) == Set(names))
        let scalars = Self.rows.filter { $0.section != "Aggregates" }.map(\.name)
        #expect(scalars.count == Set(scalars).count)
    }

    @Test(arguments: rows.indices) func `give what their examples say`(_ index: Int) throws {
        let row = Self.rows[index]
        let connection = try Connection(path: nil)
        try connection.execute("CREATE TABLE n(x); INSERT INTO n VALUES(1), (2), (2), (NULL)")
        let sql =
            switch row.section {
            case "Windows":
                """
                SELECT quote(v) FROM (SELECT row_number() OVER (ORDER BY x DESC) AS r,
                \(row.example) OVER (ORDER BY x DESC) AS v FROM n) WHERE r = 2
                """
            case "Aggregates": "SELECT quote(\(row.example)) FROM n"
            default:
                row.name.hasPrefix("json_group_")
                    ? "SELECT quote(\(row.example)) FROM n WHERE x NOTNULL"
                    : "SELECT quote(\(row.example))"
            }
        let statement = try #require(try connection.prepare(sql))
        #expect(try statement.step())
        #expect(Value(statement.column(0)) == .text(row.result), "\(row.name)")
        statement.reset()
    }
}
