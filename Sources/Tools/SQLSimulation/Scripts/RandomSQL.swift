package import StorageSimulation

/// Writes random SQL that is meant to be run: statements that fit the schema that earlier ones
/// made, over values where conversions, collations and comparisons go wrong most easily.
///
/// **Always true.** A script follows from its seed alone. What it writes has one right answer as
/// far as that can be had: sums stay exact, LIMIT stands behind a total order, nothing depends on
/// the clock. Where several answers are right (the representative of equal values), the reader of
/// the answers has to know.
package struct RandomSQL {
    package var random: SeededRandom
    var schema = ScriptSchema()
    /// Columns that expressions may mention, those of the innermost query last.
    var scopes: [[ScopedColumn]] = []
    /// True inside of what is kept as text.
    var isDefining = false
    /// False where SQL refuses queries: indexes, constraints, generated columns.
    var allowsQueries = true
    /// Names already given to sources and things.
    var lastNumber = 0
    var openSavepoints: [String] = []
    /// Tables refer to each other.
    var usesForeignKeys = false
    var defersForeignKeys = false
    /// There is a second database, `aux1`.
    var hasAttached = false

    struct ScopedColumn {
        var text: String
        var type: String
        var collation: String
    }

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    // MARK: Choosing

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[random.below(elements.count)]
    }

    mutating func oneIn(_ count: Int) -> Bool { random.oneIn(count) }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + random.below(range.count)
    }

    /// `prefix` and a number that was never given before.
    mutating func newName(_ prefix: String) -> String {
        lastNumber += 1
        return prefix + String(lastNumber)
    }

    /// `count` texts with commas between.
    mutating func list(_ count: Int, _ element: (inout RandomSQL) -> String) -> String {
        var texts: [String] = []
        for _ in 0..<count { texts.append(element(&self)) }
        return texts.joined(separator: ", ")
    }

    /// What `body` writes where the columns of `scope` can be mentioned too.
    mutating func within<Result>(
        _ scope: [ScopedColumn], _ body: (inout RandomSQL) -> Result
    ) -> Result {
        scopes.append(scope)
        defer { scopes.removeLast() }
        return body(&self)
    }

    /// The columns of a table under a name, or bare.
    func scope(of table: ScriptSchema.Table, as alias: String?) -> [ScopedColumn] {
        let prefix = alias.map { $0 + "." } ?? ""
        var columns = table.columns.map {
            ScopedColumn(text: prefix + $0.name, type: $0.type, collation: $0.collation)
        }
        if table.hasRowID, !table.isView {
            columns.append(
                // Bare, it could be that of a view inside, which SQLite may be built to know.
                ScopedColumn(
                    text: (alias ?? table.bare) + ".rowid", type: "INTEGER", collation: "BINARY"))
        }
        return columns
    }
}
