import Foundation
import WCDBEngine
import WCDBStorage

/// Runs scripts and compares: `wcdb-fuzz slt FILES…`.
struct LogicRunner {
    private var shown = 0
    private let showsAtMost: Int
    /// What the engine took for the current record; reading and comparing results is not its work.
    private var nanoseconds: UInt64 = 0

    init(showsAtMost: Int) { self.showsAtMost = showsAtMost }

    struct Total {
        var statements = 0
        var queries = 0
        var skipped = 0
        var failed = 0
        var seconds = 0.0
        var slowest = 0.0
    }

    /// Runs all files; returns the exit status.
    mutating func run(_ files: [String]) -> Int32 {
        var sum = Total()
        for file in files {
            do {
                let total = try run(file)
                report(file, total)
                sum.statements += total.statements
                sum.queries += total.queries
                sum.skipped += total.skipped
                sum.failed += total.failed
                sum.seconds += total.seconds
                sum.slowest = max(sum.slowest, total.slowest)
            } catch {
                print("\(file): \(error)")
                sum.failed += 1
            }
        }
        report("total", sum)
        return sum.failed == 0 ? 0 : 1
    }

    private func report(_ name: String, _ total: Total) {
        print(
            "\(name): \(total.statements) statements, \(total.queries) queries, "
                + "\(total.skipped) skipped, \(total.failed) failed, "
                + String(format: "%.3f s SQL, slowest %.1f ms", total.seconds, total.slowest * 1000)
        )
    }

    private mutating func run(_ file: String) throws -> Total {
        let script = try LogicScript(contentsOf: file)
        var total = Total()
        total.skipped = script.skipped
        shown = 0
        let connection = try Connection(path: nil)
        var labels: [String: String] = [:]
        for record in script.records {
            nanoseconds = 0
            var problem: String?
            switch record.kind {
            case .statement(let mustFail):
                total.statements += 1
                problem = runStatement(record.sql, mustFail, connection)
            case .query(let types, let sort, let label):
                total.queries += 1
                problem = runQuery(record, types, sort, label, connection, &labels)
            }
            let seconds = Double(nanoseconds) / 1e9
            total.seconds += seconds
            total.slowest = max(total.slowest, seconds)
            if let problem {
                total.failed += 1
                show("\(file):\(record.line): \(record.sql)\n  \(problem)")
            }
        }
        return total
    }

    private mutating func show(_ text: String) {
        shown += 1
        if shown <= showsAtMost { print(text) }
    }

    private mutating func timed<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = DispatchTime.now().uptimeNanoseconds
        defer { nanoseconds += DispatchTime.now().uptimeNanoseconds - start }
        return try body()
    }

    private mutating func runStatement(
        _ sql: String, _ mustFail: Bool, _ connection: Connection
    ) -> String? {
        do {
            try timed { try connection.execute(sql) }
            return mustFail ? "succeeded, and should fail" : nil
        } catch let error as EngineError {
            return mustFail ? nil : "error: \(error.message)"
        } catch {
            return "error: \(error)"
        }
    }

    private mutating func runQuery(
        _ record: LogicScript.Record, _ types: String, _ sort: String, _ label: String?,
        _ connection: Connection, _ labels: inout [String: String]
    ) -> String? {
        var rows: [[String]] = []
        do {
            guard let statement = try timed({ try connection.prepare(record.sql) }) else {
                return "no statement"
            }
            guard statement.columnCount == types.utf8.count else {
                return "\(statement.columnCount) columns instead of \(types.utf8.count)"
            }
            let letters = Array(types)
            do {
                while try timed({ try statement.step() }) {
                    rows.append(
                        letters.indices.map { ResultText.text(statement.column($0), letters[$0]) })
                }
            } catch {
                // What fails while running ends there.
            }
            timed { statement.reset() }
        } catch let error as EngineError {
            return "error: \(error.message)"
        } catch {
            return "error: \(error)"
        }
        var values: [String]
        switch sort {
        case "rowsort":
            rows.sort { left, right in
                for (one, other) in zip(left, right) where one != other {
                    return one.utf8.lexicographicallyPrecedes(other.utf8)
                }
                return false
            }
            values = rows.flatMap { $0 }
        case "valuesort":
            values = rows.flatMap { $0 }
            values.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        default: values = rows.flatMap { $0 }
        }
        return compare(values, record, label, &labels)
    }

    private func compare(
        _ values: [String], _ record: LogicScript.Record, _ label: String?,
        _ labels: inout [String: String]
    ) -> String? {
        let isHashed = record.threshold > 0 && values.count > record.threshold
        var hash = ""
        if isHashed || label != nil {
            var bytes: [UInt8] = []
            for value in values {
                bytes.append(contentsOf: value.utf8)
                bytes.append(0x0A)
            }
            hash = MD5.hash(bytes)
        }
        if let label {
            if let known = labels[label], known != hash { return "differs from label \(label)" }
            labels[label] = hash
        }
        let actual = isHashed ? ["\(values.count) values hashing to \(hash)"] : values
        if actual == record.expected { return nil }
        return "expected \(record.expected.prefix(8)), got \(actual.prefix(400))"
            + (isHashed ? " \(values.prefix(12))" : "")
    }
}
