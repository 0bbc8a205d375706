import StorageSimulation
package import WCDBSQL

/// The promise of rendering: a tree is equal after it was written and read.
package enum RoundTrip {
    package static func check(_ statement: Statement) throws {
        let text = statement.sql
        let again: Statement
        do {
            again = try Parser.statement(text)
        } catch {
            throw Contradiction("\(error.message) at \(error.offset): \(text)")
        }
        guard again == statement else {
            throw Contradiction("differs: \(text)\nafterwards: \(again.sql)")
        }
        guard again.hashValue == statement.hashValue else {
            throw Contradiction("equal with different hashes: \(text)")
        }
        guard again.sql == text else { throw Contradiction("unstable: \(text)") }
    }
}
