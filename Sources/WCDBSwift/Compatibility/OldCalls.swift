// The calls of the 1.x API.

extension ResultColumnConvertible {
    /// `asResultColumn()`
    public func asColumnResult() -> ColumnResult { asResultColumn() }
}

extension ExpressionConvertible {
    /// `order(_:)`
    public func asOrder(by term: OrderTerm?) -> OrderingTerm { order(term) }
}

extension ExpressionUnaryOperable {
    /// `isNotNull()`
    public func notNull() -> Expression { isNotNull() }
}

extension Expression {
    /// `BindParameter.def`, as an expression.
    public static var bindParameter: Expression { Expression(with: BindParameter.def) }
}

extension Column {
    /// `Column.all()`
    public static var any: Column { all() }
}

extension StatementInsert {
    /// `insert(intoTable:)`, `columns(_:)` and `onConflict(_:)`
    @discardableResult
    public func insert(
        intoTable table: String, with columns: any ColumnConvertible...,
        onConflict conflict: Conflict? = nil
    ) -> StatementInsert {
        insert(intoTable: table, with: columns, onConflict: conflict)
    }

    /// `insert(intoTable:)`, `columns(_:)` and `onConflict(_:)`
    @discardableResult
    public func insert(
        intoTable table: String, with columns: [any ColumnConvertible],
        onConflict conflict: Conflict? = nil
    ) -> StatementInsert {
        insert(intoTable: table).columns(columns).onConflict(conflict)
    }
}

extension StatementPragma {
    /// `pragma(_:)` and `to(_:)`
    @discardableResult
    public func pragma(
        _ pragma: Pragma, to literalValueConvertible: any LiteralValueConvertible
    ) -> StatementPragma {
        self.pragma(pragma).to(literalValueConvertible)
    }
}
