import StorageSimulation
import WCDBStorage

@testable import WCDBEngine

/// Rows under the terms of ORDER BY, sorted without a thought for speed.
struct SortModel {
    struct Row {
        let keys: [SQLValue]
        let payload: [SQLValue]
    }

    static let reversed = CustomCollation(name: "REVERSED", version: "1") { Array($0.reversed()) }

    let terms: [SortKey]
    var rows: [Row] = []

    init(_ random: inout SeededRandom) {
        terms = (0..<1 + random.below(3)).map { _ in
            SortKey(
                KeyColumn(
                    collation: [.binary, .nocase, .rtrim, .custom(SortModel.reversed)][
                        random.below(4)],
                    isDescending: random.oneIn(2), holdsOnlyReals: random.oneIn(2)),
                nulls: [nil, .first, .last][random.below(3)])
        }
    }

    init(_ terms: [SortKey]) { self.terms = terms }

    /// Adds a row whose payload tells when it came. Few different values, so that terms collide.
    mutating func addRow(_ random: inout SeededRandom, payloadCount: Int) -> Row {
        var payload = ScratchFixture.row(payloadCount, &random)
        if payloadCount > 0 { payload[0] = .integer(Int64(rows.count)) }
        let again = rows.isEmpty || random.oneIn(2) ? nil : rows[random.below(rows.count)].keys
        let row = Row(
            keys: again ?? terms.map { _ in random.value(atMost: 30) }, payload: payload)
        rows.append(row)
        return row
    }

    /// All rows in order. The library's sort is stable in fact, but does not promise it: the
    /// number of the row decides.
    var sorted: [Row] {
        rows.enumerated().sorted { left, right in
            let order = compare(left.element.keys, right.element.keys)
            return order != 0 ? order < 0 : left.offset < right.offset
        }.map(\.element)
    }

    func compare(_ left: [SQLValue], _ right: [SQLValue]) -> Int {
        for (index, term) in terms.enumerated() {
            let order = compare(left[index].stored, right[index].stored, term)
            if order != 0 { return order }
        }
        return 0
    }

    private func compare(_ left: SQLValue, _ right: SQLValue, _ term: SortKey) -> Int {
        let order = SQLValue.compare(left, right, collation: term.column.collation)
        if let nulls = term.nulls, isNull(left) != isNull(right) {
            return isNull(left) == (nulls == .first) ? -1 : 1
        }
        return term.column.isDescending ? -order : order
    }

    private func isNull(_ value: SQLValue) -> Bool {
        if case .null = value { return true }
        return false
    }
}

extension Sorter {
    func add(_ row: SortModel.Row) throws {
        try ScratchFixture.lend(row.keys) { keys in
            try ScratchFixture.lend(row.payload) { payload in
                try add(keys: keys, payload: payload)
            }
        }
    }

    /// All rows from the current place on.
    func drain() throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        while try next() {
            rows.append((0..<layout.columnCount).map { SQLValue(column($0)) })
        }
        return rows
    }
}
