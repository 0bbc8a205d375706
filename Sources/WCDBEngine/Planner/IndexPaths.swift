import WCDBSQL
import WCDBStorage

/// The ways that lead through an index.
extension AccessPlanner {
    func addIndexPaths(_ index: PlannedIndex, _ masks: [UInt64], to paths: inout [AccessPath]) {
        let isCovering = covers(index)
        let fitting = fittingUses(index)
        if !fitting.isEmpty {
            var seen: [[Int]] = []
            for mask in masks {
                guard let found = range(index, fitting, mask) else { continue }
                if masks.count > 1 {
                    let key = found.key
                    if seen.contains(key) { continue }
                    seen.append(key)
                }
                paths.append(path(index, found, isCovering))
            }
        }
        // All of it: because it is smaller than the table, for its order, for its condition, or
        // because it is named.
        let isOrdered = goal?.concerns(index, of: subject) ?? false
        if isCovering && isSmaller(index.schema) || isOrdered || isNamed
            || !index.condition.isEmpty
        {
            paths.append(path(index, Found(index.schema), isCovering))
        }
    }

    /// For each of an index's first columns the uses that it can serve, up to one that has none.
    private func fittingUses(_ index: PlannedIndex) -> [[TermUse]] {
        var fitting: [[TermUse]] = []
        for position in index.schema.columns.indices {
            let own = uses(of: position, in: index)
            guard !own.isEmpty else { break }
            fitting.append(own)
        }
        return fitting
    }

    /// Whether there is less to read than in the table, both with their rowids.
    private func isSmaller(_ index: IndexSchema) -> Bool {
        guard let table = source.table else { return true }
        return index.columns.count + 1 < table.columns.count + (table.rowidColumn == nil ? 1 : 0)
    }

    private struct Found {
        var range: AccessPath.IndexRange
        var mask: UInt64 = 0
        var terms: [Int] = []
        /// The numbers of the terms that give values, those that still need a test included.
        var equalTerms: [Int] = []
        var rangeTerms: [Int] = []
        var valueCount = 1.0

        init(_ index: IndexSchema) { range = .init(index: index) }

        /// Two that use the same terms are the same.
        var key: [Int] {
            range.lower == nil && range.upper == nil
                ? equalTerms : equalTerms + [-1] + rangeTerms
        }
    }

    /// The most of an index that uses within `mask` can serve: equalities, then one range.
    private func range(
        _ index: PlannedIndex, _ fitting: [[TermUse]], _ mask: UInt64
    ) -> Found? {
        var found = Found(index.schema)
        for uses in fitting {
            if let use = equality(uses, within: mask), let equal = use.equal {
                found.range.equals.append(equal)
                found.mask |= use.mask
                found.equalTerms.append(use.term)
                found.valueCount *= use.valueCount
                // IS with a value that is NULL finds it, as the index has it.
                if !use.isPart { found.terms.append(use.term) }
                continue
            }
            let bounds = bounds(uses, within: mask)
            found.range.lower = bounds.lower
            found.range.upper = bounds.upper
            found.mask |= bounds.mask
            found.terms += bounds.terms
            found.rangeTerms = bounds.terms
            break
        }
        guard !found.range.equals.isEmpty || found.range.lower != nil || found.range.upper != nil
        else { return nil }
        return found
    }

    /// The first use that gives one value, or, if there is none, several.
    private func equality(_ uses: [TermUse], within mask: UInt64) -> TermUse? {
        var found: TermUse?
        for use in uses where use.mask & ~mask == 0 && use.isEquality {
            if use.valueCount == 1 { return use }
            if found == nil { found = use }
        }
        return found
    }

    private func path(
        _ index: PlannedIndex, _ found: Found, _ isCovering: Bool
    ) -> AccessPath {
        let schema = index.schema
        let range = found.range
        let isUnique = schema.isUnique && range.equals.count == schema.columns.count
        let isSingle = range.equals.allSatisfy(\.isSingle)
        let perRow = CostModel.indexRow + (isCovering ? 0 : CostModel.lookup)
        let path: AccessPath
        if range.equals.isEmpty, range.lower == nil, range.upper == nil {
            let rows = index.condition.isEmpty ? subject.rows : max(1, subject.rows / 4)
            path = AccessPath(
                .index(range),
                cost: isCovering
                    ? CostModel.scan(
                        rows, indexColumns: schema.columns.count,
                        tableColumns: source.table?.columns.count ?? 1)
                    : rows * perRow, rows: rows)
        } else {
            let rows = estimate(index, found, isUnique: isUnique)
            path = AccessPath(
                .index(range), cost: CostModel.indexSeek * found.valueCount + rows * perRow,
                rows: rows)
        }
        path.required = found.mask
        path.satisfied = found.terms
        path.isCovering = isCovering
        // Of keys with NULL there may be several, and IS finds them.
        path.isOneRow = isUnique && isSingle && !range.equals.contains(where: \.matchesNull)
        path.ordering = .index(index)
        for (position, equal) in range.equals.enumerated() where equal.isSingle && position < 64 {
            path.fixed |= 1 << UInt64(position)
        }
        path.uniqueCount = schema.columns.count + 1
        if schema.isUnique, isNeverNull(schema) { path.uniqueCount = schema.columns.count }
        return path
    }

    private func estimate(_ index: PlannedIndex, _ found: Found, isUnique: Bool) -> Double {
        let count = found.range.equals.count
        var rows: Double
        if isUnique {
            rows = 1
        } else if count == 0 {
            rows = subject.rows
        } else if let known = subject.statistics?.rowsPerKey(index.schema, columns: count) {
            rows = known
        } else {
            rows = CostModel.rows(equals: count, of: subject.rows)
        }
        rows *= found.valueCount
        rows *= CostModel.range(
            hasLower: found.range.lower != nil, hasUpper: found.range.upper != nil)
        return min(max(1, rows), max(1, subject.rows))
    }

    private func isNeverNull(_ index: IndexSchema) -> Bool {
        index.columns.allSatisfy { column in
            guard case .column(let number) = column.content else { return false }
            return source.table?.columns[number].isNotNull ?? false
        }
    }

    /// Whether the index has all columns that are asked for.
    private func covers(_ index: PlannedIndex) -> Bool {
        guard let table = source.table else { return false }
        return source.usedColumns.allSatisfy {
            $0 < 0 || $0 == table.rowidColumn
                || index.schema.position(of: $0) != nil && table.columns[$0].generated == nil
        }
    }

    /// The uses that a column of an index can serve: same collation, and values that the
    /// comparison leaves as they are stored.
    private func uses(of position: Int, in index: PlannedIndex) -> [TermUse] {
        let column = index.schema.columns[position]
        let number = index.column(position)
        let affinity = number.map(source.affinity) ?? .none
        return uses.filter { use in
            if let number {
                guard use.column == number else { return false }
            } else {
                guard use.column == nil, let expression = index.expression(position),
                    use.subject.isSame(as: expression)
                else { return false }
            }
            // The end of a pattern's prefix looks for blobs behind it, so it needs them there.
            if use.isPatternEnd, column.key.isDescending { return false }
            let compared = use.comparison.affinity
            let isFitting =
                compared == .none || compared == .blob || compared == affinity
                || (compared.isNumeric && affinity.isNumeric)
            return isFitting && use.comparison.collation.name == column.collation.name
        }
    }
}
