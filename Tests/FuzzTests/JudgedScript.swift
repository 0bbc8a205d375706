import Testing

@testable import WCDBEngine
@testable import wcdb_fuzz

/// A script whose last statement differs on both sides, and what is thought of it.
struct JudgedScript {
    /// The SQLite whose oddities are listed; nil where it is another one, or none.
    static let library: SQLiteOracle? = {
        guard let library = try? SQLiteOracle.load(),
            let version = library.version().map({ String(cString: $0) }),
            version.hasPrefix("3.40.")
        else { return nil }
        return library
    }()

    let script: [String]

    init(_ text: String) throws { script = try CompareCommand.statements(Array(text.utf8)) }

    /// Why the last statement may differ; nil if it may not. `fault`: what this engine is made to
    /// say instead of what it says. `meddling`: a statement that it runs besides.
    func reason(
        fault: (inout StatementOutcome) -> Void = { _ in }, meddling: String? = nil
    ) throws -> String? {
        let library = try #require(JudgedScript.library)
        let (ours, theirs) = (try EngineSide(), try OracleSide(library))
        var tables = ScriptTables()
        var counters = OutcomeCounters()
        for statement in script.dropLast() {
            var (left, right) = (ours.run(statement), theirs.run(statement))
            counters.adjust(&left, &right)
            let found = OutcomeComparison(of: statement).difference(left, right)
            try #require(found == nil, "\(statement): \(found?.ours ?? "")")
            _ = tables.difference(after: statement, ours, theirs)
        }
        let sql = try #require(script.last)
        var (left, right) = (ours.run(sql), theirs.run(sql))
        counters.adjust(&left, &right)
        fault(&left)
        if let meddling { _ = ours.run(meddling) }
        let found = try #require(
            OutcomeComparison(of: sql).difference(left, right)
                ?? tables.difference(after: sql, ours, theirs), "no difference")
        let judge = DifferenceJudge(library: library, tables: tables, ours: ours, theirs: theirs)
        return try judge.reason(
            for: Finding(
                sql: sql, ours: left, theirs: right, shown: (found.ours, found.theirs),
                script: Array(script.dropLast())))
    }
}
