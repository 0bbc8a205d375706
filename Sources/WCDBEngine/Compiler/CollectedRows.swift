import WCDBSQL
import WCDBStorage

/// The rows that an UPDATE or DELETE is about, found before the first is changed: their rowids, and
/// with UPDATE FROM behind them the new values.
///
/// **Always true.** Rows come in the order of their rowids, or of the key that takes their place,
/// however they were found and whichever a LIMIT chose: what triggers see and which row gives way
/// to another does not depend on indexes.
struct CollectedRows {
    let store: Int
    let columns: [BoundSelect.Column]
    /// A row may have come more than once.
    var mayRepeat = false

    /// What finds them.
    struct Query {
        /// The table, unless it is a view.
        var target: TableSchema?
        var table: TableReference
        var from: JoinClause?
        var condition: Expression?
        var order: [OrderingTerm]
        var limit: LimitClause?
        var with: WithClause?
    }
}

extension Compiler {
    /// Finds rows; their first columns are `keys`, or, without any, the rowid.
    mutating func collect(
        _ query: CollectedRows.Query, keys: [ResultColumn]? = nil,
        values: [Expression] = [], _ binder: Binder
    ) throws(EngineError) -> CollectedRows {
        var from = JoinClause(.table(query.table))
        if let more = query.from, let first = more.first {
            from.joins = [.init(.comma, first)] + more.joins
        }
        var body = SelectBody(
            (keys ?? [ResultColumn(.null)]) + values.map { ResultColumn($0) }, from: from)
        body.condition = query.condition
        var select = SelectStatement(.select(body))
        select.with = query.with
        select.order = query.order
        if query.order.isEmpty, let key = query.target?.keyOfItsRows {
            // Rows of such a table come in the order of their keys.
            select.order = key.columns.compactMap { keyTerm($0, of: query.target) }
        }
        select.limit = query.limit
        binder.collectsRows = true
        let bound = try binder.bind(select, parent: binder.outer)
        let source = bound.cores[0].joins[0].source
        if keys == nil {
            // No name of the language means the key of every table.
            source.usedColumns.insert(-1)
            bound.cores[0].results[0] = .column(source, -1)
        }
        let comesByRowid = keys == nil && query.target?.isWithoutRowid == false
        if comesByRowid, bound.order.isEmpty, bound.limit == nil {
            bound.order = [.init(scalar: .column(source, -1), result: 0, isDescending: false)]
        }
        var store = program.cursor()
        program.emit(.openRows, store, bound.columns.count)
        try compile(bound, to: .rows(cursor: store))
        if comesByRowid, bound.limit != nil { store = sorted(store, bound.columns.count) }
        return CollectedRows(
            store: store, columns: bound.columns, mayRepeat: query.from != nil)
    }

    /// A store with the same rows in the order of their first column.
    private mutating func sorted(_ store: Int, _ count: Int) -> Int {
        let sorter = program.cursor()
        let key = SortKey(KeyColumn(collation: .binary))
        program.emit(
            .openSorter, sorter, program.sorter(.init(keys: [key], payloadCount: count)), -1)
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

    private func keyTerm(_ column: IndexColumn, of table: TableSchema?) -> OrderingTerm? {
        guard case .column(let number) = column.content, let table else { return nil }
        return OrderingTerm(
            .collate(
                .column(ColumnReference(Name(table.columns[number].name))),
                Name(column.collation.name)),
            column.key.isDescending ? .descending : nil)
    }

    /// Goes through collected rows that are still there, with the table's cursor on each.
    mutating func forEach(
        _ rows: CollectedRows, _ changed: ChangedTable,
        _ body: (inout Compiler, _ rowid: Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        let loop = program.makeLabel()
        let next = program.makeLabel()
        let done = program.makeLabel()
        var seen: Int?
        if rows.mayRepeat {
            let set = program.cursor()
            let shape = program.set(.init(keys: [KeyColumn(collation: .binary)]))
            program.emit(.openSet, set, shape)
            seen = set
        }
        program.jump(.rowsFirst, rows.store, to: done)
        program.place(loop)
        let rowid = program.register()
        program.emit(.rowsColumn, rows.store, 0, rowid)
        if let seen { program.jump(.setInsert, seen, rowid, to: next, small: 1) }
        program.jump(.seekRowid, changed.cursor, rowid, to: next)
        try body(&self, rowid)
        program.place(next)
        program.jump(.rowsNext, rows.store, to: loop)
        program.place(done)
    }
}

extension TableSchema {
    /// Of a table without rowids: what its rows are ordered by.
    fileprivate var keyOfItsRows: IndexSchema? { isWithoutRowid ? primaryKeyIndex : nil }
}
