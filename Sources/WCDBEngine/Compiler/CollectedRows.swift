import WCDBSQL
import WCDBStorage

/// The rows that an UPDATE or DELETE is about, found before the first is changed: their rowids, and
/// with UPDATE FROM behind them the new values. Where nobody could tell the difference, each row is
/// changed as soon as it is found.
///
/// **Always true.** Rows come in the order of their rowids, or of the key that takes their place,
/// however they were found and whichever a LIMIT chose: what triggers see and which row gives way
/// to another does not depend on indexes. Where nobody could tell, those of a table WITHOUT ROWID
/// come by the numbers that the storage gives them, as they were found.
///
/// **Users.** One compilation; an object, so that handing it on copies nothing.
final class CollectedRows {
    let store: Int
    let columns: [BoundSelect.Column]
    /// What tells rows apart: the first columns.
    let keys: [Key]
    /// A row may have come more than once.
    let mayRepeat: Bool
    /// What they are, if it can be but one row, which need not be put aside.
    let sole: SoleRow?
    /// What finds them one after the other, if none has to be put aside.
    let loops: LoopNest?

    init(
        store: Int = -1, columns: [BoundSelect.Column] = [], keys: [Key] = [],
        mayRepeat: Bool = false, sole: SoleRow? = nil, loops: LoopNest? = nil
    ) {
        self.store = store
        self.columns = columns
        self.keys = keys
        self.mayRepeat = mayRepeat
        self.sole = sole
        self.loops = loops
    }

    /// A column by which a row is found again.
    struct Key {
        /// -1 is the rowid.
        var column: Int
        var order: KeyColumn

        static var rowid: Key { Key(column: -1, order: .ascending) }

        /// Of a table without rowids the primary key: whoever has it then is the row.
        static func all(of table: TableSchema) -> [Key] {
            guard let key = table.keyOfRows else { return [rowid] }
            return key.columns.compactMap { column in
                guard case .column(let number) = column.content else { return nil }
                return Key(column: number, order: column.key)
            }
        }

        func scalar(_ source: Source) -> Scalar {
            column < 0
                ? .column(source, -1) : .collate(.column(source, column), order.collation)
        }
    }

    /// What finds them. An object, so that handing it on copies nothing.
    final class Query {
        /// The table, unless it is a view.
        let target: TableSchema?
        let table: TableReference
        let from: JoinClause?
        let condition: Expression?
        let order: [OrderingTerm]
        let limit: LimitClause?

        init(
            target: TableSchema? = nil, table: TableReference, from: JoinClause? = nil,
            condition: Expression?, order: [OrderingTerm], limit: LimitClause?
        ) {
            self.target = target
            self.table = table
            self.from = from
            self.condition = condition
            self.order = order
            self.limit = limit
        }
    }
}

extension Compiler {
    /// Finds the rows of a table that meet a condition. `changesInStride`: what is done to a row
    /// means nothing to the rows behind it.
    mutating func collect(
        of table: TableSchema, _ reference: TableReference, where condition: Expression?,
        changesInStride: Bool, _ binder: Binder
    ) throws(EngineError) -> CollectedRows {
        let rows = try binder.bindRows(of: table, reference, where: condition)
        if let sole = rows.given { return CollectedRows(sole: sole) }
        let bound = try binder.select(rows)
        let isInStride = changesInStride && !rows.condition.contains(where: \.hasQuery)
        let keys = isInStride ? [.rowid] : CollectedRows.Key.all(of: table)
        bound.cores[0].results = keys.map { _ in .constant(.null) }
        bound.columns = keys.map { _ in BoundSelect.Column(name: "", affinity: .none) }
        return try collect(bound, keys, isInStride: isInStride, mayRepeat: false)
    }

    /// Finds rows; their first columns are `results`, or, without any, the keys of the table.
    mutating func collect(
        _ query: CollectedRows.Query, results: [ResultColumn]? = nil,
        values: [Expression] = [], _ binder: Binder
    ) throws(EngineError) -> CollectedRows {
        let keys = query.target.map(CollectedRows.Key.all) ?? []
        let bound = try bind(
            query, results ?? keys.map { _ in ResultColumn(.null) }, values, binder)
        if query.from == nil, let sole = bound.givenRow { return CollectedRows(sole: sole) }
        return try collect(bound, keys, isInStride: false, mayRepeat: query.from != nil)
    }

