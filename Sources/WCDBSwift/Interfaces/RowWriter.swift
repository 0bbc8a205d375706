import WCDBSQL
import WCDBStorage

/// Writes objects with one statement: prepared once, run for each object.
///
/// **Users.** The thread that has the connection.
struct RowWriter {
    private let compiled: CompiledStatement
    private let encoder: RowEncoder

    /// Writes with a statement that is prepared.
    init(_ compiled: CompiledStatement, _ layout: RowLayout, table: String) {
        self.compiled = compiled
        encoder = RowEncoder(layout, table: table)
    }

    /// Writes with a statement from the shelf.
    init(_ statement: ShelvedStatement, _ layout: @autoclosure () -> RowLayout) {
        compiled = statement.compiled
        encoder = statement.encoder(layout())
    }

    /// The columns that are written.
    var layout: RowLayout { encoder.layout }

    /// Runs the statement with the values of an object, and NULL at one position.
    func run<Object: Encodable>(_ object: Object, nullAt position: Int? = nil) throws {
        compiled.reset()
        do {
            let values = try encoder.encode(object)
            if let position { values[position] = .null }
            compiled.bind(UnsafeBufferPointer(values))
        } catch {
            throw compiled.located(error)
        }
        _ = try compiled.step()
    }
}
