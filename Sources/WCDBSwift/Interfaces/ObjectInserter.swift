import WCDBEngine
import WCDBSQL

/// Inserts objects of one type into one table.
///
/// **Users.** The thread that has the handle.
struct ObjectInserter<Object: TableEncodable> {
    private let writer: RowWriter
    private let connection: PooledConnection
    private let action: ConflictAction?
    /// Where the key lies that the database gives out, if it is among the columns.
    private let automatic: Int?

    init(
        _ handle: Handle, _ properties: [any PropertyConvertible]?, table: String,
        action: ConflictAction?
    ) throws {
        let binding = Object.CodingKeys.objectRelationalMapping
        let layout = properties.map { RowLayout($0, of: Object.CodingKeys.self) } ?? binding.layout
        let statement = InsertPlan.statement(
            properties ?? Object.CodingKeys.all, table: table, action: action)
        guard !layout.names.isEmpty else { throw handle.database.core.misuse("No columns.") }
        connection = handle.connection
        self.action = action
        automatic = binding.outline.autoIncrementKeys.first.flatMap {
            layout.names.firstIndex(of: $0)
        }
        writer = try RowWriter(statement.statementTree, layout, table: table, on: handle)
    }

    /// Inserts one object, and tells it the key that it was given.
    func insert(_ object: Object) throws {
        guard object.isAutoIncrement, action == nil else { return try writer.run(object) }
        try writer.run(object, nullAt: automatic)
        var given = object
        given.lastInsertedRowID = connection.engine.lastInsertRowID
    }

    /// Inserts objects, all or none, unless there is a transaction that decides.
    func insert(_ objects: [Object]) throws {
        guard objects.count > 1, !connection.isInTransaction else {
            for object in objects { try insert(object) }
            return
        }
        try connection.begin()
        do {
            for object in objects { try insert(object) }
        } catch {
            connection.rollback()
            throw error
        }
        try connection.commit()
    }
}

/// The statement that inserts objects.
enum InsertPlan {
    /// `INSERT INTO t(c1, c2) VALUES(?1, ?2)`
    static func statement(
        _ properties: [any PropertyConvertible], table: String, action: ConflictAction?
    ) -> StatementInsert {
        StatementInsert().insert(intoTable: table).onConflict(action)
            .columns(properties.map { $0.asColumn() })
            .values(BindParameter.bindParameters(properties.count))
    }
}
