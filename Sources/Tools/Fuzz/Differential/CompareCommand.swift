import Foundation
import StorageSimulation
import WCDBSQL

/// Scripts in files, run here and by SQLite: `wcdb-fuzz compare FILES…`. What the `sql` target
/// found is seen again this way, without its seed.
enum CompareCommand {
    /// Returns the exit status.
    static func run(_ files: [String]) -> Int32 {
        var status: Int32 = 0
        for file in files {
            do {
                guard let bytes = FileManager.default.contents(atPath: file) else {
                    throw Contradiction("cannot be read")
                }
                var run = DifferentialRun(try SQLiteOracle.load())
                try run.run(try statements(Array(bytes)))
                print("\(file): \(run.statements) statements, no difference")
            } catch {
                print("\(file): \(error)")
                status = 1
            }
        }
        return status
    }

    /// The texts between the semicolons that end statements, which are no part of them here.
    static func statements(_ bytes: [UInt8]) throws -> [String] {
        var parser = Parser(bytes: bytes)
        var statements: [String] = []
        var start = 0
        while let parsed = try parser.nextStatement() {
            let text = String(decoding: bytes[start..<parsed.rest], as: UTF8.self)
            let ends = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: ";"))
            statements.append(text.trimmingCharacters(in: ends))
            start = parsed.rest
        }
        return statements
    }
}
