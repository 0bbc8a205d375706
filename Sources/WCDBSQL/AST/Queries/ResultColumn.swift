/// An expression in a result list, with its alias. `*` and `t.*` are columns that stand for all.
package struct ResultColumn: Hashable, Sendable {
    package var expression: Expression
    package var alias: Name?
    /// The expression in the text: without an alias, it names the column.
    package var range: SourceRange

    package init(_ expression: Expression, alias: Name? = nil, range: SourceRange = .none) {
        self.expression = expression
        self.alias = alias
        self.range = range
    }

    package static func == (left: ResultColumn, right: ResultColumn) -> Bool {
        guard left.expression == right.expression else { return false }
        switch (left.alias, right.alias) {
        case (nil, nil): return true
        case (let one?, let other?): return one == other
        default: return false
        }
    }
}
