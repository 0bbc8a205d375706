import WCDBSQL

/// A column, or the result of an expression, and the key it is read into.
///
/// ```swift
/// Note.Properties.text.in(table: "notes") == "x"   // notes.text == 'x'
/// Note.Properties.id.max().as(Note.Properties.id)  // This is MAX(id), read into id.
/// ```
///
/// It never changes: `in(table:)` and `of(schema:)` return another one.
public final class Property: Describable, PropertyOperable, Sendable {
    /// The name of the column, without a table; for an expression its SQL.
    ///
    /// ```swift
    /// Note.Properties.id.asProperty().description  // id
    /// Note.Properties.id.max().as(Note.Properties.id).description  // MAX(id)
    /// ```
    public let description: String
    /// The key that the result is read into.
    ///
    /// ```swift
    /// Note.Properties.stars.sum().as(Note.Properties.stars).codingTableKey?.stringValue  // stars
    /// ```
    public let codingTableKey: (any CodingTableKeyBase)?
    /// What a query returns. Without an alias and a plain column, this is a column.
    package let result: ResultTree
    /// Whether the result is the column of the key, and nothing else.
    let isPlain: Bool

    /// The column of this name, read into that key.
    ///
    /// ```swift
    /// // A column of another name, read into `text`.
    /// let line = Property(named: "line", with: Note.Properties.text)
    /// let found: [Note] = try database.getObjects(
    ///     on: Note.Properties.id, line, fromTable: "lines")
    /// ```
    public convenience init(named name: String, with codingTableKey: (any CodingTableKeyBase)?) {
        let column = ColumnReference(Name(spelling: name))
        self.init(ResultTree(.column(column)), key: codingTableKey, name: name)
    }

    /// The column of that key.
    ///
    /// ```swift
    /// Property(with: Note.Properties.text) == "Rye"  // text == 'Rye'
    /// ```
    public convenience init(with codingTableKey: any CodingTableKeyBase) {
        let name = codingTableKey.stringValue
        let column =
            (codingTableKey as? any CodingTableKey)?.columnReference
            ?? ColumnReference(Name(spelling: name))
        self.init(ResultTree(.column(column)), key: codingTableKey, name: name, isPlain: true)
    }

    package init(
        _ result: ResultTree, key: (any CodingTableKeyBase)?, name: String, isPlain: Bool = false
    ) {
        self.isPlain = isPlain
        self.result = result
        self.codingTableKey = key
        self.description = name
    }

    /// The name of the column; for an expression its SQL.
    ///
    /// ```swift
    /// Note.Properties.all.map(\.name).joined(separator: ", ")
    /// // id, title, text, author, stars, isDraft, created
    /// ```
    public var name: String { description }

    /// Whether the result is read into a property of a type.
    ///
    /// ```swift
    /// Property(named: "rank", with: nil).isSwiftProperty()  // false
    /// ```
    public func isSwiftProperty() -> Bool { codingTableKey != nil }

    /// This property.
    ///
    /// ```swift
    /// Note.Properties.id.asProperty().asProperty()  // id
    /// ```
    public func asProperty() -> Property { self }

    /// The column of that table.
    ///
    /// ```swift
    /// let id = Property(with: Note.Properties.id)
    /// id.in(table: "notes").asColumn()  // notes.id
    /// ```
    public func `in`(table: String) -> Property {
        let name = Name(anySpelling: table)
        return changingColumn { $0.with(table: name.isEmpty ? nil : name) }
    }

    /// The column in that schema. It is said only if there is a table too.
    ///
    /// ```swift
    /// let id = Property(with: Note.Properties.id)
    /// id.in(table: "notes").of(schema: "main").asColumn()  // main.notes.id
    /// ```
    public func of(schema schemaConvertible: any SchemaConvertible) -> Property {
        let schema = schemaConvertible.schemaName
        return changingColumn { $0.with(schema: schema) }
    }

    /// The column. For an expression it is one that stands for the expression, and has its text;
    /// where only a name can stand, that text is the name, and is refused.
    ///
    /// ```swift
    /// Property(with: Note.Properties.id).asColumn()  // id
    /// ```
    public func asColumn() -> Column {
        guard case .column(let column) = result.expression else {
            return Column(standingFor: result, text: description)
        }
        return Column(column)
    }

    /// The column or the expression.
    ///
    /// ```swift
    /// Note.Properties.id.max().as(Note.Properties.id).asExpression()  // MAX(id)
    /// ```
    public func asExpression() -> Expression { Expression(tree: result.expression) }

    /// What the column or the expression says.
    ///
    /// ```swift
    /// /// A property that stands for itself in expressions.
    /// struct Named: ExpressionConvertible {
    ///     let property: Property
    ///     func asExpression() -> Expression { property.asExpression() }
    ///     var expressionSyntax: ExpressionSyntax { property.expressionSyntax }
    /// }
    /// StatementSelect().select(Named(property: Note.Properties.id.asProperty()))  // SELECT id
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(result.expression) }

    /// The column or the expression, with its alias.
    ///
    /// ```swift
    /// Note.Properties.id.asProperty().asResultColumn()  // id
    /// ```
    public func asResultColumn() -> ResultColumn { ResultColumn(tree: result) }

    /// What the property says as a result, with its alias.
    ///
    /// ```swift
    /// let syntax = Note.Properties.id.asProperty().resultColumnSyntax
    /// ```
    public var resultColumnSyntax: ResultColumnSyntax { ResultColumnSyntax(result) }

    private func changingColumn(_ change: (ColumnReference) -> ColumnReference) -> Property {
        guard case .column(let column) = result.expression else { return self }
        var changed = result
        changed.expression = .column(change(column))
        return Property(changed, key: codingTableKey, name: description)
    }
}
