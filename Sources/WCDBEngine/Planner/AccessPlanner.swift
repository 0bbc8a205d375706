import WCDBSQL
import WCDBStorage

/// Lists the ways to find the rows of one source, each with the sources it needs before it, and
/// makes the path of the one that is chosen.
///
/// **Users.** One compilation; an object, so that handing it on copies nothing.
final class AccessPlanner {
    let question: PlanQuestion
    let source: Source
    let place: Int
    let rows: Double
    /// The number of its outer join, if it has one: then only terms of its ON may find rows.
    let outerLevel: Int?
    let rowidColumn: Int?
    let indexes: [IndexSchema]
    /// For each index its expressions and condition; empty if there are none at all.
    let planned: [PlannedIndex]
    let statistics: TableStatistics?
    /// Of an outer join only its own terms count; of others, only terms of WHERE.
    let uses: [TermUse]
    /// The paths through several indexes that there are to choose from.
    @exclusivity(unchecked) var unions: [AccessPath] = []

    init(
        _ question: PlanQuestion, place: Int, outerLevel: Int?, uses: [TermUse],
        _ context: PlanContext
    ) {
        let source = question.sources[place]
        self.question = question
        self.source = source
        self.place = place
        self.outerLevel = outerLevel
        self.uses = uses
        rows = CostModel.effective(context.rowCount(source))
        let table = source.table
        var indexes = table?.indexes ?? []
        var planned: [PlannedIndex] = []
        if let table, table.hasConditionalIndex {
            indexes = []
            for index in table.indexes {
                if let found = PlannedIndex(index, of: source, table, context) {
                    indexes.append(index)
                    planned.append(found)
                }
            }
        }
        rowidColumn = table?.rowidColumn
        self.planned = planned
        statistics = table.flatMap(context.statistics(of:))
        self.indexes = indexes
    }

    /// For the same source another question.
    init(_ question: PlanQuestion, as other: AccessPlanner, uses: [TermUse]) {
        self.question = question
        self.uses = uses
        source = other.source
        place = other.place
        rows = other.rows
        outerLevel = other.outerLevel
        rowidColumn = other.rowidColumn
        indexes = other.indexes
        planned = other.planned
        statistics = other.statistics
    }

    func addChoices(to list: inout ContiguousArray<PathChoice>) {
        if case .registers = source.content {
            var choice = PathChoice(.scan, cost: 0, rows: 1)
            choice.isOneRow = true
            list.append(choice)
            return
        }
        // What depends on the rows before it is made anew for each.
        if source.isLateral { return list.append(scan()) }
        let first = list.count
        listMasks()
        let isNamed = isNamed
        if source.table != nil {
            // An index that is named is gone through, whatever else would be shorter.
            if !isNamed { addRowids(to: &list) }
            addIndexes(to: &list, isNamed: isNamed)
        }
        // One of them must do in any order of the sources.
        if isNamed, list[first...].contains(where: { $0.required == 0 }) { return }
        list.append(scan())
        for index in question.masks.indices {
            let mask = question.masks[index]
            guard mask != 0 || question.isRepeated else { continue }
            if let choice = hash(within: mask) { list.append(choice) }
        }
        if source.table != nil { addUnions(to: &list) }
    }

    /// The ways that look for values, with nothing but this source.
    func searches() -> ContiguousArray<PathChoice> {
        var list: ContiguousArray<PathChoice> = []
        listMasks()
        addRowids(to: &list)
        addIndexes(to: &list, isNamed: isNamed)
        list.removeAll { $0.form == .wholeIndex }
        return list
    }

    // MARK: Scans

    private func scan() -> PathChoice {
        var choice = PathChoice(.scan, cost: rows, rows: rows)
        if let table = source.table, !table.isWithoutRowid {
            choice.orderCount = 1
            choice.uniqueCount = 1
        }
        return choice
    }

    /// More sets of sources than these are not worth their time. All sources together come on top.
    private static let maximumMasks = 9
    /// The same of ways to find a row by its rowid.
    private static let maximumRowids = 8

