import WCDBSQL
import WCDBStorage

/// Generated columns: computed where they are read, or, if they are stored, where they are written.
extension Compiler {
    /// The value of a generated column of the row under a cursor. A row that an outer join made up
    /// has none.
    mutating func compileGenerated(
        _ source: Source, _ column: Int, _ value: Scalar, into target: Int
    ) throws(EngineError) {
        let rowid = program.register()
        let isReal = program.makeLabel()
        let done = program.makeLabel()
        try compile(.column(source, -1), into: rowid)
        program.jump(.jumpIfNotNull, rowid, to: isReal)
        program.emit(.null, target, 1)
        program.jump(.goto, to: done)
        program.place(isReal)
        let (outerPlace, outerKnown) = (place, known)
        (place, known) = (.generatedColumn, [])
        try compile(value, into: target)
        (place, known) = (outerPlace, outerKnown)
        program.emit(.affinity, target, flag: source.affinity(column).rawValue, small: 1)
        program.place(done)
    }

    /// Computes the generated columns of a row in registers, those that others need first.
    mutating func computeGenerated(
        _ table: TableSchema, first: Int, binder: Binder, onlyVirtual: Bool = false
    ) throws(EngineError) {
        guard table.hasGenerated else { return }
        var open: [Int: Set<Int>] = [:]
        for (index, column) in table.columns.enumerated() {
            guard let expression = column.generated, !(onlyVirtual && column.isStored) else {
                continue
            }
            let scalar = try definition(
                expression, table, first: first, place: .generatedColumn, binder: binder)
            open[index] = scalar.columnNumbers
        }
        while !open.isEmpty {
            var last = -1
            var progress = false
            for index in open.keys.sorted() {
                guard let needs = open[index], let expression = table.columns[index].generated
                else { continue }
                guard needs.isDisjoint(with: open.keys) else {
                    last = index
                    continue
                }
                let scalar = try definition(
                    expression, table, first: first, place: .generatedColumn, binder: binder)
                place = .generatedColumn
                try compile(scalar, into: first + index)
                place = nil
                let affinity = table.columns[index].affinity
                program.emit(.affinity, first + index, flag: affinity.rawValue, small: 1)
                open[index] = nil
                progress = true
            }
            guard progress else {
                throw .generatedColumnLoop(table.columns[last].name)
            }
        }
    }
}

extension Scalar {
    /// The numbers of all columns that the expression uses.
    fileprivate var columnNumbers: Set<Int> {
        var numbers: Set<Int> = []
        visit { if case .column(_, let column) = $0 { numbers.insert(column) } }
        return numbers
    }
}
