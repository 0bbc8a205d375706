import WCDBSQL
import WCDBStorage

/// Writes objects with one statement: prepared once, run for each object.
///
/// **Users.** The thread that has the connection.
struct RowWriter {
    private let compiled: CompiledStatement
    private let encoder: RowEncoder

    /// Writes with a statement that is prepared.
    init(_ compiled: CompiledStatement, _ layout: ColumnLayout, table: String) {
        self.compiled = compiled
        encoder = RowEncoder(layout, table: table)
    }

    /// Writes with a statement from the shelf.
    init(_ statement: ShelvedStatement, _ layout: @autoclosure () -> ColumnLayout) {
        compiled = statement.compiled
        encoder = statement.encoder(layout())
        compiled.resumeRuns()
    }

    /// The columns that are written.
    var layout: ColumnLayout { encoder.layout }

    /// Runs the statement with the values of an object, and NULL at one position.
    func run<Object: Encodable>(_ object: Object, nullAt position: Int? = nil) throws {
        let values: UnsafeMutableBufferPointer<ColumnValue>
        do {
            values = try encoder.encode(object)
        } catch {
            throw compiled.located(error)
        }
        if let position { values[position] = .null }
        try compiled.run(UnsafeBufferPointer(values))
    }
}
