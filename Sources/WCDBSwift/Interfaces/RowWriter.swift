import WCDBSQL
import WCDBStorage

/// Writes objects with one statement: prepared once, run for each object.
///
/// **Users.** The thread that has the handle.
final class RowWriter {
    let compiled: CompiledStatement
    private let encoder: RowEncoder
    /// Keeps the connection.
    private let handle: Handle

    init(
        _ tree: StatementTree, _ layout: RowLayout, table: String, on handle: Handle
    ) throws {
        self.handle = handle
        compiled = CompiledStatement(handle.connection)
        try compiled.prepare(tree)
        encoder = RowEncoder(layout, table: table)
    }

    deinit { compiled.finalize() }

    /// Runs the statement with the values of an object, and NULL at one position.
    func run<Object: Encodable>(_ object: Object, nullAt position: Int? = nil) throws {
        compiled.reset()
        try encoder.encode(object) { values in
            if let position { values[position] = .null }
            compiled.bind(UnsafeBufferPointer(values))
        }
        _ = try compiled.step()
    }
}
