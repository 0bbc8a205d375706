/// A column of CREATE TABLE: name, type, constraints in the order they were written.
package struct ColumnDefinition: Hashable, Sendable {
    package var name: ColumnReference
    package var type: TypeName?
    package var constraints: [ColumnConstraint]
    /// The whole definition in the text.
    package var range = SourceRange.none

    package init(
        _ name: ColumnReference, _ type: TypeName? = nil, _ constraints: [ColumnConstraint] = []
    ) {
        self.name = name
        self.type = type
        self.constraints = constraints
    }
}
