package import WCDBSQL

/// What names a column: a ``Column``, a property, a key of a model.
public protocol ColumnConvertible: ExpressionConvertible, SpecificColumnIndexConvertible,
    SpecificColumnDefConvertible
{
    /// The column.
    func asColumn() -> Column
    /// The column of that table.
    func `in`(table: String) -> Column
    /// The column in that schema. It is said only if there is a table too.
    func of(schema schemaConvertible: any SchemaConvertible) -> Column
}

extension ColumnConvertible {
    /// The column as an expression.
    public func asExpression() -> Expression { Expression(tree: tree) }

    /// What the column says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.column(columnTree)) }

    /// The column as a part of an index.
    public func asIndex(orderBy term: Order?) -> IndexedColumn {
        IndexedColumn(tree: OrderingTree(.column(columnTree), term?.tree))
    }

    /// The beginning of the column's definition.
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
