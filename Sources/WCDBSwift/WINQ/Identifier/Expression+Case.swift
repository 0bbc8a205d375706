import WCDBSQL

/// The parts of a CASE while it is being built: conditions and results are paired by position.
///
/// **Always true.** `branches` has the pairs that are complete, and one of the two queues is empty.
final class CaseFlow {
    private let operand: ExpressionTree?
    private var branches: [CaseExpression.Branch] = []
    /// That of the branches.
    private var extent = TreeExtent.empty
    private var conditions: ArraySlice<ExpressionTree> = []
    private var results: ArraySlice<ExpressionTree> = []
    var otherwise: ExpressionTree?

    init(_ operand: ExpressionTree?) { self.operand = operand }

    func when(_ condition: ExpressionTree) {
        conditions.append(condition)
        pair()
    }

    func then(_ result: ExpressionTree) {
        results.append(result)
        pair()
    }

    private func pair() {
        guard let condition = conditions.first, let result = results.first else { return }
        conditions.removeFirst()
        results.removeFirst()
        let branch = CaseExpression.Branch(when: condition, then: result)
        extent.include(branch)
        branches.append(branch)
    }

    /// Without branches, which prints nothing, as long as the pairs are not complete.
    var tree: ExpressionTree {
        let isComplete = conditions.isEmpty && results.isEmpty
        return .case(
            CaseExpression(
                operand, isComplete ? branches : [], extent: isComplete ? extent : .empty,
                otherwise: otherwise))
    }
}

extension Expression {
    /// A branch of a CASE.
    ///
    /// ```swift
    /// let branches: [Expression.CaseBranch] = [(when: 1, then: "low"), (when: 5, then: "high")]
    /// Expression.case(Note.Properties.stars, branches, else: "?")
    /// // CASE stars WHEN 1 THEN 'low' WHEN 5 THEN 'high' ELSE '?' END
    /// ```
    public typealias CaseBranch = (
        when: any ExpressionConvertible, then: any ExpressionConvertible
    )

    /// The beginning of a CASE.
    ///
    /// ```swift
    /// Expression.case(Column(named: "a")).when(1).then("one").else("many")
    /// // CASE a WHEN 1 THEN 'one' ELSE 'many' END
    /// ```
    public static func `case`(
        _ expressionConvertible: (any ExpressionConvertible)? = nil
    ) -> Expression {
        Expression(CaseFlow(expressionConvertible?.tree))
    }

    /// A whole CASE.
    ///
    /// ```swift
    /// Expression.case(
    ///     Note.Properties.author, (when: 1, then: "Ada"), (when: 2, then: "Bob"), else: "unknown")
    /// // CASE author WHEN 1 THEN 'Ada' WHEN 2 THEN 'Bob' ELSE 'unknown' END
    /// ```
    public static func `case`(
        _ expressionConvertible: any ExpressionConvertible, _ flows: CaseBranch...,
        else otherwise: any ExpressionConvertible
    ) -> Expression {
        self.case(expressionConvertible, flows, else: otherwise)
    }

    /// A whole CASE.
    ///
    /// ```swift
    /// let branches = [1, 2, 3].map { stars -> Expression.CaseBranch in
    ///     (when: stars, then: String(repeating: "*", count: stars))
    /// }
    /// Expression.case(Note.Properties.stars, branches, else: "")
    /// // CASE stars WHEN 1 THEN '*' WHEN 2 THEN '**' WHEN 3 THEN '***' ELSE '' END
    /// ```
    public static func `case`(
        _ case: any ExpressionConvertible, _ flows: [CaseBranch],
        else otherwise: any ExpressionConvertible
    ) -> Expression {
        let flow = CaseFlow(`case`.tree)
        for branch in flows {
            flow.when(branch.when.tree)
            flow.then(branch.then.tree)
        }
        flow.otherwise = otherwise.tree
        return Expression(flow)
    }

    /// The condition, or the value, of the next branch.
    ///
    /// ```swift
    /// Expression.case().when(Note.Properties.stars > 3).then("good").else("fair")
    /// // CASE WHEN stars > 3 THEN 'good' ELSE 'fair' END
    /// ```
    @discardableResult
    public func when(_ expressionConvertible: any ExpressionConvertible) -> Expression {
        change(with: expressionConvertible) { $0.when($1) }
    }

    /// The result of the last branch.
    ///
    /// ```swift
    /// let stars = Note.Properties.stars
    /// Expression.case().when(stars > 4).then("best").when(stars > 2).then("good")
    /// // CASE WHEN stars > 4 THEN 'best' WHEN stars > 2 THEN 'good' END
    /// ```
    @discardableResult
    public func then(_ expressionConvertible: any ExpressionConvertible) -> Expression {
        change(with: expressionConvertible) { $0.then($1) }
    }

    /// The result if no branch fits.
    ///
    /// ```swift
    /// Expression.case(Note.Properties.author).when(1).then("Ada").else("unknown")
    /// // CASE author WHEN 1 THEN 'Ada' ELSE 'unknown' END
    /// ```
    @discardableResult
    public func `else`(_ expressionConvertible: any ExpressionConvertible) -> Expression {
        change(with: expressionConvertible) { $0.otherwise = $1 }
    }

    private convenience init(_ flow: CaseFlow) {
        self.init(tree: flow.tree)
        draft = .flow(flow)
    }

    private func change(
        with part: any ExpressionConvertible, _ change: (CaseFlow, ExpressionTree) -> Void
    ) -> Expression {
        if case .flow(let flow) = draft {
            // The part may be this very expression, as it is now.
            let part = part.tree
            // The tree lets go of the branches first, so that they grow in their place.
            tree = .null
            change(flow, part)
            tree = flow.tree
        }
        return self
    }
}
