import WCDBEngine
import WCDBSQL

/// A statement that waits to be run again: compiled, with the coders that go with its columns.
///
/// **Users.** The thread that has the connection.
///
/// **Always true.** While it lies on the shelf it has no row, and is at its start or in a series of
/// runs.
final class ShelvedStatement {
    let compiled: CompiledStatement
    let table: String
    let columns: ShelfColumns
    let condition: LiftedCondition?
    let tail: FilterTail
    /// Somebody runs it.
    @exclusivity(unchecked) var isLent = false
    /// When it was lent last, as the shelf counts.
    @exclusivity(unchecked) var lastUse = 0
    @exclusivity(unchecked) private var decoder: RowDecoder?
    @exclusivity(unchecked) private var encoder: RowEncoder?

    init(
        _ compiled: CompiledStatement, table: String, _ columns: ShelfColumns,
        _ condition: LiftedCondition?, _ tail: FilterTail
    ) {
        self.compiled = compiled
        self.table = table
        self.columns = columns
        self.condition = condition
        self.tail = tail
    }

    /// Whether the statement chooses rows as a filter does, but for the constants of the condition,
    /// which are put in their places at once.
    func take(_ filter: RowFilter) -> Bool {
        guard filter.condition.isThere == (condition != nil), tail.isSame(as: filter.tail) else {
            return false
        }
        guard let condition else { return true }
        guard let prepared = compiled.prepared,
            condition.take(constantsOf: filter.condition.tree, for: prepared)
        else { return false }
        compiled.stand(for: filter.condition)
        return true
    }

    /// What reads the rows of this statement; all calls for one type have the same layout.
    func decoder(_ layout: @autoclosure () -> ColumnLayout) -> RowDecoder {
        let known =
            decoder
            ?? RowDecoder(layout(), columnCount: compiled.columnCount, table: table)
        decoder = known
        return known
    }

    /// What writes the parameters of this statement.
    func encoder(_ layout: @autoclosure () -> ColumnLayout) -> RowEncoder {
        let known = encoder ?? RowEncoder(layout(), table: table)
        encoder = known
        known.begin()
        return known
    }

    /// Back onto the shelf.
    func rest() {
        if !compiled.isInSeries {
            compiled.reset()
            // Somebody looked whether the statement is current, and then did not run it.
            try? compiled.connection.engine.endLook()
        }
        encoder?.rest()
        isLent = false
    }
}
