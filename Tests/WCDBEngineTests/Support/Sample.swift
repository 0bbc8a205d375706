import WCDBStorage

@testable import WCDBEngine

/// One line of a table: an expression of SQL over literals, and what SQLite 3.40.1 makes of it.
///
///     substr('hello', 2, 3) --> 'ell'
///     abs(-9223372036854775808) --! integer overflow
///
/// The expression is a call, a binary operator between literals, a unary one, or a CAST.
struct Sample {
    let expression: String
    let expected: String
    let isFailure: Bool

    static func table(_ text: String) -> [Sample] {
        text.split(separator: "\n").compactMap { line in
            let isFailure = line.contains(" --! ")
            let parts = String(line).components(around: isFailure ? " --! " : " --> ")
            return parts.map {
                Sample(expression: $0.0, expected: $0.1, isFailure: isFailure)
            }
        }
    }

    /// Nil if the engine says the same as SQLite, else what it says.
    func difference(in environment: FunctionEnvironment = .fixed) throws -> String? {
        do throws(EngineError) {
            let found = try Evaluation.evaluate(expression, environment)
            if isFailure { return Literal.write(found) }
            var rest = expected[...]
            let value = (try? Literal.take(from: &rest)) ?? .null
            return Literal.agree(found, value) ? nil : Literal.write(found)
        } catch {
            return isFailure && error.message == expected ? nil : "! " + error.message
        }
    }

    /// All lines of a table that the engine does not agree with.
    static func differences(
        _ table: String, in environment: FunctionEnvironment = .fixed
    ) throws -> [String] {
        try Sample.table(table).compactMap { sample in
            try sample.difference(in: environment).map {
                "\(sample.expression) is \(sample.expected), not \($0)"
            }
        }
    }
}

extension FunctionEnvironment {
    /// 2024-02-29 12:34:56.789 in a zone one hour ahead of UTC, where chance is a counter.
    static var fixed: FunctionEnvironment {
        FunctionEnvironment(
            clock: { 1_709_210_096_789 }, random: { 0x8000_0000_0000_002A },
            localTime: { seconds in
                var local = DateTime(count: (seconds + 3600) * 1000 + DateTime.epoch)
                local.computeFields()
                guard let day = local.day, let time = local.time else { return nil }
                return LocalTime(
                    year: Int(day.year), month: Int(day.month), day: Int(day.day),
                    hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second))
            })
    }
}

extension String {
    fileprivate func components(around separator: String) -> (String, String)? {
        guard let range = firstRange(of: separator) else { return nil }
        return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
    }
}
