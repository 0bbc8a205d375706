import WCDBSQL
import WCDBStorage

/// The ways that lead through an index.
extension AccessPlanner {
    /// Requires: the masks were listed.
    func addIndexes(to list: inout ContiguousArray<PathChoice>, isNamed: Bool) {
        for number in indexes.indices {
            let index = indexes[number]
            let condition = condition(number)
            guard isAllowed(index), isImplied(condition) else { continue }
            let isCovering = covers(number)
            let first = list.count
            addSearches(of: number, isCovering, to: &list)
            // All of it: because it is smaller than the table, for its order, for its condition,
            // or because it is named.
            if isCovering && isSmaller(index) || isNamed || !condition.isEmpty
                || question.goal?.concerns(number, of: self) ?? false
            {
                list.append(whole(number, isCovering))
            }
            guard !condition.isEmpty, let filters = question.filters else { continue }
            forEachTerm(fulfilledBy: number) { term in
                let bit = filters.bit(of: term, source: place)
                for choice in list.indices[first...] { list[choice].satisfied |= bit }
            }
        }
    }

    private func isAllowed(_ index: IndexSchema) -> Bool {
        switch source.indexing {
        case .free: true
        case .notIndexed: false
        case .indexed(let name): FoldedName.equal(name.text, index.name)
        }
    }

    /// A partial index has only the rows of its condition: the terms must imply it.
    private func isImplied(_ condition: [Scalar]) -> Bool {
        if condition.isEmpty { return true }
        return condition.allSatisfy { condition in
            question.terms.contains { term in
                guard term.joinLevel == outerLevel, !term.isDerived else { return false }
                return term.scalar.implies(condition)
            }
        }
    }

    /// Names the terms that hold for all rows of an index, because they are its condition.
    private func forEachTerm(fulfilledBy number: Int, _ body: (Int) -> Void) {
        let condition = condition(number)
        guard !condition.isEmpty else { return }
        for (place, term) in question.terms.enumerated()
        where term.joinLevel == outerLevel && !term.isDerived
            && condition.contains(where: { $0.isSameCondition(as: term.scalar) })
        {
            body(place)
        }
    }

    /// Whether there is less to read than in the table, both with their rowids.
    private func isSmaller(_ index: IndexSchema) -> Bool {
        guard let table = source.table else { return true }
        return index.columns.count + 1 < table.columns.count + (table.rowidColumn == nil ? 1 : 0)
    }

    /// Whether the index has all columns that are asked for.
    private func covers(_ number: Int) -> Bool {
        guard let table = source.table else { return false }
        let index = indexes[number]
        // What is computed is more than NULL in a row that an outer join adds.
        let isThere: (Int) -> Bool = { [outerLevel] column in
            column < 0 || column == table.rowidColumn
                || index.position(of: column) != nil
                    && (outerLevel == nil || table.columns[column].generated == nil)
        }
        if source.usedColumns.allSatisfy(isThere) { return true }
        // What columns are used for tells more, where this index may spare it.
        let spares = planned.isEmpty ? false : planned[number].spares
        guard spares || !source.generated.isEmpty, let core = question.reader else { return false }
        var terms = TermSet()
        forEachTerm(fulfilledBy: number) { terms.insert($0) }
        let rest = question.terms.indices.filter { !terms.contains($0) }
        let needs = ColumnNeeds(
            core, of: source, terms: rest.map { question.terms[$0] },
            expressions: keyExpressions(number), question.patterns.functions)
        return needs.columns.allSatisfy(isThere)
    }

    /// The expressions that may be read from an index. What an outer join adds has NULL in their
    /// place, whatever they are.
    private func keyExpressions(_ number: Int) -> [KeyExpression] {
        guard !planned.isEmpty, outerLevel == nil else { return [] }
        let all = planned[number].keyExpressions
        guard all.contains(where: \.mayBeJSON) else { return all }
        if let core = question.reader, core.isOutermost {
            let needs = ColumnNeeds(
                core, of: source, terms: question.terms, expressions: all,
                question.patterns.functions)
            if !needs.asksForJSON { return all }
        }
        return all.filter { !$0.mayBeJSON }
    }

    // MARK: Searches

