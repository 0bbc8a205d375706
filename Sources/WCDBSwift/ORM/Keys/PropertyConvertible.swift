import WCDBSQL

/// What can be read into a property: an expression whose result a query stores there.
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

/// What belongs to a property of a type: a key, or a ``Property``.
public protocol PropertyConvertible: ColumnConvertible, PropertyRedirectable {
    /// Whether there is a property at all.
    func isSwiftProperty() -> Bool
    /// The key of the property.
    var codingTableKey: (any CodingTableKeyBase)? { get }
    /// The property.
    func asProperty() -> Property
    /// The column of that table.
    func `in`(table: String) -> Property
    /// The column in that schema. It is said only if there is a table too.
    func of(schema schemaConvertible: any SchemaConvertible) -> Property
}

/// A property that operators and functions can be applied to.
public typealias PropertyOperable = PropertyConvertible & ExpressionOperable
