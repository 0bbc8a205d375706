import WCDBSQL

// Functions over the rows of a group.

extension ExpressionFunctionOperable {
    /// `AVG(a)`
    public func avg(isDistinct: Bool = false) -> Expression { call("AVG", isDistinct: isDistinct) }

    /// `COUNT(a)`
    ///
    /// ```swift
    /// Column.all().count()                     // COUNT(*)
    /// Column(named: "a").count(isDistinct: true)  // COUNT(DISTINCT a)
    /// ```
    public func count(isDistinct: Bool = false) -> Expression {
        call("COUNT", isDistinct: isDistinct)
    }

    /// `GROUP_CONCAT(a)`
    public func groupConcat(isDistinct: Bool = false) -> Expression {
        call("GROUP_CONCAT", isDistinct: isDistinct)
    }

    /// `GROUP_CONCAT(a, separator)`
    public func groupConcat(
        isDistinct: Bool = false, separateBy seperator: String
    ) -> Expression {
        call("GROUP_CONCAT", seperator, isDistinct: isDistinct)
    }

    /// `MAX(a)`
    public func max(isDistinct: Bool = false) -> Expression { call("MAX", isDistinct: isDistinct) }

    /// `MIN(a)`
    public func min(isDistinct: Bool = false) -> Expression { call("MIN", isDistinct: isDistinct) }

    /// `SUM(a)`
    public func sum(isDistinct: Bool = false) -> Expression { call("SUM", isDistinct: isDistinct) }

    /// `TOTAL(a)`
    public func total(isDistinct: Bool = false) -> Expression {
        call("TOTAL", isDistinct: isDistinct)
    }
}
