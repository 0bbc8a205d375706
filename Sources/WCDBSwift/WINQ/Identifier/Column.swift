package import WCDBSQL

/// A column by name.
///
/// ```swift
/// Column(named: "age")                          // age
/// Column(named: "age").in(table: "people")      // people.age
/// Column.all().count()                          // COUNT(*)
/// ```
///
/// A name that SQL would not take as it is gets quotes. `in(table:)` and `of(schema:)` change the
/// column they are called on.
public final class Column: Identifier, ColumnConvertible, ExpressionOperable {
    @exclusivity(unchecked) package private(set) var column: ColumnReference
    /// What the column stands for instead of its name, which then is the text of it. No table has
    /// such a column.
    private let redirected: ResultTree?

    /// The column of this name.
    ///
    /// ```swift
    /// Column(named: "stars") > 3  // stars > 3
    /// Column(named: "line count")  // `line count`
    /// ```
    public init(named name: String) {
        column = ColumnReference(Name(spelling: name))
        redirected = nil
    }

    package init(_ column: ColumnReference) {
        self.column = column
        redirected = nil
    }

    /// A column that is no name: the result of a redirected property.
    init(standingFor result: ResultTree, text: String) {
        column = ColumnReference(Name(text))
        redirected = result
    }

    /// All columns: `*`.
    ///
    /// ```swift
    /// StatementSelect().select(Column.all()).from("notes")  // SELECT * FROM notes
    /// ```
    public static func all() -> Column { Column(.all) }

    /// The number of the row.
    ///
    /// ```swift
    /// Column.rowid().order(.descending)  // rowid DESC
    /// ```
    public static func rowid() -> Column { Column("rowid") }

    /// Says of which table the column is. Changes and returns this column.
    ///
    /// ```swift
    /// Column(named: "id").in(table: "notes") == Column(named: "note").in(table: "pins")
    /// // notes.id == pins.note
    /// ```
    @discardableResult
    public func `in`(table: String) -> Column {
        guard redirected == nil else { return self }
        let name = Name(anySpelling: table)
        column = column.with(table: name.isEmpty ? nil : name)
        return self
    }

    /// Says of which schema the table is. Changes and returns this column.
    ///
    /// ```swift
    /// Column(named: "id").in(table: "notes").of(schema: "backup")  // backup.notes.id
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> Column {
        guard redirected == nil else { return self }
        column = column.with(schema: schemaConvertible.schemaName)
        return self
    }

    /// The column under another name, as a result.
    ///
    /// ```swift
    /// Column(named: "created").as("since")  // created AS since
    /// ```
    public func `as`(_ alias: String) -> ResultColumn { asResultColumn().as(alias) }

    /// This column.
    public func asColumn() -> Column { self }

    /// The syntax tree of the column.
    public var expressionSyntax: ExpressionSyntax {
        ExpressionSyntax(redirected?.expression ?? .column(column))
    }

    /// The syntax tree of the column as a result.
    public var resultColumnSyntax: ResultColumnSyntax {
        ResultColumnSyntax(redirected ?? ResultTree(.column(column)))
    }

    /// The column as SQL.
    public var description: String { redirected == nil ? column.sql : column.name.text }
}