    /// The sets of sources whose values may be used together: none, those of one term, and all.
    private func listMasks() {
        // One by one, for there are few: the way for many takes longer.
        while !question.masks.isEmpty { question.masks.removeLast() }
        question.masks.append(0)
        var all: UInt64 = 0
        for index in uses.indices {
            let mask = uses[index].mask
            guard mask != 0 else { continue }
            all |= mask
            if question.masks.count < AccessPlanner.maximumMasks, !question.masks.contains(mask) {
                question.masks.append(mask)
            }
        }
        if !question.masks.contains(all) { question.masks.append(all) }
    }

    /// Whether the statement says by which index: INDEXED BY.
    private var isNamed: Bool {
        if case .indexed = source.indexing { true } else { false }
    }

    // MARK: Rowids

    private func addRowids(to list: inout ContiguousArray<PathChoice>) {
        guard let table = source.table, !table.isWithoutRowid else { return }
        let first = list.count
        var hasBound = false
        for number in uses.indices where uses[number].column == -1 {
            let use = uses[number]
            guard use.isEquality else {
                hasBound = true
                continue
            }
            guard list.count - first < AccessPlanner.maximumRowids else { continue }
            if case .same = use.operation, case .constant(.null) = use.value { continue }
            let count = use.valueCount
            var choice = PathChoice(
                .rowid, cost: CostModel.rowidSeek * count, rows: min(count, rows))
            choice.number = number
            choice.required = use.mask
            choice.isOneRow = use.isSingle
            choice.satisfied = isExact(use) ? use.filter : 0
            choice.orderCount = 1
            choice.fixed = use.isSingle ? 1 : 0
            choice.uniqueCount = 1
            list.append(choice)
        }
        guard hasBound else { return }
        for index in question.masks.indices {
            let mask = question.masks[index]
            let bounds = bounds(nil, 0, within: mask)
            guard !bounds.isEmpty else { continue }
            let found = max(
                1,
                rows
                    * CostModel.range(
                        hasLower: bounds.lower != nil, hasUpper: bounds.upper != nil))
            var choice = PathChoice(.rowidRange, cost: CostModel.rowidSeek + found, rows: found)
            choice.mask = mask
            choice.required = bounds.mask
            forEachExact(bounds) { choice.satisfied |= uses[$0].filter }
            choice.orderCount = 1
            choice.uniqueCount = 1
            list.append(choice)
            if mask == 0 { break }
        }
    }

    /// Whether finding rows by a use of the rowid leaves nothing of its term to test.
    private func isExact(_ use: TermUse) -> Bool {
        guard !use.isPart else { return false }
        switch use.operation {
        case .equal, .list, .select: return use.comparison.isExactForRowid
        default: return false
        }
    }

    // MARK: Hash tables

    /// Equal values found by hashing. Built once, so what differs from row to row must be outside.
    private func hash(within mask: UInt64) -> PathChoice? {
        if case .select(let select) = source.content, select.isEndless { return nil }
        var hashed = hashed(within: mask)
        guard hashed != 0 else { return nil }
        var found = rows
        var isKnown = false
        var required: UInt64 = 0
        var satisfied: UInt64 = 0
        while hashed != 0 {
            let number = hashed.trailingZeroBitCount
            hashed &= hashed &- 1
            let known = statistics == nil ? nil : uses[number].column.flatMap(rowsPerValue)
            if known != nil { isKnown = true }
            found = max(
                CostModel.fewestHashed, min(found * CostModel.hashedShare, known ?? .infinity))
            required |= uses[number].mask
            satisfied |= uses[number].filter
        }
        // Without ANALYZE few rows are expected to be equal, as of indexes.
        if !isKnown { found = min(found, CostModel.mostHashed) }
        var choice = PathChoice(.hash, cost: CostModel.hashProbe + found, rows: found)
        choice.mask = mask
        choice.setup = rows * CostModel.hashRow / question.expectedRuns
        choice.required = required
        choice.satisfied = satisfied
        return choice
    }

