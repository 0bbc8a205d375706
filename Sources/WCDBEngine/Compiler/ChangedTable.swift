import WCDBSQL
import WCDBStorage

/// The cursors of a table that is changed, and the registers of the row in question.
final class ChangedTable {
    let table: TableSchema
    let cursor: Int
    let indexCursors: [Int]
    /// What watches the table.
    let triggerTarget: TriggerTarget
    /// Foreign keys of it or to it that this statement may break.
    @exclusivity(unchecked) private(set) var hasForeignKeys = false
    /// Whether the columns that an UPDATE names belong to them. Rows that make way for others
    /// touch all of them.
    @exclusivity(unchecked) private(set) var changesKeys = false
    @exclusivity(unchecked) private(set) var returning: Returning?

    /// For a statement that changes rows.
    convenience init(
        _ table: TableSchema, alias: String, _ returning: [ResultColumn], targets: [Int]? = nil,
        binder: Binder, compiler: inout Compiler
    ) throws(EngineError) {
        self.init(table, compiler: &compiler, triggers: try binder.triggers(of: table))
        compiler.program.writes(table.database)
        hasForeignKeys = try compiler.hasForeignKeys(on: table, binder)
        changesKeys = try compiler.hasForeignKeys(on: table, targets: targets, binder)
        // An UPDATE of any key wants all of them to have a meaning.
        if changesKeys, targets != nil { _ = try binder.references(to: table) { _ in true } }
        guard !returning.isEmpty else { return }
        let row = compiler.rowSource(
            table, first: 0, alias: alias, database: binder.schema.databaseName(table.database))
        let bound = try Returning(returning, source: row, of: table.name, binder: binder)
        self.returning = bound
        compiler.returningColumns = bound.columns
    }

    init(_ table: TableSchema, compiler: inout Compiler, triggers: [TriggerSchema] = []) {
        self.table = table
        triggerTarget = TriggerTarget(
            name: table.name, columns: table.visibleColumns, rowidColumn: table.rowidColumn,
            hasRowid: !table.isWithoutRowid, triggers: triggers)
        cursor = compiler.program.cursor()
        compiler.program.emit(.openTable, cursor, compiler.program.table(table))
        var cursors: [Int] = []
        for index in table.indexes {
            let cursor = compiler.program.cursor()
            compiler.program.emit(
                .openIndex, cursor, compiler.program.index(index, of: table))
            cursors.append(cursor)
        }
        indexCursors = cursors
    }

    /// Whether a row of it may refer to itself.
    var refersToItself: Bool {
        hasForeignKeys && table.foreignKeys.indices.contains(where: table.refersToItself)
    }

    /// Whether rows may be removed for a new one, and this does more than remove them.
    func mayRunActions(_ conflict: ConflictAction?, _ binder: Binder) -> Bool {
        let replaces =
            conflict == .replace
            || conflict == nil
                && (table.rowidConflict == .replace
                    || table.indexes.contains { $0.isUnique && $0.conflict == .replace })
        let fires = binder.recursesTriggers && !triggerTarget.triggers.isEmpty
        return replaces && (hasForeignKeys || fires)
    }

    /// Whether rows that are removed for a new one set off triggers.
    func firesForReplaced(_ binder: Binder) -> Bool {
        binder.recursesTriggers
            && (triggerTarget.has(.before, .delete) || triggerTarget.has(.after, .delete))
    }

    /// Whether an UPDATE of these columns is over when the row is written: nothing looks at the
    /// old row behind that.
    func isBrief(_ targets: [Int], _ conflict: ConflictAction?) -> Bool {
        conflict == nil && returning == nil && !hasForeignKeys && triggerTarget.triggers.isEmpty
            && !targets.contains(-1) && !table.indexes.contains { table.mayMove($0, targets) }
            && !table.columns.contains { $0.generated != nil }
    }

    /// The columns that a brief UPDATE overwrites without a look at what they were: nobody has to
    /// read a long value that goes. `row`: the old row, as the expressions know it.
    func unread(_ targets: [Int], of row: Source?, by expressions: [Scalar]) -> [Int] {
        guard !table.isWithoutRowid else { return [] }
        guard let row else { return targets }
        var read = ColumnSet()
        for expression in expressions {
            expression.visit { scalar in
                if case .column(let source, let column) = scalar, source === row {
                    read.insert(column)
                }
            }
        }
        return targets.filter { !read.contains($0) }
    }
}

extension TableSchema {
    /// Whether an UPDATE of these columns, where -1 is the rowid, may give an index another key.
    /// Without columns everything is new. What a trigger changed before has its keys already.
    func mayMove(_ index: IndexSchema, _ targets: [Int]?) -> Bool {
        guard let targets, index.condition == nil, !targets.contains(-1) else { return true }
        return index.columns.contains { column in
            guard case .column(let number) = column.content else { return true }
            return targets.contains(number) || columns[number].generated != nil
        }
    }
}

