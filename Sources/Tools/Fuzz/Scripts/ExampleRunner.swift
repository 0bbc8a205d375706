import Foundation
import SQLSimulation
import WCDBEngine

/// Runs the examples of documents and compares: `wcdb-fuzz sqltest FILES…`.
///
/// What fails and is known to fail is listed in `Spec/sql/deferred.txt`; what fails beside that
/// list fails the run; what passes in spite of it is named, so that the list can shrink.
struct ExampleRunner {
    static let deferredPath = "Spec/sql/deferred.txt"

    private var scripts = 0
    private var passed = 0
    private var lines = 0
    private var goodLines = 0
    private var planLines = 0
    private var goodPlanLines = 0
    private var failing: [String] = []
    private var succeeding: Set<String> = []
    private let deferred: Set<String>

    init() {
        let bytes = FileManager.default.contents(atPath: Self.deferredPath) ?? Data()
        deferred = Set(
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
                line.split(separator: "#", omittingEmptySubsequences: false)[0]
                    .split(separator: " ").first.map(String.init)
            })
    }

    /// Runs all files; returns the exit status.
    mutating func run(_ files: [String]) -> Int32 {
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                print("cannot read \(file)")
                return 2
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for script in ExampleScript.all(in: text, ofFile: file) {
                scripts += 1
                if run(script, in: file) {
                    passed += 1
                    succeeding.insert(script.name)
                } else {
                    failing.append(script.name)
                }
                // A trap in the next script must not lose what was printed.
                fflush(nil)
            }
        }
        print(
            "scripts \(scripts), passed \(passed), result lines \(goodLines) of \(lines), "
                + "plan lines \(goodPlanLines) of \(planLines)")
        return judge()
    }

    /// Runs one script in a database of its own; true if every step printed what it must.
    private mutating func run(_ script: ExampleScript, in file: String) -> Bool {
        let connection: Connection
        do {
            connection = try Connection(path: nil)
            // The limit of the library that gave the results.
            connection.parameterLimit = 250_000
        } catch {
            print("\(script.name): \(error.message)")
            return false
        }
        var isGood = true
        for step in script.steps {
            let outcome = ExampleOutcome(of: step, on: connection)
            let difference = outcome.difference(from: step.expected)
            count(step, outcome, isRight: difference == nil)
            // A plan may differ; an error in its place is a failure like any other.
            if outcome.isPlan, !outcome.failed { continue }
            guard let difference, isGood else { continue }
            isGood = false
            print(
                """
                \(script.name) (\(file):\(step.line)): \(step.sql)
                  expected \(difference.expected)
                  got      \(difference.actual)
                """)
        }
        return isGood
    }

    private mutating func count(
        _ step: ExampleScript.Step, _ outcome: ExampleOutcome, isRight: Bool
    ) {
        let good = isRight ? step.expected.count : 0
        if outcome.isPlan {
            planLines += step.expected.count
            goodPlanLines += good
        } else {
            lines += step.expected.count
            goodLines += good
        }
    }

    /// Compares what failed with what is known to fail.
    private func judge() -> Int32 {
        let fresh = failing.filter { !deferred.contains($0) }
        let mended = deferred.intersection(succeeding).sorted()
        if !fresh.isEmpty { print("failing, and not deferred: \(fresh.joined(separator: " "))") }
        if !mended.isEmpty {
            print("deferred, but not failing: \(mended.joined(separator: " "))")
        }
        return fresh.isEmpty ? 0 : 1
    }
}