    private func addSearches(
        of number: Int, _ isCovering: Bool, to list: inout ContiguousArray<PathChoice>
    ) {
        let isServed = uses.contains { serves(number, 0, $0) }
        let values = isServed ? nil : valuesToPass(number)
        guard isServed || values != nil else { return }
        let first = list.count
        for place in question.masks.indices {
            let mask = question.masks[place]
            guard let found = search(number, within: mask, passing: values),
                uses.count > 64 || !list[first...].contains(where: { $0.key == found.key })
            else { continue }
            var choice = choice(number, found, isCovering)
            choice.mask = mask
            choice.passedValues = values
            list.append(choice)
        }
    }

    /// How many values the first column of an index has, if they are few and the next column is
    /// sought: then it is sought behind each of them.
    private func valuesToPass(_ number: Int) -> Double? {
        let index = indexes[number]
        guard index.columns.count > 1, let statistics,
            let rows = statistics.rowsPerKey(index, columns: 1), rows >= CostModel.fewestPassed,
            uses.contains(where: { serves(number, 1, $0) })
        else { return nil }
        return max(1, self.rows / rows)
    }

    private struct Found {
        var mask: UInt64 = 0
        var key = PathChoice.Key()
        var satisfied: UInt64 = 0
        var equalCount = 0
        var valueCount = 1.0
        var fixed: UInt64 = 0
        var isSingle = true
        var matchesNull = false
        var bounds = UseBounds()

        /// `values`: so many of the first column, any of which will do.
        init(passing values: Double?) {
            guard let values else { return }
            equalCount = 1
            valueCount = values
            isSingle = false
        }

        mutating func add(_ use: TermUse, _ number: Int) {
            mask |= use.mask
            if number < 64 { key.equals |= 1 << UInt64(number) }
            valueCount *= use.valueCount
            // IS with a value that is NULL finds it, as the index has it.
            if !use.isPart { satisfied |= use.filter }
            if use.isSingle {
                if equalCount < 64 { fixed |= 1 << UInt64(equalCount) }
            } else {
                isSingle = false
            }
            if case .same = use.operation { matchesNull = true }
            equalCount += 1
        }
    }

    /// The most of an index that uses within `mask` can serve: equalities, then one range; behind
    /// all columns, a range of the rowids that keys end with.
    private func search(
        _ index: Int, within mask: UInt64, passing values: Double? = nil
    ) -> Found? {
        var found = Found(passing: values)
        let passed = found.equalCount
        while let number = equality(index, found.equalCount, within: mask) {
            found.add(uses[number], number)
            if found.equalCount == indexes[index].columns.count { break }
        }
        let isWhole = found.equalCount == indexes[index].columns.count
        if isWhole, indexes[index].isUnique { return found }
        let bounds = bounds(isWhole ? nil : index, found.equalCount, within: mask)
        guard !bounds.isEmpty else { return found.equalCount == passed ? nil : found }
        found.bounds = bounds
        found.mask |= bounds.mask
        found.key.hasBounds = true
        forEachExact(bounds) { number in
            found.satisfied |= uses[number].filter
            if number < 64 { found.key.bounds |= 1 << UInt64(number) }
        }
        return found
    }

    /// The first use that gives one value, or, if there is none, several.
    private func equality(_ index: Int, _ position: Int, within mask: UInt64) -> Int? {
        var found: Int?
        for number in uses.indices
        where uses[number].mask & ~mask == 0 && uses[number].isEquality {
            guard serves(index, position, uses[number]) else { continue }
            if uses[number].valueCount == 1 { return number }
            if found == nil { found = number }
        }
        return found
    }

    /// The first lower and the first upper bound of those that need no source outside of `mask`.
    /// Without an index, of the rowid.
    func bounds(_ index: Int?, _ position: Int, within mask: UInt64) -> UseBounds {
        var bounds = UseBounds()
        for number in uses.indices
        where !uses[number].isEquality && uses[number].mask & ~mask == 0 {
            let use = uses[number]
            guard index.map({ serves($0, position, use) }) ?? (use.column == -1) else { continue }
            if bounds.lower == nil, use.isLower {
                bounds.lower = number
            } else if bounds.upper == nil, use.isUpper {
                bounds.upper = number
            } else {
                continue
            }
            bounds.mask |= use.mask
        }
        return bounds
    }

    /// Names the uses of bounds that leave nothing of their terms to test.
    func forEachExact(_ bounds: UseBounds, _ body: (Int) -> Void) {
        let (lower, upper) = (bounds.lower, bounds.upper)
        if let lower, !uses[lower].isPart { body(lower) }
        if let upper, !uses[upper].isPart { body(upper) }
        // Both ends of a BETWEEN.
        if let lower, let upper, uses[lower].isPart, uses[upper].isPart,
            !uses[lower].isPatternEnd, !uses[upper].isPatternEnd,
            uses[lower].term == uses[upper].term
        {
            body(max(lower, upper))
        }
    }

