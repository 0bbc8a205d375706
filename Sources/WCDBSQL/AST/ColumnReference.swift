/// A column as a statement mentions it: `a`, `t.a`, `s.t.a`, or `*` for all columns.
///
/// What it says is shared by its copies and never changed: a copied column costs a single retain,
/// and the columns of a model are most often the very same.
package struct ColumnReference: Hashable, Sendable {
    private let content: Content

    package init(_ name: Name) { content = Content(name, nil) }

    package init(_ name: Name, table: Name?, schema: Name? = nil, origin: ColumnOrigin = .none) {
        let hasContext = table != nil || schema != nil || !origin.isNone
        content = Content(
            name,
            hasContext ? ColumnContext(table: table, schema: schema, origin: origin) : nil)
    }

    private init(_ content: Content) { self.content = content }

    package var name: Name { content.name }

    /// All columns.
    package static let all = ColumnReference(.all)

    package var isAll: Bool { name.isAll }
    /// Whether there is neither a table nor a schema before the name.
    package var isPlain: Bool { content.context?.isOfName ?? true }
    package var table: Name? { content.context?.table }
    /// The schema. It says nothing as long as there is no table, and is not rendered then.
    package var schema: Name? { content.context?.schema }
    package var origin: ColumnOrigin { content.context?.origin ?? .none }

    /// A column of another name, all else being the same.
    package func with(name: Name) -> ColumnReference {
        ColumnReference(Content(name, content.context))
    }

    package func with(table: Name?) -> ColumnReference {
        ColumnReference(name, table: table, schema: schema, origin: origin)
    }

    package func with(schema: Name?) -> ColumnReference {
        ColumnReference(name, table: table, schema: schema, origin: origin)
    }

    package func with(origin: ColumnOrigin) -> ColumnReference {
        ColumnReference(name, table: table, schema: schema, origin: origin)
    }

    package static func == (left: ColumnReference, right: ColumnReference) -> Bool {
        if left.content === right.content { return true }
        guard left.content.name == right.content.name else { return false }
        // Columns of one table of properties share what they have beside their names.
        if left.content.context === right.content.context { return true }
        // A schema without a table says nothing.
        return left.table == right.table && (left.table == nil || left.schema == right.schema)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        if let table { hasher.combine(table) }
    }
}

extension ColumnReference: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(Name(value)) }
}

/// What a column reference says.
private final class Content: Sendable {
    let name: Name
    let context: ColumnContext?

    init(_ name: Name, _ context: ColumnContext?) {
        self.name = name
        self.context = context
    }
}

/// What a column reference has beside its name; shared, never changed.
private final class ColumnContext: Sendable {
    let table: Name?
    let schema: Name?
    let origin: ColumnOrigin
    /// There is nothing to say before the name.
    var isOfName: Bool { table == nil }

    init(table: Name?, schema: Name?, origin: ColumnOrigin) {
        self.table = table
        self.schema = schema
        self.origin = origin
    }
}
