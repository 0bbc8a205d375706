package import WCDBSQL

/// The target of UPDATE and DELETE.
///
/// ```swift
/// QualifiedTable(with: "notes").of(schema: "main").as("n")  // main.notes AS n
/// ```
public final class QualifiedTable: Identifier, QualifiedTableConvertible {
    package private(set) var table: TableReference

    /// The table of this name.
    ///
    /// ```swift
    /// StatementDelete().delete(from: QualifiedTable(with: "notes"))  // DELETE FROM notes
    /// ```
    public init(with name: String) {
        table = TableReference(QualifiedName(Name(anySpelling: name)))
    }

    /// Says in which schema the table is.
    ///
    /// ```swift
    /// QualifiedTable(with: "notes").of(schema: "backup")  // backup.notes
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> QualifiedTable {
        table.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Gives the table another name.
    ///
    /// ```swift
    /// let table = QualifiedTable(with: "notes").as("n")
    /// StatementUpdate().update(table: table).set(Note.Properties.stars).to(5)
    /// // UPDATE notes AS n SET stars = 5
    /// ```
    @discardableResult
    public func `as`(_ alias: String) -> QualifiedTable {
        table.alias = alias.isEmpty ? nil : Name(spelling: alias)
        return self
    }

    /// Demands that the index is used.
    ///
    /// ```swift
    /// QualifiedTable(with: "notes").indexed(by: "by_author")  // notes INDEXED BY by_author
    /// ```
    @discardableResult
    public func indexed(by indexName: String) -> QualifiedTable {
        let name = Name(anySpelling: indexName)
        table.indexing = name.isEmpty ? .free : .indexed(by: name)
        return self
    }

    /// Demands that no index is used.
    ///
    /// ```swift
    /// QualifiedTable(with: "notes").notIndexed()  // notes NOT INDEXED
    /// ```
    @discardableResult
    public func notIndexed() -> QualifiedTable {
        table.indexing = .notIndexed
        return self
    }

    /// This table.
    public func asQualifiedTable() -> QualifiedTable { self }

    /// The table as SQL.
    public var description: String { table.name.isEmpty ? "" : table.sql }
}