    // MARK: Choices

    private func choice(
        _ number: Int, _ found: Found, _ isCovering: Bool
    ) -> PathChoice {
        let schema = indexes[number]
        let isUnique = schema.isUnique && found.equalCount == schema.columns.count
        let hasOneEnd = (found.bounds.lower != nil) != (found.bounds.upper != nil)
        var perRow = CostModel.indexRow + (isCovering ? 0 : CostModel.lookup)
        if !isCovering, hasOneEnd, found.equalCount == 0 { perRow *= CostModel.oneEndedShare }
        let rows = estimate(schema, found, isUnique: isUnique)
        var choice = PathChoice(
            .index, cost: CostModel.indexSeek * found.valueCount + rows * perRow, rows: rows)
        choice.number = number
        choice.required = found.mask
        choice.satisfied = found.satisfied
        // Of keys with NULL there may be several, and IS finds them.
        choice.isOneRow = isUnique && found.isSingle && !found.matchesNull
        choice.fixed = found.fixed
        choice.key = found.key
        complete(&choice, schema, isCovering)
        return choice
    }

    private func whole(_ number: Int, _ isCovering: Bool) -> PathChoice {
        let schema = indexes[number]
        let perRow = CostModel.indexRow + (isCovering ? 0 : CostModel.lookup)
        let found = schema.condition == nil ? rows : max(1, rows * CostModel.partialShare)
        var choice = PathChoice(
            .wholeIndex,
            cost: isCovering
                ? CostModel.scan(
                    found, indexColumns: schema.columns.count,
                    tableColumns: source.table?.columns.count ?? 1)
                : found * perRow, rows: found)
        choice.number = number
        complete(&choice, schema, isCovering)
        return choice
    }

    /// What is the same for all ways through an index.
    private func complete(
        _ choice: inout PathChoice, _ schema: IndexSchema, _ isCovering: Bool
    ) {
        choice.isCovering = isCovering
        choice.orderCount = schema.columns.count + 1
        choice.uniqueCount =
            schema.isUnique && isNeverNull(schema)
            ? schema.columns.count : schema.columns.count + 1
    }

    private func estimate(_ index: IndexSchema, _ found: Found, isUnique: Bool) -> Double {
        let count = found.equalCount
        var rows: Double
        if isUnique {
            rows = 1
        } else if count == 0 {
            rows = self.rows
        } else if let known = statistics?.rowsPerKey(index, columns: count) {
            rows = known
        } else {
            rows = CostModel.rows(equals: count, of: self.rows)
        }
        rows *= found.valueCount
        rows *= CostModel.range(
            hasLower: found.bounds.lower != nil, hasUpper: found.bounds.upper != nil)
        return min(max(1, rows), max(1, self.rows))
    }

    private func isNeverNull(_ index: IndexSchema) -> Bool {
        index.columns.allSatisfy { column in
            guard case .column(let number) = column.content else { return false }
            return source.table?.columns[number].isNotNull ?? false
        }
    }

    /// The path of a choice through an index.
    func indexPath(_ choice: PathChoice) -> AccessPath {
        let schema = indexes[choice.number]
        var equals: [AccessPath.Equal] = []
        var bounds = UseBounds()
        var terms = TermSet()
        if question.filters != nil { forEachTerm(fulfilledBy: choice.number) { terms.insert($0) } }
        if choice.form == .index,
            let found = search(
                choice.number, within: choice.mask, passing: choice.passedValues)
        {
            equals.reserveCapacity(found.equalCount)
            if choice.passedValues != nil { equals.append(.any(schema.keys[0])) }
            for position in equals.count..<found.equalCount {
                guard let number = equality(choice.number, position, within: choice.mask),
                    let equal = uses[number].equal
                else { continue }
                equals.append(equal)
                // Those that still need a test are not among them.
                if !uses[number].isPart { terms.insert(uses[number].term) }
            }
            bounds = found.bounds
            forEachExact(bounds) { terms.insert(uses[$0].term) }
        }
        let range = AccessPath.IndexRange(
            schema, equals, lower: bounds.lower.flatMap { uses[$0].lower },
            upper: bounds.upper.flatMap { uses[$0].upper },
            expressions: keyExpressions(choice.number))
        return AccessPath(
            .index(range), rows: choice.rows, satisfied: terms, isCovering: choice.isCovering)
    }
}
