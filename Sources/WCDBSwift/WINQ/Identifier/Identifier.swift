/// Anything whose `description` is text.
///
/// ```swift
/// let parts: [any Describable] = [Column(named: "title"), Note.Properties.stars > 3]
/// parts.map(\.description).joined(separator: "; ")  // title; stars > 3
/// ```
public typealias Describable = CustomStringConvertible

/// An object of the query builder: a column, an expression, a constraint, a window.
///
/// Builder methods change the object they are called on and return it. Embedding an object in
/// another copies what it says at that moment; changing it later never changes the whole.
///
/// ```swift
/// let name = Column(named: "name")
/// let condition = name == "Ada"
/// name.in(table: "people")
/// condition.description  // name == 'Ada'
/// ```
///
/// `description` is the SQL of the object, and empty as long as there is nothing to say. Mutable
/// objects belong to one thread at a time; those without builder methods are `Sendable`.
public protocol Identifier: AnyObject, Describable {}
