import WCDBSQL

/// Tables and indexes.
///
/// ```swift
/// try database.create(table: "notes", of: Note.self)
/// let notes = database.getTable(named: "notes", of: Note.self)
/// ```
public protocol TableInterface: AnyObject {
    /// Makes a table for a type: creates it, or adds missing columns and indexes.
    func create<Root: TableDecodable>(table name: String, of rootType: Root.Type) throws
    /// Makes a virtual table for a type.
    func create<Root: TableDecodable>(virtualTable name: String, of rootType: Root.Type) throws
    /// Creates a table of these columns, unless it is there.
    func create(
        table name: String, with columnDefList: ColumnDef...,
        and constraintList: [TableConstraint]?) throws
    /// Creates a table of these columns, unless it is there.
    func create(
        table name: String, with columnDefList: [ColumnDef],
        and constraintList: [TableConstraint]?) throws
    /// A table and the type of its objects. It does not touch the database.
    func getTable<Root: TableCodable>(named name: String, of type: Root.Type) -> Table<Root>
    /// Whether there is a table or view of that name.
    func isTableExists(_ table: String) throws -> Bool
    /// Adds a column to a table.
    func addColumn(with columnDef: ColumnDef, forTable table: String) throws
    /// Drops a table, if there is one.
    func drop(table name: String) throws
    /// Creates an index, unless it is there.
    func create(
        index name: String,
        with indexedColumnConvertibleList: any IndexedColumnConvertible...,
        forTable table: String) throws
    /// Creates an index, unless it is there.
    func create(
        index name: String, with indexedColumnConvertibleList: [any IndexedColumnConvertible],
        forTable table: String) throws
    /// Drops an index, if there is one.
    func drop(index name: String) throws
}

extension TableInterface where Self: HandleRepresentable {
    /// Makes a table for a type: creates it, or adds missing columns and indexes to the one that
    /// is there.
    ///
    /// All of it happens in one transaction. Columns that are there are left as they are; those
    /// that the type does not know are reported to error tracers as a notice.
    ///
    /// ```swift
    /// // At every start: makes the table, or brings it up to date with the type.
    /// try database.create(table: "notes", of: Note.self)
    /// ```
    public func create<Root: TableDecodable>(
        table name: String, of rootType: Root.Type
    ) throws {
        let outline = Root.CodingKeys.objectRelationalMapping.outline
        try run(transaction: { handle in
            handle.connection.poisonOnErrors()
            try TableCreation(handle: handle, table: name, outline: outline).run()
        })
    }

    /// Makes a virtual table for a type, of the module that its binding names.
    ///
    /// ```swift
    /// // Note's binding has `BindVirtualTable(withModule: "…")`.
    /// try database.create(virtualTable: "notes", of: Note.self)
    /// ```
    public func create<Root: TableDecodable>(
        virtualTable name: String, of rootType: Root.Type
    ) throws {
        let outline = Root.CodingKeys.objectRelationalMapping.outline
        try withConnection(writeHint: true) {
            try $0.run(.createVirtualTable(outline.createVirtualTable(name)))
        }
    }

    /// Creates a table of these columns, unless it is there.
    ///
    /// ```swift
    /// try database.create(
    ///     table: "tags",
    ///     with: ColumnDef(with: Column(named: "id"), and: .integer64),
    ///     ColumnDef(with: Column(named: "name"), and: .text))
    /// ```
    public func create(
        table name: String, with columnDefList: ColumnDef...,
        and constraintList: [TableConstraint]? = nil
    ) throws {
        try create(table: name, with: columnDefList, and: constraintList)
    }

    /// Creates a table of these columns, unless it is there.
    ///
    /// ```swift
    /// let (note, tag) = (Column(named: "note"), Column(named: "tag"))
    /// try database.create(
    ///     table: "tagged",
    ///     with: [ColumnDef(with: note, and: .integer64), ColumnDef(with: tag, and: .integer64)],
    ///     and: [TableConstraint().primaryKey().indexed(by: note, tag)])
    /// ```
    public func create(
        table name: String, with columnDefList: [ColumnDef],
        and constraintList: [TableConstraint]? = nil
    ) throws {
        try run(
            StatementCreateTable().create(table: name).ifNotExists().with(columns: columnDefList)
                .constraint(constraintList))
    }

    /// A table and the type of its objects. It does not touch the database, and the table need
    /// not exist yet.
    ///
    /// ```swift
    /// let notes = database.getTable(named: "notes", of: Note.self)
    /// try notes.delete(where: Note.Properties.isDraft)
    /// ```
    public func getTable<Root: TableCodable>(
        named name: String, of type: Root.Type = Root.self
    ) -> Table<Root> {
        Table(named: name, database: getDatabase())
    }

    /// Whether there is a table or view of that name.
    ///
    /// ```swift
    /// if try !database.isTableExists("notes") {
    ///     try database.create(table: "notes", of: Note.self)
    /// }
    /// ```
    public func isTableExists(_ table: String) throws -> Bool {
        let name = Name(anySpelling: table)
        return try withConnection(writeHint: false) {
            try $0.hasTable(QualifiedName(name, schema: Name("main")))
        }
    }

    /// Adds a column to a table.
    ///
    /// Rows that are there get the default of the column. A column that is there is an error.
    ///
    /// ```swift
    /// try database.addColumn(
    ///     with: ColumnDef(with: Column(named: "mood"), and: .text), forTable: "notes")
    /// ```
    public func addColumn(with columnDef: ColumnDef, forTable table: String) throws {
        try run(StatementAlterTable().alter(table: table).addColumn(with: columnDef))
    }

    /// Drops a table, if there is one.
    ///
    /// ```swift
    /// try database.drop(table: "notes")
    /// ```
    public func drop(table name: String) throws {
        try run(StatementDropTable().drop(table: name).ifExists())
    }

    /// Creates an index, unless it is there.
    ///
    /// ```swift
    /// try database.create(
    ///     index: "notes_by_author", with: Note.Properties.author,
    ///     Note.Properties.created.asIndex(orderBy: .descending), forTable: "notes")
    /// ```
    public func create(
        index name: String,
        with indexedColumnConvertibleList: any IndexedColumnConvertible...,
        forTable table: String
    ) throws {
        try create(index: name, with: indexedColumnConvertibleList, forTable: table)
    }

    /// Creates an index, unless it is there.
    ///
    /// ```swift
    /// let columns = [Note.Properties.author, Note.Properties.text].map { $0.asIndex() }
    /// try database.create(index: "notes_by_author", with: columns, forTable: "notes")
    /// ```
    public func create(
        index name: String, with indexedColumnConvertibleList: [any IndexedColumnConvertible],
        forTable table: String
    ) throws {
        try run(
            StatementCreateIndex().create(index: name).ifNotExists().on(table: table)
                .indexesBy(indexedColumnConvertibleList))
    }

    /// Drops an index, if there is one.
    ///
    /// ```swift
    /// try database.drop(index: "notes_by_author")
    /// ```
    public func drop(index name: String) throws {
        try run(StatementDropIndex().drop(index: name).ifExists())
    }

    private func run(_ statement: any Statement) throws {
        try withConnection(writeHint: true) { try $0.run(statement.statementTree) }
    }

    /// Runs a closure in a transaction, or in the one that is open.
    private func run(transaction: (Handle) throws -> Void) throws {
        try withHandle(writeHint: true) { handle in
            try handle.connection.runWhole { try transaction(handle) }
        }
    }
}

extension Database: TableInterface {}
extension Handle: TableInterface {}
