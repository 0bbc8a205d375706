import WCDBSQL

extension StatementTree {
    /// Whether running it changes the database: for the choice of a connection.
    var mayWrite: Bool {
        switch self {
        case .insert, .update, .delete, .createTable, .createIndex, .createView, .createTrigger,
            .createVirtualTable, .alterTable, .drop:
            true
        case .upkeep(let upkeep):
            switch upkeep {
            case .reindex, .vacuum: true
            case .analyze: false
            }
        case .select, .pragma, .attach, .detach, .transaction, .explain: false
        }
    }
}
