import WCDBSQL

/// Anything that can be read into a property: an expression whose result a query stores there.
///
/// ```swift
/// let best: Note? = try database.getObject(
///     on: Note.Properties.stars.max().as(Note.Properties.stars), Note.Properties.id,
///     Note.Properties.author, Note.Properties.isDraft, Note.Properties.created,
///     fromTable: "notes")
/// best?.stars  // 5
/// ```
public protocol PropertyRedirectable {
    /// The result, read into that property.
    func `as`(_ propertyConvertible: any PropertyConvertible) -> Property
}

extension PropertyRedirectable where Self: ResultColumnConvertible {
    /// The result, read into that property.
    ///
    /// ```swift
    /// Note.Properties.id.max().as(Note.Properties.id)  // This is MAX(id), read into id.
    /// ```
    public func `as`(_ propertyConvertible: any PropertyConvertible) -> Property {
        let tree = asResultColumn().tree
        return Property(tree, key: propertyConvertible.codingTableKey, name: tree.sql)
    }
}

extension Column: PropertyRedirectable {}
extension ResultColumn: PropertyRedirectable {}
extension Expression: PropertyRedirectable {}

/// Anything that belongs to a property of a type: a key, or a ``Property``.
///
/// ```swift
/// func texts(of properties: [any PropertyConvertible]) -> [String] {
///     properties.map { $0.asProperty().name }
/// }
/// texts(of: [Note.Properties.id, Note.Properties.text.asProperty()])  // ["id", "text"]
/// ```
public protocol PropertyConvertible: ColumnConvertible, PropertyRedirectable {
    /// Whether there is a property at all.
    ///
    /// ```swift
    /// let property: any PropertyConvertible = Note.Properties.id
    /// property.isSwiftProperty()  // true
    /// ```
    func isSwiftProperty() -> Bool
    /// The key of the property.
    ///
    /// ```swift
    /// let property: any PropertyConvertible = Note.Properties.id.max().as(Note.Properties.id)
    /// property.codingTableKey?.stringValue  // id
    /// ```
    var codingTableKey: (any CodingTableKeyBase)? { get }
    /// The property.
    ///
    /// ```swift
    /// let property: any PropertyConvertible = Note.Properties.text
    /// property.asProperty().name  // text
    /// ```
    func asProperty() -> Property
    /// The column of that table.
    ///
    /// ```swift
    /// let property: any PropertyConvertible = Note.Properties.text
    /// property.in(table: "notes").asColumn()  // notes.text
    /// ```
    func `in`(table: String) -> Property
    /// The column in that schema. It is said only if there is a table too.
    ///
    /// ```swift
    /// let property: any PropertyConvertible = Note.Properties.text.in(table: "notes")
    /// property.of(schema: "main").asColumn()  // main.notes.text
    /// ```
    func of(schema schemaConvertible: any SchemaConvertible) -> Property
}

/// A property that operators and functions can be applied to.
///
/// ```swift
/// func longest(_ property: some PropertyOperable) -> Expression { property.length().max() }
/// longest(Note.Properties.text)  // MAX(LENGTH(text))
/// ```
public typealias PropertyOperable = PropertyConvertible & ExpressionOperable
