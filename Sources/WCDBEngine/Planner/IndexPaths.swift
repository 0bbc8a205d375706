import WCDBSQL
import WCDBStorage

/// The ways that lead through an index.
extension AccessPlanner {
    func indexPaths(_ index: PlannedIndex, _ masks: [UInt64]) -> [AccessPath] {
        var paths: [AccessPath] = []
        var seen: [[Int]] = []
        let fitting = index.schema.columns.indices.map { uses(of: $0, in: index) }
        let isCovering = covers(index)
        if !fitting[0].isEmpty {
            for mask in masks {
                guard let found = range(index, fitting, mask), !seen.contains(found.key) else {
                    continue
                }
                seen.append(found.key)
                paths.append(path(index, found, isCovering))
            }
        }
        // All of it: because it is smaller than the table, for its order, or for its condition.
        let isOrdered = goal?.concerns(index, of: subject) ?? false
        if isCovering && isSmaller(index.schema) || isOrdered || !index.condition.isEmpty {
            paths.append(path(index, Found(index.schema), isCovering))
        }
        return paths
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
        /// The numbers of the terms used, those that still need a test included.
        var key: [Int] = []
        var valueCount = 1.0

        init(_ index: IndexSchema) { range = .init(index: index) }
    }

    /// The most of an index that uses within `mask` can serve: equalities, then one range.
    private func range(
        _ index: PlannedIndex, _ fitting: [[TermUse]], _ mask: UInt64
    ) -> Found? {
        var found = Found(index.schema)
        for uses in fitting {
            let own = uses.filter { $0.mask & ~mask == 0 }
            if let use = own.first(where: { $0.isEquality && $0.valueCount == 1 })
                ?? own.first(where: \.isEquality), let equal = use.equal
            {
                found.range.equals.append(equal)
                found.mask |= use.mask
                found.key.append(use.term)
                found.valueCount *= use.valueCount
                // IS with a value that is NULL finds it, as the index has it.
                if !use.isPart { found.terms.append(use.term) }
                continue
            }
            let bounds = bounds(own)
            found.range.lower = bounds.lower
            found.range.upper = bounds.upper
            found.mask |= bounds.mask
            found.terms += bounds.terms
            if bounds.lower != nil || bounds.upper != nil {
                found.key += [-1] + bounds.terms
            }
            break
        }
        guard !found.range.equals.isEmpty || found.range.lower != nil || found.range.upper != nil
        else { return nil }
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
        path.order = order(index, range)
        path.uniqueCount = path.order.count
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

    private func order(
        _ index: PlannedIndex, _ range: AccessPath.IndexRange
    ) -> [AccessPath.Order] {
        var order: [AccessPath.Order] = []
        for (position, column) in index.schema.columns.enumerated() {
            let equal = position < range.equals.count ? range.equals[position] : nil
            var term = AccessPath.Order(
                isDescending: column.key.isDescending, collation: column.collation,
                isFixed: equal?.isSingle ?? false)
            switch column.content {
            case .column(let number):
                term.column = number == source.table?.rowidColumn ? -1 : number
            case .expression: term.expression = index.expressions[position]
            }
            order.append(term)
        }
        order.append(.init(column: -1, collation: .binary))
        return order
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
        var number: Int?
        var affinity = Affinity.none
        if case .column(let own) = column.content {
            number = own == source.table?.rowidColumn ? -1 : own
            affinity = own == source.table?.rowidColumn ? .integer : source.affinity(own)
        }
        return uses.filter { use in
            if let number {
                guard use.column == number else { return false }
            } else {
                guard use.column == nil, let expression = index.expressions[position],
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
