import WCDBEngine
import WCDBSQL

/// What stands for the keys of a type in calls that are not about a type.
typealias ShelfKeys = Master.CodingKeys

/// The statements of a connection that calls for objects and rows run again and again: a call that
/// was made before, with other constants perhaps, builds no statement and compiles none.
///
/// **Users.** The thread that has the connection.
///
/// **Always true.** At most `capacity` statements are kept; the one that was not used for the
/// longest time makes way. A statement that was compiled for another schema is not lent.
struct StatementShelf {
    static let capacity = 32

    /// What a statement does with its table.
    enum Purpose: UInt8 {
        case select, values, update, delete, insert, replace, ignore

        init?(_ action: ConflictAction?) {
            switch action {
            case nil: self = .insert
            case .Replace: self = .replace
            case .Ignore: self = .ignore
            default: return nil
            }
        }
    }

    /// What can be compared without looking at the statement itself.
    private struct Entry {
        let keys: ObjectIdentifier
        let purpose: Purpose
        let statement: ShelvedStatement
    }

    /// So few that looking through them takes less than hashing.
    private var entries: [Entry] = []
    private var uses = 0

    /// The statement for a call, if it was made before: with the constants of the filter in their
    /// places.
    mutating func find(
        _ purpose: Purpose, _ wanted: WantedColumns, of type: any CodingTableKey.Type,
        table: String, _ filter: RowFilter
    ) -> ShelvedStatement? {
        let keys = ObjectIdentifier(type)
        for index in entries.indices
        where entries[index].keys == keys && entries[index].purpose == purpose {
            let candidate = entries[index].statement
            guard !candidate.isLent, SQLText(candidate.table) == SQLText(table),
                candidate.columns.fit(wanted, of: type), candidate.take(filter)
            else { continue }
            uses &+= 1
            candidate.lastUse = uses
            return candidate
        }
        return nil
    }

    mutating func insert(
        _ statement: ShelvedStatement, _ purpose: Purpose, of type: any CodingTableKey.Type
    ) {
        if entries.count >= StatementShelf.capacity { dropOldest() }
        uses &+= 1
        statement.lastUse = uses
        entries.append(
            Entry(keys: ObjectIdentifier(type), purpose: purpose, statement: statement))
    }

    /// Forgets a statement that is not what it was.
    mutating func remove(_ statement: ShelvedStatement) {
        entries.removeAll { $0.statement === statement }
    }

    mutating func removeAll() {
        for entry in entries { entry.statement.compiled.finalize() }
        entries.removeAll()
    }

    /// Runs that are under way are not stopped: they have their statement for themselves.
    private mutating func dropOldest() {
        let oldest = entries.min { $0.statement.lastUse < $1.statement.lastUse }
        if let oldest { remove(oldest.statement) }
    }
}
