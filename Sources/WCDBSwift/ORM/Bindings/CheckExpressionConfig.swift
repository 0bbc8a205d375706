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
    ///
    /// ```swift
    /// BindChecks {
    ///     CodingKeys.stars >= 0
    ///     CodingKeys.title.length() < 100 && CodingKeys.title != ""
    /// }
    /// ```
    @resultBuilder
    public struct CheckExpressionBuilder {
        /// One constraint for each condition.
        ///
        /// ```swift
        /// // Each line is a constraint: CHECK(stars >= 0), CHECK(stars <= 5).
        /// BindChecks {
        ///     CodingKeys.stars >= 0
        ///     CodingKeys.stars <= 5
        /// }
        /// ```
        public static func buildBlock(_ enums: Expression...) -> [TableConstraint] {
            enums.map { TableConstraint().check($0) }
        }

        /// No conditions.
        ///
        /// ```swift
        /// BindChecks {}
        /// ```
        public static func buildBlock() -> [TableConstraint] { [] }
    }

    private let constraints: [TableConstraint]

    /// The conditions.
    ///
    /// A row that does not meet them is refused with ``WCDBError/ExtendCode/ConstraintCheck``.
    ///
    /// ```swift
    /// BindChecks { CodingKeys.stars.between(0, 5) }
    /// ```
    public init(@CheckExpressionBuilder _ constraintBuilder: () -> [TableConstraint]) {
        constraints = constraintBuilder()
    }

    /// Adds the constraints.
    ///
    /// ```swift
    /// /// A number of stars, wherever there is one.
    /// struct Stars<Key: CodingTableKey>: TableConfiguration {
    ///     let key: Key
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         let condition = key.asExpression().between(0, 5)
    ///         CheckExpressionConfig { condition }.config(with: tableBinding)
    ///     }
    /// }
    /// ```
    public func config(with tableBinding: any TableBindingBase) {
        for constraint in constraints { draft(of: tableBinding)?.constrain(constraint.tree) }
    }
}
