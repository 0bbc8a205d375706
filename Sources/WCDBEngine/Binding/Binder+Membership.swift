import WCDBSQL
import WCDBStorage

/// IN: in a list, in a query, in a table.
extension Binder {
    func bind(_ node: Membership, _ scope: Scope) throws(EngineError) -> Scalar {
        let subject = try bind(node.subject, scope)
        switch node.candidates {
        case .list(let list):
            if case .row(let row) = node.subject {
                try requireRows(list, of: row.elements.count)
            }
            let scalars = try bind(list, scope)
            let width = subject.elements.count
            if width > 1 {
                let isRow = if case .row = node.subject { true } else { false }
                guard isRow || list.isEmpty else {
                    // A query with several columns is a mistake of its own in a list.
                    let hasQuery = zip(list, scalars).contains { element, scalar in
                        if case .row = element { return false }
                        return scalar.elements.count > 1
                    }
                    throw hasQuery
                        ? .error("sub-select returns \(width) columns - expected 1")
                        : .rowValueMisused
                }
                return try inRows(subject, scalars, isNegated: node.isNegated)
            }
            var comparison = Comparison(affinity: subject.affinity, collation: subject.collation)
            // A list of one constant is the same as `=`, and that looks at both sides.
            if scalars.count == 1, scalars[0].isWritten, subject.explicitCollation == nil,
                let collation = scalars[0].explicitCollation
            {
                comparison.collation = collation
            }
            return .inList(subject, scalars, comparison, isNegated: node.isNegated)
        case .select(let subquery):
            return try inSelect(
                subject, try bindInner(subquery.select, scope), isNegated: node.isNegated)
        case .table(let name):
            var body = SelectBody([ResultColumn(.column(.all))])
            body.from = JoinClause(.table(TableReference(name)))
            return try inSelect(
                subject, try bindInner(SelectStatement(.select(body)), scope),
                isNegated: node.isNegated)
        case .function(let name, let arguments):
            var body = SelectBody([ResultColumn(.column(.all))])
            body.from = JoinClause(.function(TableFunction(name, arguments)))
            return try inSelect(
                subject, try bindInner(SelectStatement(.select(body)), scope),
                isNegated: node.isNegated)
        }
    }

    private func inSelect(
        _ subject: Scalar, _ select: BoundSelect, isNegated: Bool
    ) throws(EngineError) -> Scalar {
        let subjects = subject.elements
        guard subjects.count == select.columns.count else {
            let found = select.columns.count
            throw .error("sub-select returns \(found) columns - expected \(subjects.count)")
        }
        // Of a compound it is the last query that decides.
        let columns = resultColumns(select.cores.suffix(1))
        let results = select.cores.last.map { $0.rows?.last ?? $0.results } ?? []
        var comparisons: [Comparison] = []
        for (index, (subject, column)) in zip(subjects, columns).enumerated() {
            // A COLLATE on either side comes before what the columns have.
            let asked = results.indices.contains(index) ? results[index].explicitCollation : nil
            comparisons.append(
                Comparison(
                    affinity: .ofComparison(subject.affinity, column.affinity),
                    collation: subject.explicitCollation ?? asked ?? subject.columnCollation
                        ?? column.collation ?? .binary))
        }
        return .inSelect(subjects, select, comparisons, isNegated: isNegated)
    }

    /// What a row is looked for among are rows that are written as such, and as long.
    private func requireRows(_ list: [Expression], of width: Int) throws(EngineError) {
        for element in list {
            var count = 1
            if case .row(let row) = element { count = row.elements.count }
            guard count != width else { continue }
            let found = count == 1 ? "1 term" : "\(count) terms"
            throw .error("IN(...) element has \(found) - expected \(width)")
        }
    }

    private func inRows(
        _ subject: Scalar, _ rows: [Scalar], isNegated: Bool
    ) throws(EngineError) -> Scalar {
        var result: Scalar?
        for row in rows {
            let same = try compare(.equal, subject, row)
            result = result.map { .or($0, same) } ?? same
        }
        let scalar = result ?? .constant(.integer(0))
        return isNegated ? .not(scalar) : scalar
    }
}

extension Scalar {
    /// Whether it is made of literals and operators: what a function gives is not known before.
    fileprivate var isWritten: Bool {
        switch self {
        case .constant: true
        case .parameter, .function: false
        default: isConstant && !anyOperand { !$0.isWritten }
        }
    }
}
