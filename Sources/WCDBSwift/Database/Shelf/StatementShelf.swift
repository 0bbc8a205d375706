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

    private struct Place: Hashable {
        var keys: ObjectIdentifier
        var purpose: Purpose
    }

    private var statements: [Place: [ShelvedStatement]] = [:]
    private var count = 0
    private var uses = 0

    /// The statement for a call, if it was made before.
    mutating func find(
        _ purpose: Purpose, _ wanted: WantedColumns, of type: any CodingTableKey.Type,
        table: String,
        _ filter: FilterSyntax
    ) -> ShelvedStatement? {
        let place = Place(keys: ObjectIdentifier(type), purpose: purpose)
        guard let candidates = statements[place] else { return nil }
        for candidate in candidates
        where !candidate.isLent && candidate.table == table && candidate.fits(filter)
            && candidate.columns.fit(wanted, of: type)
        {
            uses &+= 1
            candidate.lastUse = uses
            return candidate
        }
        return nil
    }

    mutating func insert(
        _ statement: ShelvedStatement, _ purpose: Purpose, of type: any CodingTableKey.Type
    ) {
        if count >= StatementShelf.capacity { dropOldest() }
        uses &+= 1
        statement.lastUse = uses
        statements[Place(keys: ObjectIdentifier(type), purpose: purpose), default: []]
            .append(statement)
        count += 1
    }

    /// Forgets a statement that is not what it was.
    mutating func remove(_ statement: ShelvedStatement) {
        for (place, list) in statements {
            guard let index = list.firstIndex(where: { $0 === statement }) else { continue }
            statements[place]?.remove(at: index)
            count -= 1
        }
    }

    mutating func removeAll() {
        for statement in statements.values.joined() { statement.compiled.finalize() }
        statements.removeAll()
        count = 0
    }

    /// Runs that are under way are not stopped: they have their statement for themselves.
    private mutating func dropOldest() {
        let oldest = statements.values.joined().min { $0.lastUse < $1.lastUse }
        if let oldest { remove(oldest) }
    }
}
