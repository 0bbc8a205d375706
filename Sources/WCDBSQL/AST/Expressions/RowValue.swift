/// `(a, b)`: several values in the place of one. Has two or more elements when it is parsed.
package struct RowValue: Hashable, Sendable {
    package let elements: [Expression]
    package let extent: TreeExtent

    package init(_ elements: [Expression]) {
        var parts = TreeExtent.empty
        parts.include(elements)
        let isTooLarge = parts.enclosed.isTooLarge
        self.elements = isTooLarge ? [.tooLarge] : elements
        self.extent = isTooLarge ? .exceeded : parts.enclosed
    }
}
