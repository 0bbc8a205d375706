import WCDBSQL

// The ways to join one more table.

extension Join {
    /// `a, b`
    @discardableResult
    public func with(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.comma, subqueryConvertible)
    }

    /// `a JOIN b`
    @discardableResult
    public func join(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.plain, subqueryConvertible)
    }

    /// `a LEFT OUTER JOIN b`
    @discardableResult
    public func leftOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.leftOuter, subqueryConvertible)
    }

    /// `a LEFT JOIN b`
    @discardableResult
    public func leftJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.left, subqueryConvertible)
    }

    /// `a INNER JOIN b`
    @discardableResult
    public func innerJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.inner, subqueryConvertible)
    }

    /// `a CROSS JOIN b`
    @discardableResult
    public func crossJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.cross, subqueryConvertible)
    }

    /// `a RIGHT JOIN b`
    @discardableResult
    public func rightJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.right, subqueryConvertible)
    }

    /// `a RIGHT OUTER JOIN b`
    @discardableResult
    public func rightOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.rightOuter, subqueryConvertible)
    }

    /// `a FULL JOIN b`
    @discardableResult
    public func fullJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.full, subqueryConvertible)
    }

    /// `a FULL OUTER JOIN b`
    @discardableResult
    public func fullOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.fullOuter, subqueryConvertible)
    }

    /// `a NATURAL JOIN b`
    @discardableResult
    public func naturalJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.plain, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL LEFT OUTER JOIN b`
    @discardableResult
    public func naturalLeftOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join
    {
        append(.leftOuter, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL LEFT JOIN b`
    @discardableResult
    public func naturalLeftJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.left, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL INNER JOIN b`
    @discardableResult
    public func naturalInnerJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.inner, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL CROSS JOIN b`
    @discardableResult
    public func naturalCrossJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.cross, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL RIGHT JOIN b`
    @discardableResult
    public func naturalRightJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.right, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL RIGHT OUTER JOIN b`
    @discardableResult
    public func naturalRightOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join
    {
        append(.rightOuter, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL FULL JOIN b`
    @discardableResult
    public func naturalFullJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.full, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL FULL OUTER JOIN b`
    @discardableResult
    public func naturalFullOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join
    {
        append(.fullOuter, isNatural: true, subqueryConvertible)
    }
}
