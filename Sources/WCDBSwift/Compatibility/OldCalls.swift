// The calls of the 1.x API.

extension ResultColumnConvertible {
    /// `asResultColumn()`
    ///
    /// ```swift
    /// Note.Properties.id.asColumnResult()  // id
    /// ```
    public func asColumnResult() -> ColumnResult { asResultColumn() }
}

extension ExpressionConvertible {
    /// `order(_:)`
    ///
    /// ```swift
    /// Note.Properties.id.asOrder(by: .descending)  // id DESC
    /// ```
    public func asOrder(by term: OrderTerm?) -> OrderingTerm { order(term) }
}

extension ExpressionUnaryOperable {
    /// `isNotNull()`
    ///
    /// ```swift
    /// Note.Properties.text.notNull()  // text NOTNULL
    /// ```
    public func notNull() -> Expression { isNotNull() }
}

extension Expression {
    /// `BindParameter.def`, as an expression.
    ///
    /// ```swift
    /// Note.Properties.id == Expression.bindParameter  // id == ?
    /// ```
    public static var bindParameter: Expression { Expression(with: BindParameter.def) }
}

extension Column {
    /// `Column.all()`
    ///
    /// ```swift
    /// StatementSelect().select(Column.any).from("notes")  // SELECT * FROM notes
    /// ```
    public static var any: Column { all() }
}

extension StatementInsert {
    /// `insert(intoTable:)`, `columns(_:)` and `onConflict(_:)`
    ///
    /// ```swift
    /// StatementInsert().insert(
    ///     intoTable: "notes", with: Note.Properties.id, Note.Properties.text, onConflict: .replace
    /// ).values(7, "Rye")
    /// // INSERT OR REPLACE INTO notes(id, text) VALUES(7, 'Rye')
    /// ```
    @discardableResult
    public func insert(
        intoTable table: String, with columns: any ColumnConvertible...,
        onConflict conflict: Conflict? = nil
    ) -> StatementInsert {
        insert(intoTable: table, with: columns, onConflict: conflict)
    }

    /// `insert(intoTable:)`, `columns(_:)` and `onConflict(_:)`
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "notes", with: [Note.Properties.id]).values(7)
    /// // INSERT INTO notes(id) VALUES(7)
    /// ```
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
    ///
    /// ```swift
    /// StatementPragma().pragma(.userVersion, to: 3)  // PRAGMA user_version = 3
    /// ```
    @discardableResult
    public func pragma(
        _ pragma: Pragma, to literalValueConvertible: any LiteralValueConvertible
    ) -> StatementPragma {
        self.pragma(pragma).to(literalValueConvertible)
    }
}
