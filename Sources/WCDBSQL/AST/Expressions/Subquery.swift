/// A SELECT inside of something else, with the extent of its expressions: the one place where
/// nested statements are bounded. Shared, never changed.
package struct Subquery: Hashable, Sendable {
    /// How much of the bound on nesting a query takes, since walking through one takes more stack.
    package static let weight = 4
    /// How many nodes a query counts as: planning it is so much work. There are ten thousand of
    /// them in a statement at most.
    private static let nodes: UInt64 = 200

    private let content: SubqueryContent

    package init(_ select: SelectStatement) {
        let extent = select.extent.enclosed(weight: Subquery.weight, nodes: Subquery.nodes)
        content =
            extent.isTooLarge
            ? SubqueryContent(.tooLarge, .exceeded) : SubqueryContent(select, extent)
    }

    package var select: SelectStatement { content.select }
    package var extent: TreeExtent { content.extent }

    package static func == (left: Subquery, right: Subquery) -> Bool {
        left.content === right.content || left.content.select == right.content.select
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(content.select) }
}

private final class SubqueryContent: Sendable {
    let select: SelectStatement
    let extent: TreeExtent

    init(_ select: SelectStatement, _ extent: TreeExtent) {
        self.select = select
        self.extent = extent
    }
}
