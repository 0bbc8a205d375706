import WCDBSQL
import WCDBStorage

/// RIGHT and FULL JOIN.
///
/// All that stands left of the last such join, and the join itself, is put aside as rows: first
/// those that the loops find, with a note of each row of the right side that took part; then the
/// rows of the right side that did not. What follows in FROM goes over the rows.
extension Compiler {
    mutating func compileOuterJoins(
        _ core: BoundCore, _ last: Int, _ body: Body
    ) throws(EngineError) {
        let join = core.joins[last]
        let right = join.source
        let number = try numberColumn(right)
        let columns = storedColumns(Array(core.sources[...last]))
        let store = program.cursor()
        program.emit(.openRows, store, columns.count)
        let partners = program.cursor()
        let shape = program.set(.init(keys: [KeyColumn(collation: .binary)]))
        program.emit(.openSet, partners, shape)
        let inner = BoundCore()
        inner.joins = [.init(kind: join.kind.keepsLeft ? .left : .plain, source: right)]
        inner.joins[0].condition = join.condition
        inner.isRepeated = last > 0
        let find: Body = { (compiler) throws(EngineError) in
            try compiler.compileLoops(inner) { (compiler) throws(EngineError) in
                let row = compiler.program.register()
                let isKnown = compiler.program.makeLabel()
                try compiler.compile(.column(right, number), into: row)
                compiler.program.jump(.jumpIfNull, row, to: isKnown)
                compiler.program.jump(.setInsert, partners, row, to: isKnown, small: 1)
                compiler.program.place(isKnown)
                try compiler.append(columns, to: store) { _ in true }
            }
        }
        let left = BoundCore()
        left.joins = Array(core.joins[..<last])
        try compileLoops(left, find)
        try emitLonely(right, number, partners, columns, store)
        try readBack(columns, store, BoundCore(after: last, of: core), body)
    }

    /// What tells the rows of a source from each other.
    private mutating func numberColumn(_ source: Source) throws(EngineError) -> Int {
        let number = source.table == nil ? source.columns.count : -1
        source.isNumbered = source.table == nil
        source.usedColumns.insert(number)
        // Gone through twice, and made once: rows are known by their numbers.
        if case .select(let select) = source.content {
            source.shared = SharedRows(select, isMaterialized: true)
        }
        return number
    }

    private struct StoredColumn {
        let source: Source
        let column: Int
    }

    private func storedColumns(_ sources: [Source]) -> [StoredColumn] {
        sources.flatMap { source in
            var used = source.usedColumns
            if source.table != nil { used.insert(-1) }
            return used.columns.map { StoredColumn(source: source, column: $0) }
        }
    }

    /// Puts the current rows aside; of sources that are not there, NULLs.
    private mutating func append(
        _ columns: [StoredColumn], to store: Int, _ isThere: (Source) -> Bool
    ) throws(EngineError) {
        let first = program.registers(max(1, columns.count))
        for (index, column) in columns.enumerated() {
            if isThere(column.source) {
                try compile(.column(column.source, column.column), into: first + index)
            } else {
                program.emit(.null, first + index, 1)
            }
        }
        program.emit(.rowsAppend, store, first, small: columns.count)
    }

    /// The rows of the right side that no row of the left side went with.
    private mutating func emitLonely(
        _ right: Source, _ number: Int, _ partners: Int, _ columns: [StoredColumn], _ store: Int
    ) throws(EngineError) {
        let scan = BoundCore()
        scan.joins = [.init(kind: .comma, source: right)]
        try compileLoops(scan) { (compiler) throws(EngineError) in
            let row = compiler.program.register()
            let hadPartner = compiler.program.makeLabel()
            try compiler.compile(.column(right, number), into: row)
            compiler.program.jump(.setFind, partners, row, to: hadPartner, small: 1)
            try compiler.append(columns, to: store) { $0 === right }
            compiler.program.place(hadPartner)
        }
    }

    private mutating func readBack(
        _ columns: [StoredColumn], _ store: Int, _ rest: BoundCore, _ body: Body
    ) throws(EngineError) {
        for (index, column) in columns.enumerated() {
            if index == 0 || columns[index - 1].source !== column.source {
                column.source.forgetPlace()
                column.source.positions = ColumnPositions()
            }
            column.source.cursor = store
            column.source.positions?.add(column.column, at: index)
        }
        let loop = program.makeLabel()
        let next = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.rowsFirst, store, to: done)
        program.place(loop)
        if rest.joins.isEmpty {
            for condition in rest.condition { try jump(ifNot: condition, to: next) }
            try body(&self)
        } else {
            try compileLoops(rest, body)
        }
        program.place(next)
        program.jump(.rowsNext, store, to: loop)
        program.place(done)
    }
}

extension BoundCore {
    /// The joins behind one, with the conditions of WHERE.
    fileprivate convenience init(after last: Int, of core: BoundCore) {
        self.init()
        joins = Array(core.joins[(last + 1)...])
        condition = core.condition
        isRepeated = true
    }
}
