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
        let rows = (try? CheckedOut.rows(of: "Spec/functions.md")) ?? []
        return rows.filter { $0.cells.count == 4 }.map { row in
            let call = row.cells[0]
            let name =
                call.hasPrefix("x -") ? call.split(separator: " ")[1] : call.prefix { $0 != "(" }
            return Row(
                section: row.section, name: String(name), example: row.cells[2],
                result: row.cells[3])
        }
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
