import WCDBEngine
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

    /// Whether running it changes what others read: rows, what tables there are, what is known of
    /// them, or a number that the file keeps for its programs.
    var changesFile: Bool {
        switch self {
        case .pragma(let pragma): pragma.storesNumber
        case .upkeep: true
        default: mayWrite
        }
    }

    /// Whether running it leaves the contents of the database as they are. Taking part in a
    /// transaction does, the right to write does not: for what programs are told.
    var isReadOnly: Bool {
        switch self {
        case .select, .explain, .attach, .detach: true
        case .transaction(.begin(let mode)): mode == nil || mode == .deferred
        case .transaction: true
        case .pragma(let pragma): !pragma.mayWrite
        default: false
        }
    }
}

extension PragmaStatement {
    fileprivate var storesNumber: Bool {
        argument != nil
            && ["user_version", "application_id"].contains(FoldedName.fold(name.name.text))
    }

    /// Whether it may change the file, and not only how this connection works.
    fileprivate var mayWrite: Bool {
        switch FoldedName.fold(name.name.text) {
        case "user_version", "application_id", "schema_version", "auto_vacuum", "journal_mode",
            "page_size", "encoding":
            argument != nil
        case "wal_checkpoint", "incremental_vacuum", "optimize": true
        default: false
        }
    }
}
