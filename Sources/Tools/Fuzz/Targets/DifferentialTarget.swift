import SQLSimulation
import StorageSimulation

/// Random scripts, run here and by SQLite.
struct DifferentialTarget: FuzzTarget {
    let name = "sql"
    let summary = "random SQL against the SQLite of the machine: rows, errors, tables"
    /// Statements of a script.
    var defaultEffort: Int { 80 }
    /// The scripts are shrunk here.
    var shrinks: Bool { false }

    /// A long run is to reach everything a hundred times.
    func report(of total: FuzzCount) -> String? {
        ScriptCoverage.report(total, minimum: 100)
    }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let library = try SQLiteOracle.load()
        let script = RandomScript.statements(seed: seed, count: effort)
        var run = DifferentialRun(library)
        do {
            try run.run(script)
        } catch let difference as ScriptDifference {
            var shrinker = ScriptShrinker(library, script, difference)
            shrinker.shrink()
            throw Contradiction(
                "\(shrinker.difference)\nscript:\n\(shrinker.text)\nbefore: \(difference)")
        }
        return FuzzCount(cycles: run.statements, notes: run.notes, hits: run.coverage.hits)
    }
}
