/// A column as a statement mentions it: `a`, `t.a`, `s.t.a`, or `*` for all columns.
///
/// What it says is shared by its copies and never changed: a copied column costs a single retain,
/// and the columns of a model are most often the very same.
@usableFromInline
package struct ColumnReference: Hashable, Sendable {
    @usableFromInline let content: ColumnContent

    package init(_ name: Name) { content = ColumnContent(name, nil, nil) }

    package init(_ name: Name, table: Name?, schema: Name? = nil, origin: ColumnOrigin = .none) {
        // A text says mostly a table at most, which needs no object of its own.
        let hasContext = schema != nil || !origin.isNone
        content = ColumnContent(
            name, table,
            hasContext ? ColumnContext(schema: schema, origin: origin) : nil)
    }

    private init(_ content: ColumnContent) { self.content = content }

    @inlinable package var name: Name { content.name }

    /// All columns.
    package static let all = ColumnReference(.all)

    @inlinable package var isAll: Bool { name.isAll }
    /// Whether there is neither a table nor a schema before the name.
    @inlinable package var isPlain: Bool { content.table == nil }
    @inlinable package var table: Name? { content.table }
    /// Whether there is more to it than its name and its table.
    @inlinable package var hasContext: Bool { content.hasContext }
    /// The schema. It says nothing as long as there is no table, and is not rendered then.
    package var schema: Name? { content.context?.schema }
    package var origin: ColumnOrigin { content.context?.origin ?? .none }

    /// A column of another name, all else being the same.
    package func with(name: Name) -> ColumnReference {
        ColumnReference(ColumnContent(name, content.table, content.context))
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

    @usableFromInline
    package static func == (left: ColumnReference, right: ColumnReference) -> Bool {
        if left.content === right.content { return true }
        guard left.content.name == right.content.name else { return false }
        // Columns of one table of properties share what they have beside their names.
        if let context = left.content.context, context === right.content.context { return true }
        // A schema without a table says nothing.
        return left.table == right.table && (left.table == nil || left.schema == right.schema)
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        if let table { hasher.combine(table) }
    }
}

extension ColumnReference: ExpressibleByStringLiteral {
    @usableFromInline
    package init(stringLiteral value: String) { self.init(Name(value)) }
}

/// What a column reference says.
@usableFromInline
final class ColumnContent: Sendable {
    @usableFromInline let name: Name
    @usableFromInline let table: Name?
    @usableFromInline let hasContext: Bool
    fileprivate let context: ColumnContext?

    fileprivate init(_ name: Name, _ table: Name?, _ context: ColumnContext?) {
        self.name = name
        self.table = table
        self.context = context
        hasContext = context != nil
    }
}

/// What few column references have; shared, never changed. The table is in it too, for whoever
/// has the same context is of the same table.
private final class ColumnContext: Sendable {
    let schema: Name?
    let origin: ColumnOrigin

    init(schema: Name?, origin: ColumnOrigin) {
        self.schema = schema
        self.origin = origin
    }
}
