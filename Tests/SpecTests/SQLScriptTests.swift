import Foundation
import SQLSimulation
import Testing
import WCDBEngine

/// The scripts of `Spec/sql`, whose results are those of SQLite 3.40.
@Suite struct `The SQL scripts of the specification` {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Spec/sql")

    private static let files =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".sqltest") }.sorted()

    @Test func `are there`() { #expect(Self.files.count >= 8) }

    @Test(arguments: files) func `print what they say`(_ file: String) throws {
        let text = try String(
            contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let scripts = ExampleScript.all(in: text, ofFile: file)
        #expect(scripts.count >= 3)
        for script in scripts {
            let connection = try Connection(path: nil)
            for step in script.steps {
                let outcome = ExampleOutcome(of: step, on: connection)
                guard let difference = outcome.difference(from: step.expected) else { continue }
                Issue.record(
                    """
                    \(script.name) (\(file):\(step.line)): \(step.sql)
                      expected \(difference.expected)
                      got      \(difference.actual)
                    """)
            }
            try connection.close()
        }
    }
}
