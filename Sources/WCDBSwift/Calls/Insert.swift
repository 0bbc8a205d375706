/// An insertion that is prepared once and run for many objects.
///
/// ```swift
/// let insert = try database.prepareInsert(of: Note.self, intoTable: "notes")
/// try insert.execute(with: notes)
/// ```
///
/// It keeps the connection of its thread, and is used on that thread only.
public final class Insert {
    let handle: Handle
    private let properties: [any PropertyConvertible]?
    private let table: String
    private let action: ConflictAction?

    /// The statement; empty as long as neither properties nor objects say which columns it has.
    public final lazy var statement = StatementInsert()

    init(
        _ handle: Handle, on properties: [any PropertyConvertible]?, table: String,
        action: ConflictAction?
    ) {
        self.handle = handle
        self.properties = properties
        self.table = table
        self.action = action
        if let properties { describe(properties) }
    }

    private func describe(_ properties: [any PropertyConvertible]) {
        statement = InsertPlan.statement(properties, table: table, action: action)
    }

    /// Inserts objects. Several are inserted in one transaction.
    public func execute<Object: TableEncodable>(with objects: Object...) throws {
        try execute(with: objects)
    }

    /// Inserts objects. Several are inserted in one transaction.
    public func execute<Object: TableEncodable>(with objects: [Object]) throws {
        guard !objects.isEmpty else { return }
        if properties == nil { describe(Object.CodingKeys.all) }
        try handle.withHandle(writeHint: true) { handle in
            try ObjectInserter<Object>(
                connection: handle.connection, properties: properties, table: table,
                action: action
            ).insert(objects)
        }
    }
}
