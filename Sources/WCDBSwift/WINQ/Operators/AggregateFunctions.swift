import WCDBSQL

// Functions over the rows of a group.

extension ExpressionFunctionOperable {
    /// `AVG(a)`
    ///
    /// ```swift
    /// Note.Properties.stars.avg()  // AVG(stars)
    /// ```
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
    ///
    /// ```swift
    /// Note.Properties.title.groupConcat(isDistinct: true)  // GROUP_CONCAT(DISTINCT title)
    /// ```
    public func groupConcat(isDistinct: Bool = false) -> Expression {
        call("GROUP_CONCAT", isDistinct: isDistinct)
    }

    /// `GROUP_CONCAT(a, separator)`
    ///
    /// ```swift
    /// Note.Properties.title.groupConcat(separateBy: "; ")  // GROUP_CONCAT(title, '; ')
    /// ```
    public func groupConcat(
        isDistinct: Bool = false, separateBy seperator: String
    ) -> Expression {
        call("GROUP_CONCAT", seperator, isDistinct: isDistinct)
    }

    /// `MAX(a)`
    ///
    /// ```swift
    /// Note.Properties.stars.max()  // MAX(stars)
    /// ```
    public func max(isDistinct: Bool = false) -> Expression { call("MAX", isDistinct: isDistinct) }

    /// `MIN(a)`
    ///
    /// ```swift
    /// Note.Properties.created.min()  // MIN(created)
    /// ```
    public func min(isDistinct: Bool = false) -> Expression { call("MIN", isDistinct: isDistinct) }

    /// `SUM(a)`
    ///
    /// ```swift
    /// Note.Properties.stars.sum()  // SUM(stars)
    /// ```
    public func sum(isDistinct: Bool = false) -> Expression { call("SUM", isDistinct: isDistinct) }

    /// `TOTAL(a)`
    ///
    /// ```swift
    /// Note.Properties.stars.total()  // TOTAL(stars)
    /// ```
    public func total(isDistinct: Bool = false) -> Expression {
        call("TOTAL", isDistinct: isDistinct)
    }
}
