// The calls of the 1.x API.

extension ResultColumnConvertible {
    /// The same as `asResultColumn()`.
    ///
    /// ```swift
    /// Note.Properties.id.asColumnResult()  // id
    /// ```
    public func asColumnResult() -> ColumnResult { asResultColumn() }
}

extension ExpressionConvertible {
    /// The same as `order(_:)`.
    ///
    /// ```swift
    /// Note.Properties.id.asOrder(by: .descending)  // id DESC
    /// ```
    public func asOrder(by term: OrderTerm?) -> OrderingTerm { order(term) }
}

extension ExpressionUnaryOperable {
    /// The same as `isNotNull()`.
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
    /// The same as `insert(intoTable:)`, `columns(_:)` and `onConflict(_:)`.
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

    /// The same as `insert(intoTable:)`, `columns(_:)` and `onConflict(_:)`.
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
    /// The same as `pragma(_:)` and `to(_:)`.
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

extension StatementCreateTable {
    /// The same as `create(table:)`, `ifNotExists()`, `with(columns:)` and `constraint(_:)`.
    ///
    /// ```swift
    /// let word = Column(named: "word").asDef(with: .text)
    /// let uses = Column(named: "uses").asDef(with: .integer64)
    /// StatementCreateTable().create(table: "words", with: word, uses)
    /// // CREATE TABLE IF NOT EXISTS words(word TEXT, uses INTEGER)
    /// ```
    @discardableResult @_disfavoredOverload
    public func create(
        table: String, ifNotExists: Bool = true, with columns: ColumnDef...,
        and constraints: [TableConstraint]? = nil
    ) -> StatementCreateTable {
        create(table: table, ifNotExists: ifNotExists, with: columns, and: constraints)
    }

    /// The same as `create(table:)`, `ifNotExists()`, `with(columns:)` and `constraint(_:)`.
    ///
    /// ```swift
    /// let word = Column(named: "word").asDef(with: .text)
    /// StatementCreateTable().create(table: "words", ifNotExists: false, with: [word])
    /// // CREATE TABLE words(word TEXT)
    /// ```
    @discardableResult
    public func create(
        table: String, ifNotExists: Bool = true, with columns: [ColumnDef],
        and constraints: [TableConstraint]? = nil
    ) -> StatementCreateTable {
        create(table: table).with(columns: columns)
        if ifNotExists { self.ifNotExists() }
        if let constraints { constraint(constraints) }
        return self
    }
}

extension HandleRepresentable {
    /// ``getHandle(writeHint:)`` without a hint, as the first releases of 2.0 asked for it.
    ///
    /// ```swift
    /// try handle.getHandle() === handle  // true
    /// ```
    @_disfavoredOverload
    public func getHandle() throws -> Handle { try getHandle(writeHint: false) }
}
