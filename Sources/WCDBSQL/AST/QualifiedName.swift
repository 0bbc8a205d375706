/// A name with the schema it is looked up in, if the statement says which.
package struct QualifiedName: Hashable, Sendable {
    package var schema: Name?
    package var name: Name

    package init(_ name: Name = .empty, schema: Name? = nil) {
        self.schema = schema
        self.name = name
    }

    package var isEmpty: Bool { name.isEmpty }
}

extension QualifiedName: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(Name(value)) }
}
