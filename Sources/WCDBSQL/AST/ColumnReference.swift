/// A column as a statement mentions it: `a`, `t.a`, `s.t.a`, or `*` for all columns.
///
/// The name lies in the node itself; what most columns do not have is shared behind one
/// reference, so that a plain column costs no allocation and a copied one a single retain.
package struct ColumnReference: Hashable, Sendable {
    package var name: Name
    private var context: ColumnContext?

    package init(_ name: Name) {
        self.name = name
    }

    package init(_ name: Name, table: Name?, schema: Name? = nil, origin: ColumnOrigin = .none) {
        self.name = name
        if table != nil || schema != nil || !origin.isNone {
            context = ColumnContext(table: table, schema: schema, origin: origin)
        }
    }

    /// All columns.
    package static let all = ColumnReference(.all)

    package var isAll: Bool { name.isAll }
    /// Whether there is neither a table nor a schema before the name.
    package var isPlain: Bool { context?.isOfName ?? true }
    package var table: Name? { context?.table }
    /// The schema. It says nothing as long as there is no table, and is not rendered then.
    package var schema: Name? { context?.schema }
    package var origin: ColumnOrigin { context?.origin ?? .none }

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
        guard left.name == right.name else { return false }
        // Columns of one table of properties share what they have beside their names.
        return left.context === right.context
            || left.table == right.table && left.schema == right.schema
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        if let table { hasher.combine(table) }
    }
}

extension ColumnReference: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(Name(value)) }
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
