import WCDBSQL
import WCDBStorage

/// Lists the ways to find the rows of one source, each with the sources it needs before it.
struct AccessPlanner {
    /// What is known of a source before ways are looked for.
    struct Subject {
        let source: Source
        let place: Int
        let rows: Double
        /// The number of its outer join, if it has one: then only terms of its ON may find rows.
        let outerLevel: Int?
        var indexes: [PlannedIndex]
        var statistics: TableStatistics?
        /// The loops run for each row of something: values from there are worth a hash table.
        var isRepeated = false
        /// How often. A hash table is built once.
        var expectedRuns = 1.0
    }

    let subject: Subject
    let sources: [Source]
    let patterns: PatternPrefix
    let terms: [Term]
    let uses: [TermUse]
    /// How rows should come, if anybody cares.
    let goal: RowGoal?

    var source: Source { subject.source }

    init(
        _ subject: Subject, sources: [Source], patterns: PatternPrefix, terms: [Term],
        uses: [TermUse], goal: RowGoal?
    ) {
        self.subject = subject
        self.sources = sources
        self.patterns = patterns
        self.terms = terms
        // Of an outer join only its own terms count; of others, only terms of WHERE.
        self.uses = uses.filter { terms[$0.term].joinLevel == subject.outerLevel }
        self.goal = goal
    }

    func paths() -> [AccessPath] {
        var paths: [AccessPath] = []
        if case .registers = source.content {
            let path = AccessPath(.scan, cost: 0, rows: 1)
            path.isOneRow = true
            return [path]
        }
        // What depends on the rows before it is made anew for each.
        if source.isLateral { return [scan()] }
        let masks = allowedMasks()
        if source.table != nil {
            // An index that is named is gone through, whatever else would be shorter.
            if !isNamed { addRowidPaths(masks, to: &paths) }
            for index in subject.indexes where isAllowed(index.schema) && isImplied(index) {
                addIndexPaths(index, masks, to: &paths)
            }
        }
        // One of them must do in any order of the sources.
        if isNamed, paths.contains(where: { $0.required == 0 }) { return paths }
        paths.append(scan())
        for mask in masks where mask != 0 || subject.isRepeated {
            if let path = hashPath(mask) { paths.append(path) }
        }
        if source.table != nil { addUnionPaths(to: &paths) }
        return paths
    }

    /// The paths that look for values, with nothing but this source.
    func searches() -> [AccessPath] {
        let masks = allowedMasks()
        var paths: [AccessPath] = []
        addRowidPaths(masks, to: &paths)
        for index in subject.indexes where isAllowed(index.schema) && isImplied(index) {
            addIndexPaths(index, masks, to: &paths)
        }
        return paths.filter {
            guard case .index(let range) = $0.way else { return true }
            return !range.equals.isEmpty || range.lower != nil || range.upper != nil
        }
    }

    // MARK: Scans

    private func scan() -> AccessPath {
        let path = AccessPath(.scan, cost: subject.rows, rows: subject.rows)
        if let table = source.table, !table.isWithoutRowid {
            path.ordering = .rowid
            path.uniqueCount = 1
        }
        return path
    }

    /// The sets of sources whose values may be used together: none, those of one term, and all.
    private func allowedMasks() -> [UInt64] {
        guard uses.contains(where: { $0.mask != 0 }) else { return AccessPlanner.onlyNone }
        var masks: [UInt64] = [0]
        var all: UInt64 = 0
        for use in uses where use.mask != 0 {
            all |= use.mask
            if masks.count < 9, !masks.contains(use.mask) { masks.append(use.mask) }
        }
        if !masks.contains(all) { masks.append(all) }
        return masks
    }

    private static let onlyNone: [UInt64] = [0]

    /// Whether the statement says by which index: INDEXED BY.
    var isNamed: Bool {
        if case .indexed = source.indexing { true } else { false }
    }

    private func isAllowed(_ index: IndexSchema) -> Bool {
        switch source.indexing {
        case .free: true
        case .notIndexed: false
        case .indexed(let name): FoldedName.equal(name.text, index.name)
        }
    }

    /// A partial index has only the rows of its condition: the terms must imply it.
    private func isImplied(_ index: PlannedIndex) -> Bool {
        index.condition.allSatisfy { condition in
            terms.contains { term in
                guard term.joinLevel == subject.outerLevel, !term.isDerived else { return false }
                return term.scalar.implies(condition)
            }
        }
    }

    // MARK: Rowids

