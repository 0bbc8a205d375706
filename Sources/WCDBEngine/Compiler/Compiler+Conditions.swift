import WCDBSQL
import WCDBStorage

/// Conditions of which only "true" matters: NULL leads where "false" does, so nothing has to be
/// kept apart.
extension Compiler {
    /// `x BETWEEN a AND b`: jumps if it is not true.
    mutating func jump(
        ifNotBetween subject: Scalar, _ lower: Scalar, _ low: Comparison, _ upper: Scalar,
        _ high: Comparison, to label: ProgramBuilder.Label
    ) throws(EngineError) {
        let register = Scalar.register(
            try evaluate(subject), subject.affinity, subject.columnCollation)
        try jump(ifNot: .comparison(.greaterOrEqual, register, lower, low), to: label)
        try jump(ifNot: .comparison(.lessOrEqual, register, upper, high), to: label)
    }

    /// `x IN (1, 2, 3)`: jumps if it is true. Requires: the list has constants only.
    mutating func jump(
        ifIn list: [Scalar], _ subject: Scalar, _ comparison: Comparison,
        to label: ProgramBuilder.Label
    ) throws(EngineError) {
        let value = try evaluate(subject)
        guard list.count > Compiler.shortList else {
            let spec = program.comparison(comparison)
            for element in list {
                let other = try evaluate(element)
                program.jump(
                    .jumpIfCompare, value, other, to: label, flag: ComparisonFlag.equal,
                    small: spec)
            }
            return
        }
        let set = try fillSet(list, comparison).set
        let probe = program.register()
        let isNull = program.makeLabel()
        program.jump(.jumpIfNull, value, to: isNull)
        program.emit(.copy, value, probe)
        program.emit(.affinity, probe, flag: comparison.affinity.forProbe.rawValue, small: 1)
        program.jump(.setFind, set, probe, to: label, small: 1)
        program.place(isNull)
    }
}
