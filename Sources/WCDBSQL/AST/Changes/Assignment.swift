/// `a = 1`, or `(a, b) = (SELECT …)`.
package struct Assignment: Hashable, Sendable {
    package var columns: [ColumnReference]
    package var value: Expression

    package init(_ columns: [ColumnReference], _ value: Expression) {
        self.columns = columns
        self.value = value
    }
}
