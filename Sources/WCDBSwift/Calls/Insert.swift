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
    private let run: RepeatedStatement
    /// The statement as it is without changes of the caller; nil until the columns are known.
    private var plan: StatementTree?

    /// The statement. It gets its table and columns when properties or objects say which they are;
    /// what is added to it is kept.
    ///
    /// ```swift
    /// let insert = try database.prepareInsert(
    ///     on: Note.Properties.id, Note.Properties.text, intoTable: "notes")
    /// insert.statement.upsert(Upsert().onConflict().doNothing())
    /// // INSERT INTO notes(id, text) VALUES(?1, ?2) ON CONFLICT DO NOTHING
    /// ```
    public final lazy var statement = StatementInsert()

    init(
        _ handle: Handle, on properties: [any PropertyConvertible]?, table: String,
        action: ConflictAction?
    ) {
        self.handle = handle
        self.properties = properties
        self.table = table
        self.action = action
        run = RepeatedStatement(handle)
        if let properties { describe(properties) }
    }

    private func describe(_ properties: [any PropertyConvertible]) {
        let plan = InsertPlan.statement(properties, table: table, action: action)
        self.plan = plan.statementTree
        InsertPlan.complete(statement, properties, table: table, action: action)
    }

    /// Inserts objects. Several are inserted in one transaction.
    ///
    /// ```swift
    /// let insert = try database.prepareInsert(of: Note.self, intoTable: "notes")
    /// try insert.execute(with: note)
    /// ```
    public func execute<Object: TableEncodable>(with objects: Object...) throws {
        try execute(with: objects)
    }

    /// Inserts objects. Several are inserted in one transaction.
    ///
    /// ```swift
    /// let insert = try database.prepareInsert(of: Note.self, intoTable: "notes")
    /// for page in [notes, items] { try insert.execute(with: page) }
    /// ```
    public func execute<Object: TableEncodable>(with objects: [Object]) throws {
        guard !objects.isEmpty else { return }
        if plan == nil { describe(Object.CodingKeys.all) }
        let tree = statement.statementTree
        try handle.withHandle(writeHint: true) { handle in
            let inserter = ObjectInserter<Object>(
                connection: handle.connection, properties: properties, table: table,
                action: action)
            if tree == plan {
                try inserter.insert(objects)
            } else {
                try inserter.insert(objects, with: try run.prepared(tree))
            }
        }
    }
}
