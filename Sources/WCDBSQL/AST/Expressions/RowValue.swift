/// `(a, b)`: several values in the place of one. Has two or more elements when it is parsed.
package final class RowValue: Hashable, Sendable {
    package let elements: [Expression]
    package let extent: TreeExtent

    package init(_ elements: [Expression]) {
        var parts = TreeExtent.empty
        parts.include(elements)
        let isTooLarge = parts.enclosed.isTooLarge
        self.elements = isTooLarge ? [.tooLarge] : elements
        self.extent = isTooLarge ? .exceeded : parts.enclosed
    }

    package static func == (one: RowValue, other: RowValue) -> Bool {
        one === other || (one.elements == other.elements)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(elements)
    }
}
