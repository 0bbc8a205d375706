package import WCDBEngine
import WCDBSQL

/// What the SQL of one step printed, in the notation of the examples.
package struct ExampleOutcome {
    package private(set) var lines: [String] = []
    /// A plan is a model, not a contract: its lines are counted apart.
    package private(set) var isPlan = false
    package private(set) var failed = false
    /// Without ORDER BY the rows may come in any order.
    private(set) var isUnordered = true

    package init(of step: ExampleScript.Step, on connection: Connection) {
        let text = Array(step.sql.utf8)
        let bindings = step.bindings.map { ExampleBindings($0) }
        let showsColumns = step.sql.contains("/*cols*/")
        var limits = ParserLimits()
        limits.parameters = connection.parameterLimit
        var parser = Parser(step.sql, limits: limits)
        do {
            while let parsed = try parser.nextStatement() {
                note(parsed.statement)
                do throws(EngineError) {
                    guard
                        let statement = try Self.prepare(parsed.statement, text, connection)
                    else { continue }
                    defer { statement.reset() }
                    try bindings?.apply(to: statement)
                    try run(statement, showsColumns: showsColumns && !isPlan)
                } catch {
                    add(error)
                }
            }
        } catch {
            add(.syntax(error))
        }
    }

    private static func prepare(
        _ statement: Statement, _ text: [UInt8], _ connection: Connection
    ) throws(EngineError) -> PreparedSQL? {
        try connection.prepare(statement, text: text)
    }

    private mutating func note(_ statement: Statement) {
        switch statement {
        case .explain(let explain) where explain.isQueryPlan: isPlan = true
        case .select(let select) where !select.order.isEmpty: isUnordered = false
        default: break
        }
    }

    private mutating func add(_ error: EngineError) {
        failed = true
        lines.append(ExampleText.error(error))
    }

    private mutating func run(
        _ statement: PreparedSQL, showsColumns: Bool
    ) throws(EngineError) {
        var rows = 0
        while try statement.step() {
            if rows == 0, showsColumns { lines.append(Self.names(statement)) }
            rows += 1
            let values = (0..<statement.columnCount).map {
                ExampleText.literal(statement.column($0))
            }
            if isPlan {
                lines.append("--> " + (values.last ?? "").dropFirst().dropLast())
            } else {
                lines.append("--> " + values.joined(separator: "|"))
            }
        }
        guard rows == 0, statement.columnCount > 0 else { return }
        if showsColumns { lines.append(Self.names(statement)) }
        lines.append("--> (no rows)")
    }

    private static func names(_ statement: PreparedSQL) -> String {
        "--# "
            + (0..<statement.columnCount).map { statement.columnName($0) }
            .joined(separator: "|")
    }

    /// The first line that is not as expected; nil if all are.
    package func difference(from expected: [String]) -> (expected: String, actual: String)? {
        let wanted = expected.map { ExampleText.withoutCodeName($0) }
        if wanted == lines { return nil }
        if isUnordered, wanted.sorted() == lines.sorted() { return nil }
        let end = max(wanted.count, lines.count)
        for index in 0..<end {
            let left = index < wanted.count ? wanted[index] : "(nothing)"
            let right = index < lines.count ? lines[index] : "(nothing)"
            if left != right { return (left, right) }
        }
        return nil
    }
}