    private mutating func collect(
        _ bound: BoundSelect, _ keys: [CollectedRows.Key], isInStride: Bool, mayRepeat: Bool
    ) throws(EngineError) -> CollectedRows {
        // No name of the language means the key of every table.
        let source = bound.cores[0].joins[0].source
        for (index, key) in keys.enumerated() {
            source.usedColumns.insert(key.column)
            bound.cores[0].results[index] = .column(source, key.column)
        }
        let isUnordered = isInStride && source.table?.isWithoutRowid ?? false
        if bound.limit == nil, !isUnordered {
            bound.order = keys.enumerated().map { index, key in
                .init(
                    scalar: key.scalar(source), result: index, isDescending: key.order.isDescending)
            }
        }
        if isInStride {
            let used = source.usedColumns
            if isUnordered { source.useWholeRows() }
            let nest = try plan(bound.cores[0], goal: rowGoal(bound, bound.cores[0]))
            if nest.goesThroughRowids { return CollectedRows(loops: nest) }
            source.usedColumns = used
        }
        var store = program.cursor()
        program.emit(.openRows, store, bound.columns.count)
        try compile(bound, to: .rows(cursor: store))
        if !keys.isEmpty, bound.limit != nil {
            store = sorted(store, by: keys.map(\.order), bound.columns.count)
        }
        return CollectedRows(
            store: store, columns: bound.columns, keys: keys, mayRepeat: mayRepeat)
    }

    /// The query that finds rows, as a query of the language.
    private func bind(
        _ query: CollectedRows.Query, _ results: [ResultColumn], _ values: [Expression],
        _ binder: Binder
    ) throws(EngineError) -> BoundSelect {
        var table = query.table
        if let target = query.target, table.name.schema == nil {
            // A common table of that name is another one.
            table.name.schema = Name(binder.schema.databaseName(target.database))
        }
        var from = JoinClause(.table(table))
        if let more = query.from, let first = more.first {
            from.joins = [.init(.comma, first)] + more.joins
        }
        var body = SelectBody(results + values.map { ResultColumn($0) }, from: from)
        body.condition = query.condition
        var select = SelectStatement(.select(body))
        select.order = query.order
        select.limit = query.limit
        binder.collectsRows = true
        return try binder.bind(select, parent: binder.outer)
    }

    /// A store with the same rows in the order of their first columns.
    private mutating func sorted(_ store: Int, by keys: [KeyColumn], _ count: Int) -> Int {
        let sorter = program.cursor()
        let shape = Program.SorterShape(keys: keys.map { SortKey($0) }, payloadCount: count)
        program.emit(.openSorter, sorter, program.sorter(shape), -1)
        let result = program.cursor()
        program.emit(.openRows, result, count)
        let (loop, drain) = (program.makeLabel(), program.makeLabel())
        let done = program.makeLabel()
        let first = program.registers(count)
        program.jump(.rowsFirst, store, to: done)
        program.place(loop)
        for index in 0..<count { program.emit(.rowsColumn, store, index, first + index) }
        program.emit(.sorterAdd, sorter, first, first)
        program.jump(.rowsNext, store, to: loop)
        program.emit(.sorterSort, sorter)
        program.place(drain)
        program.jump(.sorterNext, sorter, to: done)
        for index in 0..<count { program.emit(.sorterColumn, sorter, index, first + index) }
        program.emit(.rowsAppend, result, first, small: count)
        program.jump(.goto, to: drain)
        program.place(done)
        return result
    }