    /// The uses that give the values of a hash table's columns, one for each: a bit for each of
    /// the first 64, and more are never needed.
    private func hashed(within mask: UInt64) -> UInt64 {
        var found: UInt64 = 0
        for number in uses.indices.prefix(64) where uses[number].mask & ~mask == 0 {
            guard uses[number].isSingle, !uses[number].isPart, uses[number].column != nil,
                uses[number].mask != 0
                    || question.isRepeated && !uses[number].value.isConstant,
                !isHashed(uses[number].column, found)
            else { continue }
            found |= 1 << UInt64(number)
        }
        return found
    }

    /// Whether one of these uses is about the column.
    private func isHashed(_ column: Int?, _ found: UInt64) -> Bool {
        var rest = found
        while rest != 0 {
            if uses[rest.trailingZeroBitCount].column == column { return true }
            rest &= rest &- 1
        }
        return false
    }

    /// What ANALYZE found out about a column from an index that begins with it.
    private func rowsPerValue(of column: Int) -> Double? {
        for index in indexes
        where index.condition == nil && index.position(of: column) == 0 {
            if let rows = statistics?.rowsPerKey(index, columns: 1) { return rows }
        }
        return nil
    }

    // MARK: What was chosen

    func path(_ choice: PathChoice) -> AccessPath {
        switch choice.form {
        case .scan: return AccessPath(.scan, rows: choice.rows)
        case .rowid:
            let use = uses[choice.number]
            guard let equal = use.equal else { return AccessPath(.scan, rows: choice.rows) }
            return AccessPath(
                .rowid(equal), rows: choice.rows,
                satisfied: isExact(use) ? TermSet(use.term) : TermSet())
        case .rowidRange:
            let bounds = bounds(nil, 0, within: choice.mask)
            var terms = TermSet()
            forEachExact(bounds) { terms.insert(uses[$0].term) }
            return AccessPath(
                .rowidRange(
                    lower: bounds.lower.flatMap { uses[$0].lower },
                    upper: bounds.upper.flatMap { uses[$0].upper }),
                rows: choice.rows, satisfied: terms)
        case .index, .wholeIndex: return indexPath(choice)
        case .hash:
            let hashed = hashed(within: choice.mask)
            let found = uses.indices.prefix(64).filter { hashed & (1 << UInt64($0)) != 0 }
            var terms = TermSet()
            for number in found { terms.insert(uses[number].term) }
            return AccessPath(.hash(found.map { uses[$0] }), rows: choice.rows, satisfied: terms)
        case .union: return unions[choice.number]
        }
    }

    /// How many rows of a choice are equal by the first `count` terms of an order, if ANALYZE found
    /// that out.
    func equalRows(_ choice: PathChoice, _ count: Int) -> Double? {
        guard choice.form == .index || choice.form == .wholeIndex else { return nil }
        let fixed = (~choice.fixed).trailingZeroBitCount
        return statistics?.rowsPerKey(indexes[choice.number], columns: fixed + count)
    }

    /// Whether the rows of a choice that are equal by the first `count` terms of an order have
    /// those that count at their ends.
    func endsGroups(_ choice: PathChoice, _ count: Int, _ groups: RowGoal.Groups) -> Bool {
        guard groups.areEndsEnough, choice.form == .index || choice.form == .wholeIndex else {
            return false
        }
        guard let column = groups.endColumn else { return true }
        let position = (~choice.fixed).trailingZeroBitCount + count
        return order(choice, position).column == column
    }

    /// A column by which the rows of a choice come ordered.
    func order(_ choice: PathChoice, _ position: Int) -> OrderColumn {
        guard choice.form == .index || choice.form == .wholeIndex else { return OrderColumn.rowid }
        let keys = indexes[choice.number].keys
        guard position < keys.count else { return OrderColumn.rowid }
        let key = keys[position]
        return OrderColumn(
            column: column(choice.number, position),
            expression: expression(choice.number, position), isDescending: key.isDescending,
            collation: key.collation)
    }
}