    private func addRowidPaths(_ masks: [UInt64], to paths: inout [AccessPath]) {
        guard source.table?.isWithoutRowid == false, uses.contains(where: { $0.column == -1 })
        else { return }
        let own = uses.filter { $0.column == -1 }
        for use in own where paths.count < 8 {
            guard let equal = use.equal else { continue }
            if case .same = use.operation, case .constant(.null) = use.value { continue }
            let count = use.valueCount
            let path = AccessPath(
                .rowid(equal), cost: CostModel.rowidSeek * count, rows: min(count, subject.rows))
            path.required = use.mask
            path.isOneRow = equal.isSingle
            path.satisfied = isExact(use, .numeric) ? [use.term] : []
            path.ordering = .rowid
            path.fixed = equal.isSingle ? 1 : 0
            path.uniqueCount = 1
            paths.append(path)
        }
        for mask in masks {
            let range = bounds(own, within: mask)
            guard range.lower != nil || range.upper != nil else { continue }
            let rows = max(
                1,
                subject.rows
                    * CostModel.range(
                        hasLower: range.lower != nil, hasUpper: range.upper != nil))
            let path = AccessPath(
                .rowidRange(lower: range.lower, upper: range.upper),
                cost: CostModel.rowidSeek + rows, rows: rows)
            path.required = range.mask
            path.satisfied = range.terms
            path.ordering = .rowid
            path.uniqueCount = 1
            paths.append(path)
            if mask == 0 { break }
        }
    }

    /// Whether finding rows by a use leaves nothing of its term to test.
    private func isExact(_ use: TermUse, _ affinity: Affinity) -> Bool {
        guard !use.isPart else { return false }
        switch use.operation {
        case .equal, .list, .select:
            return use.comparison.affinity == .none || use.comparison.affinity == .blob
                || use.comparison.affinity.isNumeric
        default: return false
        }
    }

    struct Bounds {
        var lower: AccessPath.Bound?
        var upper: AccessPath.Bound?
        var mask: UInt64 = 0
        var terms: [Int] = []
    }

    /// The first lower and the first upper bound of those that need no source outside of `mask`.
    func bounds(_ uses: [TermUse], within mask: UInt64) -> Bounds {
        var bounds = Bounds()
        var parts: [Int] = []
        for use in uses where use.mask & ~mask == 0 {
            var isUsed = false
            if bounds.lower == nil, let lower = use.lower {
                bounds.lower = lower
                isUsed = true
            } else if bounds.upper == nil, let upper = use.upper {
                bounds.upper = upper
                isUsed = true
            }
            guard isUsed else { continue }
            bounds.mask |= use.mask
            if !use.isPart {
                bounds.terms.append(use.term)
            } else if !use.isPatternEnd, parts.contains(use.term) {
                // Both ends of a BETWEEN.
                bounds.terms.append(use.term)
            }
            if use.isPart, !use.isPatternEnd { parts.append(use.term) }
        }
        return bounds
    }

    // MARK: Hash tables

    /// Equal values found by hashing. Built once, so what differs from row to row must be outside.
    private func hashPath(_ mask: UInt64) -> AccessPath? {
        if case .select(let select) = source.content, select.isEndless { return nil }
        var columns: [AccessPath.HashColumn] = []
        var required: UInt64 = 0
        var satisfied: [Int] = []
        for use in uses where use.mask & ~mask == 0 {
            guard use.mask != 0 || subject.isRepeated && !use.value.isConstant else { continue }
            guard let matchesNull = use.hashesNull, let column = use.column, !use.isPart,
                !columns.contains(where: { $0.column == column })
            else { continue }
            columns.append(
                .init(
                    column: column, value: use.value, matchesNull: matchesNull,
                    comparison: use.comparison))
            satisfied.append(use.term)
            required |= use.mask
        }
        guard !columns.isEmpty else { return nil }
        let rows = columns.reduce(subject.rows) { rows, column in
            max(0.5, min(rows * 0.1, rowsPerValue(of: column.column) ?? .infinity))
        }
        let path = AccessPath(
            .hash(columns), cost: CostModel.hashProbe + min(rows, 10), rows: min(rows, 10))
        path.setup = subject.rows * CostModel.hashRow / subject.expectedRuns
        path.required = required
        path.satisfied = satisfied
        return path
    }

    /// What ANALYZE found out about a column from an index that begins with it.
    private func rowsPerValue(of column: Int) -> Double? {
        for index in subject.indexes
        where index.condition.isEmpty && index.schema.position(of: column) == 0 {
            if let rows = subject.statistics?.rowsPerKey(index.schema, columns: 1) { return rows }
        }
        return nil
    }
}
