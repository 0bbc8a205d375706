import WCDBSQL
import WCDBStorage

/// One core of a compound as a query of its own.
struct CompoundPart {
    let select: BoundSelect
    /// The register that has how many of its rows are needed at most, if the whole has a LIMIT.
    var needed: Int?
}

extension Compiler {
    /// Makes the parts of a compound. What comes first in the order of the whole comes first in
    /// that of its part: where all of it has a LIMIT, as many rows of each part in that order are
    /// enough, and an index may know which they are.
    func makeParts(of select: BoundSelect, _ limit: Limit) -> [CompoundPart] {
        var parts = select.cores.map { core in
            let part = BoundSelect(cores: [core])
            part.columns = core.unnamedColumns
            return CompoundPart(select: part)
        }
        let keepsRows = select.operators.allSatisfy { $0 == .union || $0 == .unionAll }
        guard let count = limit.count, !select.order.isEmpty, keepsRows else { return parts }
        let most = select.mostRowsNeeded
        // Up to the last UNION equal rows count once.
        let merged = select.operators.lastIndex(of: .union).map { $0 + 1 } ?? -1
        var needed: Int?
        // To sort a part of which all rows are needed would be to sort twice.
        for index in parts.indices where most < rowCount(select.cores[index]) {
            guard let order = select.order(ofPart: index, isDistinct: index <= merged) else {
                continue
            }
            if needed == nil {
                let register = program.register()
                program.emit(
                    .limitTotal, count, register,
                    flag: limit.offset == nil ? 0 : InstructionFlag.hasOffset)
                needed = register
            }
            let part = parts[index].select
            part.order = order
            part.limit = select.rowsNeeded
            if index <= merged { part.cores[0].isDistinct = true }
            parts[index].needed = needed
        }
        return parts
    }

    /// How many rows a core may have before its conditions are asked.
    private func rowCount(_ core: BoundCore) -> Double {
        core.sources.reduce(1) { max($0, context.rowCount($1)) }
    }
}

extension BoundSelect {
    /// The order of the whole, as that of one of its parts. Of rows that count once all columns
    /// have a say in it, as they have in the whole: the first rows are the same ones then.
    fileprivate func order(ofPart index: Int, isDistinct: Bool) -> [OrderTerm]? {
        let core = cores[index]
        guard core.rows == nil else { return nil }
        var terms: [OrderTerm] = []
        for term in order {
            guard let result = term.result else { return nil }
            var own = term
            own.scalar = core.results[result].compared(by: term.scalar.collation)
            terms.append(own)
        }
        guard isDistinct else { return terms }
        for column in core.results.indices {
            let collation = collation(of: column)
            let result = core.results[column]
            guard result.collation.isSame(as: collation) else { return nil }
            guard let term = terms.first(where: { $0.result == column }) else {
                terms.append(OrderTerm(scalar: result, result: column, isDescending: false))
                continue
            }
            guard term.scalar.collation.isSame(as: collation) else { return nil }
        }
        return terms
    }

    /// How many rows are needed as far as that is known already: a LIMIT that comes later is
    /// thought to be small, one below zero asks for all.
    fileprivate var mostRowsNeeded: Double {
        guard case .constant(.integer(let count)) = rowsNeeded else { return 0 }
        return count < 0 ? .infinity : Double(count)
    }

    /// LIMIT and OFFSET in one, for the planner.
    fileprivate var rowsNeeded: Scalar? {
        guard case .constant(.integer(let count)) = limit,
            case .constant(.integer(let skipped)) = offset, skipped > 0
        else { return limit }
        let (sum, overflow) = count.addingReportingOverflow(skipped)
        return overflow ? limit : .constant(.integer(sum))
    }
}

extension Scalar {
    fileprivate func compared(by collation: Collation) -> Scalar {
        self.collation.isSame(as: collation) ? self : .collate(self, collation)
    }
}
