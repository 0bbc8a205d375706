import WCDBSQL
import WCDBStorage

/// Groups whose rows lie in an index one after another, and of which only the first and the last
/// are of interest: those between are passed over. `SELECT a, max(b) FROM t GROUP BY a` looks at
/// two keys of an index on (a, b) for each a, and `SELECT DISTINCT a` at one.
struct GroupEnds {
    /// The cursor on the index.
    let cursor: Int
    /// By so many columns rows belong together.
    let columnCount: Int
    let isReversed: Bool
    /// The table's cursor, if rows are looked up.
    let table: Int?
    /// The first row has a say, if it has a value.
    var readsFirst = false
    /// So has the last one: its value is the greatest.
    var readsLast = false
    /// Of rows with the same value as the last one the first counts.
    var seeksFirst = false
}

extension BoundCore {
    /// The column of which the ends of each group are asked for: the one argument of min() and
    /// max(), if there are no other aggregates.
    var extremeColumn: Scalar? {
        guard let first = aggregates.first?.arguments.first, first.isStoredColumn else {
            return nil
        }
        let areExtremes = aggregates.allSatisfy { aggregate in
            (aggregate.function == .minimum || aggregate.function == .maximum)
                && aggregate.arguments.count == 1 && aggregate.filter == nil
                && aggregate.arguments[0].isSame(as: first)
        }
        return areExtremes ? first : nil
    }
}

extension Compiler {
    /// How rows that are equal by `values` lie in the index that the only loop goes along; nil if
    /// they are not all that a part of it has.
    func groupEnds(by values: [Scalar], _ nest: LoopNest) -> GroupEnds? {
        guard nest.levels.count == 1, nest.outerJoins == nil,
            case .index(let range) = nest.levels[0].path.way
        else { return nil }
        let source = nest.sources[nest.levels[0].source]
        var rest = values
        var count = 0
        while count < range.index.columns.count {
            let isEqual = count < range.equals.count
            guard !rest.isEmpty || isEqual else { break }
            let before = rest.count
            rest.removeAll { isColumn($0, count, of: range.index, source) }
            guard isEqual || rest.count < before else { return nil }
            count += 1
        }
        // Inside of the range are whole groups.
        let isWhole = range.lower == nil && range.upper == nil || range.equals.count < count
        guard rest.isEmpty, isWhole, count > 0 else { return nil }
        return GroupEnds(
            cursor: source.indexCursor ?? source.cursor, columnCount: count,
            isReversed: nest.levels[0].isReversed,
            table: nest.levels[0].path.looksUpRows ? source.cursor : nil)
    }

    private func isColumn(
        _ value: Scalar, _ position: Int, of index: IndexSchema, _ source: Source
    ) -> Bool {
        guard case .column(let own, let column) = value, own === source,
            index.numbers[position] == column
        else { return false }
        return value.collation.isSame(as: index.columns[position].collation)
    }

    /// The same for a query with GROUP BY.
    func groupEnds(_ core: BoundCore, _ bare: [Scalar], _ nest: LoopNest) -> GroupEnds? {
        guard var ends = groupEnds(by: core.groups, nest) else { return nil }
        if core.aggregates.isEmpty { return ends }
        guard !ends.isReversed, nest.tests(at: 0).isEmpty, let column = core.extremeColumn,
            case .column(let source, let number) = column,
            case .index(let range) = nest.levels[0].path.way
        else { return nil }
        let known = source.table.flatMap(context.statistics(of:))
        // To go through two or three rows is shorter than to look for the last.
        if let rows = known?.rowsPerKey(range.index, columns: ends.columnCount),
            rows < CostModel.groupEnds
        {
            return nil
        }
        var isDescending = false
        if ends.columnCount == range.index.columns.count {
            // The rowid ends each key.
            guard number == -1 || number == source.table?.rowidColumn else { return nil }
        } else {
            guard isColumn(column, ends.columnCount, of: range.index, source),
                core.aggregates.allSatisfy({ $0.collation.isSame(as: column.collation) })
            else { return nil }
            isDescending = range.index.keys[ends.columnCount].isDescending
            // Of rows with the same value the first stands for the group, where it can be told.
            ends.seeksFirst =
                !bare.isEmpty || !(core.groups + [column]).allSatisfy(\.equalIsSame)
        }
        let last: AggregateFunction = isDescending ? .minimum : .maximum
        ends.readsFirst = core.aggregates.contains { $0.function != last }
        ends.readsLast = core.aggregates.contains { $0.function == last }
        // What comes last there is NULL, if there is any.
        if isDescending, ends.readsLast, source.table?.columns[number].isNotNull != true {
            return nil
        }
        return ends
    }

    /// Leaves out the rest of a group of which a row was seen.
    mutating func emitGroupEnd(_ ends: GroupEnds) {
        program.jump(
            .indexGroupEnd, ends.cursor, ends.columnCount, to: program.placedLabel(),
            flag: ends.isReversed ? InstructionFlag.reversed : 0)
    }

    /// Goes to the row with the greatest value of a group; jumps to `passed` if the row that was
    /// seen is the last one, or the row is not there. Requires: rows come first to last.
    mutating func emitLastOfGroup(_ ends: GroupEnds, passed: ProgramBuilder.Label) {
        // Without any value, the last row stands for all.
        program.jump(
            .indexGroupEnd, ends.cursor, ends.columnCount, to: passed,
            flag: ends.seeksFirst ? InstructionFlag.thenFirstAlike : 0)
        if let table = ends.table {
            let rowid = program.register()
            program.emit(.indexRowid, ends.cursor, 0, rowid)
            program.jump(.seekRowid, table, rowid, to: passed)
        }
    }
}