/// Writing and removing rows with everything that belongs to them.
extension Compiler {
    /// Whether a row may be changed before the next is looked for: the change looks at no other
    /// row, sets nothing off, and the row stays at its rowid or is gone. Rows of a table WITHOUT
    /// ROWID are changed in any order then, and nothing may depend on it: neither what a query of
    /// the new values sees, nor what stays of them when one fails. `targets`: those of an UPDATE,
    /// with their values.
    func changesInStride(
        _ table: TableSchema, targets: [Int]? = nil, values: [Scalar] = [],
        _ conflict: ConflictAction?, _ returning: [ResultColumn], _ binder: Binder
    ) throws(EngineError) -> Bool {
        if table.isWithoutRowid {
            let mayStop = table.columns.contains { $0.notNull == .fail }
            if mayStop || values.contains(where: \.hasQuery) { return false }
        }
        guard conflict == nil, returning.isEmpty,
            try binder.triggers(of: table).isEmpty,
            try hasReferences(to: table, targets: targets, binder) == false
        else { return false }
        guard let targets else { return true }
        return !targets.contains(-1)
            && !table.indexes.contains { $0.isUnique && table.mayMove($0, targets) }
    }

    /// The expressions of a table's own definition see its columns in registers.
    func rowSource(
        _ table: TableSchema, first: Int, alias: String? = nil, database: String? = nil
    ) -> Source {
        let row = Source(
            alias: alias ?? table.name, database: database, content: .registers,
            columns: table.visibleColumns)
        row.firstRegister = first - 1
        row.rowidColumn = table.rowidColumn
        row.hasRowid = !table.isWithoutRowid
        return row
    }

    /// The values of an index for a row in registers; jumps to `skip` if the index has no place
    /// for it.
    mutating func indexKeys(
        _ index: IndexSchema, _ table: TableSchema, first: Int, rowid: Int,
        skip: ProgramBuilder.Label, binder: Binder
    ) throws(EngineError) -> Int {
        if let condition = index.condition {
            let scalar = try definition(
                condition, table, first: first, place: .partialIndex, binder: binder)
            place = .partialIndex
            try jump(ifNot: scalar, to: skip)
            place = nil
        }
        let keys = program.registers(index.columns.count)
        for (position, column) in index.columns.enumerated() {
            switch column.content {
            case .column(let number):
                let from = number == table.rowidColumn ? rowid : first + number
                program.emit(.alias, from, keys + position)
            case .expression(let expression):
                let scalar = try definition(
                    expression, table, first: first, place: .indexExpression, binder: binder)
                place = .indexExpression
                try compile(scalar, into: keys + position)
                place = nil
            }
        }
        return keys
    }

    /// Resolves an expression of the table's definition against a row in registers.
    func definition(
        _ expression: Expression, _ table: TableSchema, first: Int, place: DefinitionPlace,
        binder: Binder
    ) throws(EngineError) -> Scalar {
        let scope = Scope(parent: nil)
        scope.sources = [rowSource(table, first: first)]
        let outer = binder.place
        binder.place = place
        defer { binder.place = outer }
        return try binder.bind(expression, scope)
    }

    /// Removes the row under the table's cursor, whose rowid is in a register, and its keys.
    mutating func emitDelete(
        _ changed: ChangedTable, rowid: Int, binder: Binder
    ) throws(EngineError) {
        let first = program.registers(changed.table.columns.count)
        // The keys are gone before the row is.
        try loadRow(
            changed, first: first, rowid: rowid, isBrief: true, only: changed.table.indexedColumns,
            binder: binder)
        try emitDeleteKeys(changed, first: first, rowid: rowid, binder: binder)
        program.emit(.deleteRow, changed.cursor, rowid)
    }

    /// Copies the row under the cursor into registers. `isBrief`: nobody needs the values when the
    /// row changes, so that they may stay where they are. `only`: these columns; `unread`: not
    /// these.
    mutating func loadRow(
        _ changed: ChangedTable, first: Int, rowid: Int, isBrief: Bool = false,
        only wanted: Set<Int>? = nil, unread: [Int] = [], binder: Binder
    ) throws(EngineError) {
        for column in changed.table.columns.indices where wanted?.contains(column) ?? true {
            if changed.table.columns[column].isVirtual || unread.contains(column) { continue }
            if column == changed.table.rowidColumn {
                program.emit(.alias, rowid, first + column)
            } else if isBrief {
                program.emit(.column, changed.cursor, column, first + column)
            } else {
                let register = program.register()
                program.emit(.column, changed.cursor, column, register)
                program.emit(.copy, register, first + column)
            }
        }
        guard wanted == nil else { return }
        try computeGenerated(changed.table, first: first, binder: binder, onlyVirtual: true)
    }

    mutating func emitDeleteKeys(
        _ changed: ChangedTable, first: Int, rowid: Int, targets: [Int]? = nil, binder: Binder
    ) throws(EngineError) {
        try emitKeys(.indexDelete, changed, first, rowid, targets, binder)
    }

    mutating func emitInsertKeys(
        _ changed: ChangedTable, first: Int, rowid: Int, targets: [Int]? = nil, binder: Binder
    ) throws(EngineError) {
        try emitKeys(.indexInsert, changed, first, rowid, targets, binder)
    }

    /// Does the same with a row's key in each index that an update of `targets` may touch.
    private mutating func emitKeys(
        _ opcode: Opcode, _ changed: ChangedTable, _ first: Int, _ rowid: Int, _ targets: [Int]?,
        _ binder: Binder
    ) throws(EngineError) {
        for (index, cursor) in zip(changed.table.indexes, changed.indexCursors)
        where changed.table.mayMove(index, targets) {
            let skip = program.makeLabel()
            let keys = try indexKeys(
                index, changed.table, first: first, rowid: rowid, skip: skip, binder: binder)
            program.emit(opcode, cursor, keys, rowid)
            program.place(skip)
        }
    }
}
