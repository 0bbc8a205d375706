import WCDBSQL
import WCDBStorage

/// Sieves: conditions that a scan tests on the records as they lie in their pages.
extension Compiler {
    /// The sieve of a loop, for those of its conditions that one can test; nil if there are none.
    mutating func makeSieve(
        _ conditions: [Term], of source: Source, _ level: PlannedLevel, _ admission: SortAdmission?
    ) throws(EngineError) -> Sieve? {
        // A test of plans counts rows where they become the current one.
        guard case .scan = level.path.way, !level.isReversed, !countsVisits, source.table != nil,
            source.positions == nil, !source.isCoroutine, source.firstRegister < 0
        else { return nil }
        var sieve = Sieve(passed: program.makeLabel())
        for (place, condition) in conditions.enumerated() {
            if let tests = try sieveTests(condition.scalar, source) {
                sieve.add(tests, for: place)
            }
        }
        if let admission, let column = storedColumn(admission.key, of: source) {
            sieve.add(
                [Instruction(.sieveAdmit, a: column, b: admission.sorter)], for: nil)
        }
        return sieve.tests.isEmpty ? nil : sieve
    }

    /// Puts the tests behind the `tableNext` that was emitted last.
    mutating func emitTests(of sieve: Sieve) {
        for test in sieve.tests {
            program.jump(
                test.opcode, Int(test.a), Int(test.b), to: sieve.passed, flag: test.flag,
                small: Int(test.small))
        }
    }

    private mutating func sieveTests(
        _ condition: Scalar, _ source: Source
    ) throws(EngineError) -> [Instruction]? {
        switch condition {
        case .comparison(let operation, let left, let right, let comparison):
            let flag = Compiler.flag(operation)
            guard flag < ComparisonFlag.is else {
                // `x IS NULL` is a comparison.
                guard case .constant(.null) = right else { return nil }
                return nullTest(left, isWanted: flag == ComparisonFlag.is, source).map { [$0] }
            }
            if let test = try comparisonTest(flag, left, right, comparison, source) {
                return [test]
            }
            let mirrored = Compiler.mirrored(flag)
            return try comparisonTest(mirrored, right, left, comparison, source).map { [$0] }
        case .between(let subject, let lower, let low, let upper, let high, false):
            guard
                let first = try comparisonTest(
                    ComparisonFlag.greaterOrEqual, subject, lower, low, source),
                let second = try comparisonTest(
                    ComparisonFlag.lessOrEqual, subject, upper, high, source)
            else { return nil }
            return [first, second]
        case .isNull(let operand, let isNegated):
            return nullTest(operand, isWanted: !isNegated, source).map { [$0] }
        case .function(let function, let arguments, _):
            return prefixTest(function, arguments, source).map { [$0] }
        default: return nil
        }
    }

    private mutating func comparisonTest(
        _ flag: UInt8, _ subject: Scalar, _ value: Scalar, _ comparison: Comparison,
        _ source: Source
    ) throws(EngineError) -> Instruction? {
        guard let column = storedColumn(subject, of: source), value.isFoldable(depth: 8),
            !dependsOnKnown(value), register(of: value) == nil
        else { return nil }
        let register = try evaluate(value)
        return Instruction(
            .sieveCompare, a: column, b: register, flag: flag,
            small: Int(SieveFlag.decides(comparison)))
    }

    private func nullTest(
        _ subject: Scalar, isWanted: Bool, _ source: Source
    ) -> Instruction? {
        storedColumn(subject, of: source).map {
            Instruction(.sieveNull, a: $0, flag: isWanted ? 1 : 0)
        }
    }

    private func prefixTest(
        _ function: FunctionID, _ arguments: [Scalar], _ source: Source
    ) -> Instruction? {
        guard let matching = functions[function].matching,
            let range = PatternPrefix(functions: functions).range(function, arguments),
            case .text(let prefix) = range.lower, case .constant(.text(let pattern)) = arguments[0],
            pattern.count <= ValueLimits.maxPatternLength,
            let column = storedColumn(range.subject, of: source)
        else { return nil }
        let rest = pattern.dropFirst(prefix.count)
        let anyRun = UInt8(ascii: matching == .glob ? "*" : "%")
        let isWhole = rest.count == 1 && rest.first == anyRun && matching != .caseSensitiveLike
        return Instruction(
            .sievePrefix, a: column, b: program.steadyRegister(constant: range.lower),
            flag: (matching == .glob ? 0 : SieveFlag.foldsCase)
                | (isWhole ? SieveFlag.isWholePattern : 0))
    }

    /// The place in the table's records of a column that an expression is; nil if it is none, or
    /// lies elsewhere.
    private func storedColumn(_ scalar: Scalar, of source: Source) -> Int? {
        guard register(of: scalar) == nil, let column = scalar.column(of: source), column >= 0,
            source.generated[column] == nil
        else { return nil }
        return column
    }

    /// The operation that says the same with its sides exchanged.
    private static func mirrored(_ flag: UInt8) -> UInt8 {
        switch flag {
        case ComparisonFlag.less: ComparisonFlag.greater
        case ComparisonFlag.lessOrEqual: ComparisonFlag.greaterOrEqual
        case ComparisonFlag.greater: ComparisonFlag.less
        case ComparisonFlag.greaterOrEqual: ComparisonFlag.lessOrEqual
        default: flag
        }
    }
}
