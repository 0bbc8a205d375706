import WCDBSQL
import WCDBStorage

/// The one row, or none, of a query about `rowid = value` in a single table. No way to a row is
/// shorter, so nothing is weighed, and there is no loop: most statements of most programs are of
/// this kind.
///
/// **Users.** One compilation; an object, so that handing it on copies nothing.
final class SoleRow {
    let source: Source
    let table: TableSchema
    /// What the rowid is equal to, which does not depend on the row.
    let key: Scalar
    let comparison: Comparison
    /// What has to hold whatever the row is.
    @exclusivity(unchecked) private(set) var constantTests: [Scalar] = []
    /// What else the row has to meet.
    @exclusivity(unchecked) private(set) var tests: [Scalar] = []

    /// Nil if there are several sources, or the condition does not say which row it is.
    convenience init?(_ core: BoundCore) {
        guard core.joins.count == 1, core.joins[0].condition.isEmpty else { return nil }
        self.init(core.joins[0].source, core.condition)
    }

    /// Nil if the conditions do not say which row it is.
    init?(_ source: Source, _ condition: [Scalar]) {
        guard !condition.isEmpty, let table = source.table, !table.isWithoutRowid,
            case .free = source.indexing
        else { return nil }
        source.place = 0
        var number = 0
        var found: (value: Scalar, comparison: Comparison)?
        while number < condition.count, found == nil {
            found = SoleRow.key(condition[number], of: source)
            if found == nil { number += 1 }
        }
        guard let found else { return nil }
        self.source = source
        self.table = table
        (key, comparison) = found
        if condition.count == 1, comparison.isExactForRowid { return }
        for (other, test) in condition.enumerated() {
            if other == number, comparison.isExactForRowid { continue }
            if test.mask([source]) == 0 { constantTests.append(test) } else { tests.append(test) }
        }
    }

    /// What a condition says that the rowid of a source is equal to.
    ///
    /// Requires: the source is the first, and only, of its FROM clause.
    static func key(
        _ condition: Scalar, of source: Source
    ) -> (value: Scalar, comparison: Comparison)? {
        guard case .comparison(.equal, let left, let right, let comparison) = condition else {
            return nil
        }
        if left.column(of: source) == -1, right.isIndependent(of: source) {
            return (right, comparison)
        }
        if right.column(of: source) == -1, left.isIndependent(of: source) {
            return (left, comparison)
        }
        return nil
    }
}

extension Comparison {
    /// Whether a row that was found by its rowid meets the comparison, whatever the value.
    var isExactForRowid: Bool { affinity == .none || affinity == .blob || affinity.isNumeric }
}

extension Scalar {
    /// It is what it is before the statement begins.
    var isGiven: Bool {
        switch self {
        case .constant, .parameter: true
        case .negate(let operand): operand.isGiven
        default: false
        }
    }

    fileprivate func isIndependent(of source: Source) -> Bool {
        isGiven || mask([source]) == 0
    }
}

extension ChangedRows {
    /// The row, if it is one that is known before the statement begins.
    var given: SoleRow? {
        guard let row = SoleRow(source, condition), row.key.isGiven else { return nil }
        return row
    }
}
