import WCDBSQL

/// The compiled form of a call that can be executed again, and changed in between.
///
/// It keeps the connection of its thread, and is used on that thread only; the last reference may
/// go on any.
final class RepeatedStatement {
    private let handle: Handle
    private var compiled: CompiledStatement?

    init(_ handle: Handle) { self.handle = handle }

    deinit { compiled?.abandon() }

    /// The statement at its start; compiled if it is not what it was.
    func prepared(_ tree: StatementTree) throws -> CompiledStatement {
        _ = try handle.getHandle(writeHint: true)
        if let compiled, compiled.tree == tree {
            compiled.reset()
            return compiled
        }
        let fresh = CompiledStatement(handle.connection)
        try fresh.prepare(tree)
        compiled?.finalize()
        compiled = fresh
        return fresh
    }
}
