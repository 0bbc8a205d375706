package import WCDBSQL

/// Anything that names a column: a ``Column``, a property, a key of a model.
///
/// ```swift
/// let columns: [any ColumnConvertible] = [Column(named: "id"), Note.Properties.title]
/// StatementInsert().insert(intoTable: "notes").columns(columns).values(1, "Tea")
/// // INSERT INTO notes(id, title) VALUES(1, 'Tea')
/// ```
public protocol ColumnConvertible: ExpressionConvertible, SpecificColumnIndexConvertible,
    SpecificColumnDefConvertible
{
    /// The column.
    ///
    /// ```swift
    /// Note.Properties.title.asColumn()  // title
    /// ```
    func asColumn() -> Column

    /// The column of that table.
    ///
    /// ```swift
    /// Note.Properties.title.in(table: "notes") == "Tea"  // notes.title == 'Tea'
    /// ```
    func `in`(table: String) -> Column

    /// The column in that schema. It is said only if there is a table too.
    ///
    /// ```swift
    /// let title = Note.Properties.title.in(table: "notes").of(schema: "backup")
    /// title == "Tea"  // backup.notes.title == 'Tea'
    /// ```
    func of(schema schemaConvertible: any SchemaConvertible) -> Column
}

extension ColumnConvertible {
    /// The column as an expression.
    public func asExpression() -> Expression { Expression(tree: tree) }

    /// The syntax tree of the column.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.column(columnTree)) }

    /// The column as a part of an index.
    ///
    /// ```swift
    /// Note.Properties.title.asIndex(orderBy: .descending)  // title DESC
    /// ```
    public func asIndex(orderBy term: Order?) -> IndexedColumn {
        IndexedColumn(tree: OrderingTree(tree, term?.tree))
    }

    /// The beginning of the column's definition.
    ///
    /// ```swift
    /// Note.Properties.title.asDef(with: .text).makeUnique()  // title TEXT UNIQUE
    /// ```
    public func asDef(with columnType: ColumnType? = nil) -> ColumnDef {
        ColumnDef(with: self, and: columnType)
    }

    /// The column of that table.
    public func `in`(table: String) -> Column { asColumn().in(table: table) }

    /// The column in that schema.
    public func of(schema schemaConvertible: any SchemaConvertible) -> Column {
        asColumn().of(schema: schemaConvertible)
    }

    package var columnTree: ColumnReference { asColumn().column }
}
