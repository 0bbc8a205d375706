import Foundation
import SQLSimulation
import Testing
import WCDBEngine

/// The scripts of `Spec/sql`, whose results are those of SQLite 3.40.
@Suite struct `The SQL scripts of the specification` {
    private static let files: [String] = {
        let folder = CheckedOut.root.appending(path: "Spec/sql")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".sqltest") }.sorted()
    }()

    @Test func `are there`() { #expect(Self.files.count >= 8) }

    @Test(arguments: files) func `print what they say`(_ file: String) throws {
        let text = try CheckedOut.text("Spec/sql/\(file)")
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