    /// Goes through collected rows that are still there, with the table's cursor on each.
    mutating func forEach(
        _ rows: CollectedRows, _ changed: ChangedTable,
        _ body: (inout Compiler, _ rowid: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        if let sole = rows.sole { return try forSole(sole, changed, body) }
        if let loops = rows.loops { return try forEach(loops, changed, body) }
        let loop = program.makeLabel()
        let next = program.makeLabel()
        let done = program.makeLabel()
        var seen: Int?
        if rows.mayRepeat {
            let set = program.cursor()
            program.emit(.openSet, set, program.set(.init(keys: rows.keys.map(\.order))))
            seen = set
        }
        program.jump(.rowsFirst, rows.store, to: done)
        program.place(loop)
        let count = rows.keys.count
        let keys = program.registers(count)
        for index in 0..<count { program.emit(.rowsColumn, rows.store, index, keys + index) }
        if let seen { program.jump(.setInsert, seen, keys, to: next, small: count) }
        let isRowid = rows.keys.first?.column == -1
        let rowid = isRowid ? keys : emitRowid(changed, keys, count, absent: next)
        program.jump(.seekRowid, changed.cursor, rowid, to: next)
        try body(&self, rowid)
        program.place(next)
        program.jump(.rowsNext, rows.store, to: loop)
        program.place(done)
    }

    /// The cursor that finds the row is the one that changes it.
    private mutating func forSole(
        _ row: SoleRow, _ changed: ChangedTable,
        _ body: (inout Compiler, _ rowid: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        row.source.openCursor = changed.cursor
        try emit(row) { (compiler) throws(EngineError) in
            try compiler.emitChange(changed, body)
        }
    }

    /// The same for one row after the other.
    private mutating func forEach(
        _ loops: LoopNest, _ changed: ChangedTable,
        _ body: (inout Compiler, _ rowid: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        loops.sources[0].openCursor = changed.cursor
        try compileLoops(loops) { (compiler) throws(EngineError) in
            try compiler.emitChange(changed, body)
        }
    }

    /// Emits what is done to the row under the cursor.
    private mutating func emitChange(
        _ changed: ChangedTable,
        _ body: (inout Compiler, _ rowid: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        let rowid = program.register()
        program.emit(.rowid, changed.cursor, 0, rowid)
        let outer = known
        known = []
        try body(&self, rowid)
        known = outer
    }

    /// Goes to a row that was loaded before triggers ran. One of a table WITHOUT ROWID may have
    /// been replaced meanwhile: whoever has its key now is the row.
    mutating func emitSameRow(
        _ changed: ChangedTable, _ row: Int, absent: ProgramBuilder.Label, _ binder: Binder
    ) throws(EngineError) {
        guard let index = changed.table.keyOfRows else {
            return program.jump(.seekRowid, changed.cursor, row, to: absent)
        }
        let (isThere, isGone) = (program.makeLabel(), program.makeLabel())
        program.jump(.seekRowid, changed.cursor, row, to: isGone)
        program.jump(.goto, to: isThere)
        program.place(isGone)
        let keys = try indexKeys(
            index, changed.table, first: row + 1, rowid: row, skip: absent, binder: binder)
        let rowid = emitRowid(changed, keys, index.columns.count, absent: absent)
        program.emit(.copy, rowid, row)
        program.jump(.seekRowid, changed.cursor, row, to: absent)
        program.place(isThere)
    }

    /// The register of the rowid of the row that has these keys now.
    private mutating func emitRowid(
        _ changed: ChangedTable, _ keys: Int, _ count: Int, absent: ProgramBuilder.Label
    ) -> Int {
        guard let key = changed.table.indexes.firstIndex(where: { $0.origin == .primaryKey })
        else { return keys }
        let cursor = changed.indexCursors[key]
        let rowid = program.register()
        program.jump(.indexConflict, cursor, keys, to: absent, small: count)
        program.emit(.indexRowid, cursor, 0, rowid)
        return rowid
    }
}

extension LoopNest {
    /// Whether it is one loop over a table, in the order of its rowids, that looks at no index.
    fileprivate var goesThroughRowids: Bool {
        guard levels.count == 1, !levels[0].isReversed else { return false }
        switch levels[0].path.way {
        case .scan, .rowidRange: return true
        default: return false
        }
    }
}

extension Source {
    /// Each row that is found will be read: to find them in an index saves nothing.
    fileprivate func useWholeRows() {
        for column in columns.indices { usedColumns.insert(column) }
    }
}

extension BoundSelect {
    /// The row of a table that it is about, if it is one that is known before the statement begins.
    fileprivate var givenRow: SoleRow? {
        guard cores.count == 1, limit == nil, order.isEmpty, let row = SoleRow(cores[0]),
            row.key.isGiven
        else { return nil }
        return row
    }
}
