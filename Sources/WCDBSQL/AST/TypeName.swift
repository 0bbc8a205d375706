/// The type of a column or of a CAST, as it was written: `INTEGER`, `VARCHAR(10)`, `"my type"`.
///
/// The words decide the affinity; the text is what metadata shows.
package struct TypeName: Hashable, Sendable {
    private var content: SQLText

    package init(_ text: String) { content = SQLText(text) }

    package var text: String { content.string }
}

extension TypeName: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}
