import WCDBSQL
import WCDBStorage

/// Generated columns that are not stored: their values are computed where they are read.
extension Binder {
    /// Resolves what a column is computed from, if it is; the columns that it needs are used too.
    func bindGenerated(_ source: Source, _ column: Int) throws(EngineError) {
        guard column >= 0, let table = source.table, table.hasGenerated,
            source.generated[column] == nil,
            let expression = table.columns[column].generated, !table.columns[column].isStored
        else { return }
        guard !openColumns.contains(where: { $0 == ObjectIdentifier(source) && $1 == column })
        else {
            let last = openColumns.last?.1 ?? column
            throw .generatedColumnLoop(table.columns[last].name)
        }
        try StackSpace.require(atLevel: openColumns.count)
        openColumns.append((ObjectIdentifier(source), column))
        defer { openColumns.removeLast() }
        let scope = Scope(parent: nil)
        scope.sources = [source]
        let outerPlace = place
        place = .generatedColumn
        defer { place = outerPlace }
        let value = try bind(expression, scope)
        willHoldItself(source)
        source.generated[column] = value
    }
}
