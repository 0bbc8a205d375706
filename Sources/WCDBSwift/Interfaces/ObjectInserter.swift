import WCDBEngine
import WCDBSQL

/// Inserts objects of one type into one table.
///
/// **Users.** The thread that has the connection, whose handle the caller keeps.
struct ObjectInserter<Object: TableEncodable> {
    let connection: PooledConnection
    /// Nil for all.
    let properties: [any PropertyConvertible]?
    let table: String
    let action: ConflictAction?

    /// Inserts objects, all or none, unless there is a transaction that decides.
    func insert(_ objects: [Object]) throws {
        let keys = Object.CodingKeys.self
        guard properties.map({ !$0.isEmpty }) ?? !keys.objectRelationalMapping.layout.names.isEmpty
        else { throw connection.core.misuse("There are no columns to insert into \(table).") }
        guard let purpose = StatementShelf.Purpose(action) else {
            throw connection.core.misuse(
                "Objects inserted into \(table) can replace others or be ignored, nothing else.")
        }
        let statement = try connection.lend(
            purpose, properties.map { .properties($0) } ?? .all, of: keys, table: table, .all
        ) {
            InsertPlan.statement(properties ?? keys.all, table: table, action: action)
                .statementTree
        }
        defer { statement.rest() }
        try insertAll(objects, RowWriter(statement, ColumnLayout.of(properties, keys)))
    }

    /// The same with a statement whose first parameters are the columns.
    func insert(_ objects: [Object], with compiled: CompiledStatement) throws {
        let layout = ColumnLayout.of(properties, Object.CodingKeys.self)
        try insertAll(objects, RowWriter(compiled, layout, table: table))
    }

    private func insertAll(_ objects: [Object], _ writer: RowWriter) throws {
        guard objects.count > 1 else { return try insert(objects, writer) }
        try connection.runWhole { try insert(objects, writer) }
    }

    private func insert(_ objects: [Object], _ writer: RowWriter) throws {
        try objects.forEachInPlace { object in
            if action == nil, object.isAutoIncrement {
                try insertAutomatic(object, writer)
            } else {
                try writer.run(object)
            }
        }
    }

    /// Inserts one object, and tells it the key that it was given.
    private func insertAutomatic(_ object: Object, _ writer: RowWriter) throws {
        // Where the key lies that the database gives out, if it is among the columns.
        let position = Object.CodingKeys.objectRelationalMapping.automaticKey.flatMap {
            writer.layout.names.firstIndex(of: $0)
        }
        try writer.run(object, nullAt: position)
        var given = object
        given.lastInsertedRowID = connection.engine.lastInsertRowID
    }
}

/// The statement that inserts objects.
enum InsertPlan {
    /// `INSERT INTO t(c1, c2) VALUES(?1, ?2)`
    static func statement(
        _ properties: [any PropertyConvertible], table: String, action: ConflictAction?
    ) -> StatementInsert {
        complete(StatementInsert(), properties, table: table, action: action)
    }

    @discardableResult
    static func complete(
        _ statement: StatementInsert, _ properties: [any PropertyConvertible], table: String,
        action: ConflictAction?
    ) -> StatementInsert {
        statement.insert(intoTable: table).onConflict(action)
            .columns(properties.map { $0.asColumn() })
            .values(BindParameter.bindParameters(properties.count))
    }
}
