import WCDBSQL

/// PRAGMA.
extension Connection {
    func run(_ pragma: PragmaStatement) throws(EngineError) -> DirectResult {
        // Pragmas that mean nothing to this engine are accepted in silence, as SQLite does.
        try endStatement()
        return DirectResult()
    }
}
