/// Conditions that each row meets: `BindChecks` in the block of a ``TableBinding``.
///
/// ```swift
/// BindChecks {
///     CodingKeys.id > 0
///     CodingKeys.name.length() < 100
/// }
/// ```
public final class CheckExpressionConfig: TableConfiguration {
    /// Collects the conditions.
    @resultBuilder
    public struct CheckExpressionBuilder {
        /// One constraint for each condition.
        public static func buildBlock(_ enums: Expression...) -> [TableConstraint] {
            enums.map { TableConstraint().check($0) }
        }

        /// No conditions.
        public static func buildBlock() -> [TableConstraint] { [] }
    }

    private let constraints: [TableConstraint]

    /// The conditions.
    public init(@CheckExpressionBuilder _ constraintBuilder: () -> [TableConstraint]) {
        constraints = constraintBuilder()
    }

    /// Adds the constraints.
    public func config(with tableBinding: any TableBindingBase) {
        for constraint in constraints { draft(of: tableBinding)?.constrain(constraint.tree) }
    }
}
