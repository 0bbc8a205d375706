import WCDBSQL
import WCDBStorage

/// Rows that come ordered: equal ones are neighbours, so that remembering the last is enough.
struct Neighbours {
    let previous: Int
    /// 1 as soon as there was a row.
    let hasRow: Int
    let collations: [Collation]
}

extension Compiler {
    mutating func makeNeighbours(_ collations: [Collation]) -> Neighbours {
        let neighbours = Neighbours(
            previous: program.registers(max(1, collations.count)), hasRow: program.register(),
            collations: collations)
        program.emit(.constant, program.constant(.integer(0)), neighbours.hasRow)
        return neighbours
    }

    /// Jumps to `same` if the values are those of the row before. If they are not, `leaving` is
    /// emitted for the rows that ended, unless there were none, and the values are remembered.
    mutating func compareNeighbours(
        _ neighbours: Neighbours, _ first: Int, same: ProgramBuilder.Label,
        leaving: ((inout Compiler) throws(EngineError) -> Void)? = nil
    ) throws(EngineError) {
        let fresh = program.makeLabel()
        let different = program.makeLabel()
        program.jump(.jumpIfFalse, neighbours.hasRow, to: fresh)
        for (index, collation) in neighbours.collations.enumerated() {
            program.jump(
                .jumpIfCompare, first + index, neighbours.previous + index, to: different,
                flag: ComparisonFlag.isNot,
                small: program.comparison(Comparison(affinity: .none, collation: collation)))
        }
        program.jump(.goto, to: same)
        program.place(different)
        try leaving?(&self)
        program.place(fresh)
        for index in neighbours.collations.indices {
            program.emit(.copy, first + index, neighbours.previous + index)
        }
        program.emit(.constant, program.constant(.integer(1)), neighbours.hasRow)
    }
}
