import WCDBSQL

// The ways to join one more table.

extension Join {
    /// `a, b`
    ///
    /// ```swift
    /// Join(with: "notes").with("authors")  // notes, authors
    /// ```
    @discardableResult
    public func with(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.comma, subqueryConvertible)
    }

    /// `a JOIN b`
    ///
    /// ```swift
    /// Join(with: "notes").join("authors").on(Note.Properties.author == Column(named: "number"))
    /// // notes JOIN authors ON author == number
    /// ```
    @discardableResult
    public func join(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.plain, subqueryConvertible)
    }

    /// `a LEFT OUTER JOIN b`
    ///
    /// ```swift
    /// Join(with: "notes").leftOuterJoin("authors").using(Column(named: "author"))
    /// // notes LEFT OUTER JOIN authors USING(author)
    /// ```
    @discardableResult
    public func leftOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.leftOuter, subqueryConvertible)
    }

    /// `a LEFT JOIN b`
    ///
    /// ```swift
    /// let best = StatementSelect().select(Column(named: "author")).from("prizes")
    /// Join(with: "notes").leftJoin(best).using(Column(named: "author"))
    /// // notes LEFT JOIN (SELECT author FROM prizes) USING(author)
    /// ```
    @discardableResult
    public func leftJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.left, subqueryConvertible)
    }

    /// `a INNER JOIN b`
    ///
    /// ```swift
    /// Join(with: "notes").innerJoin(TableOrSubquery(withTable: "notes").as(alias: "other"))
    /// // notes INNER JOIN notes AS other
    /// ```
    @discardableResult
    public func innerJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.inner, subqueryConvertible)
    }

    /// `a CROSS JOIN b`
    ///
    /// ```swift
    /// Join(with: "days").crossJoin("hours")  // days CROSS JOIN hours
    /// ```
    @discardableResult
    public func crossJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.cross, subqueryConvertible)
    }

    /// `a RIGHT JOIN b`
    ///
    /// ```swift
    /// Join(with: "notes").rightJoin("authors").using(Column(named: "author"))
    /// // notes RIGHT JOIN authors USING(author)
    /// ```
    @discardableResult
    public func rightJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.right, subqueryConvertible)
    }

    /// `a RIGHT OUTER JOIN b`
    ///
    /// ```swift
    /// Join(with: "notes").rightOuterJoin("authors").using(Column(named: "author"))
    /// // notes RIGHT OUTER JOIN authors USING(author)
    /// ```
    @discardableResult
    public func rightOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.rightOuter, subqueryConvertible)
    }

    /// `a FULL JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").fullJoin("diary").using(Column(named: "day"))
    /// // plan FULL JOIN diary USING(day)
    /// ```
    @discardableResult
    public func fullJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.full, subqueryConvertible)
    }

    /// `a FULL OUTER JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").fullOuterJoin("diary").using(Column(named: "day"))
    /// // plan FULL OUTER JOIN diary USING(day)
    /// ```
    @discardableResult
    public func fullOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.fullOuter, subqueryConvertible)
    }

    /// `a NATURAL JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalJoin("diary")  // plan NATURAL JOIN diary
    /// ```
    @discardableResult
    public func naturalJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.plain, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL LEFT OUTER JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalLeftOuterJoin("diary")  // plan NATURAL LEFT OUTER JOIN diary
    /// ```
    @discardableResult
    public func naturalLeftOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join
    {
        append(.leftOuter, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL LEFT JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalLeftJoin("diary")  // plan NATURAL LEFT JOIN diary
    /// ```
    @discardableResult
    public func naturalLeftJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.left, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL INNER JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalInnerJoin("diary")  // plan NATURAL INNER JOIN diary
    /// ```
    @discardableResult
    public func naturalInnerJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.inner, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL CROSS JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalCrossJoin("diary")  // plan NATURAL CROSS JOIN diary
    /// ```
    @discardableResult
    public func naturalCrossJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.cross, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL RIGHT JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalRightJoin("diary")  // plan NATURAL RIGHT JOIN diary
    /// ```
    @discardableResult
    public func naturalRightJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.right, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL RIGHT OUTER JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalRightOuterJoin("diary")  // plan NATURAL RIGHT OUTER JOIN diary
    /// ```
    @discardableResult
    public func naturalRightOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join
    {
        append(.rightOuter, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL FULL JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalFullJoin("diary")  // plan NATURAL FULL JOIN diary
    /// ```
    @discardableResult
    public func naturalFullJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join {
        append(.full, isNatural: true, subqueryConvertible)
    }

    /// `a NATURAL FULL OUTER JOIN b`
    ///
    /// ```swift
    /// Join(with: "plan").naturalFullOuterJoin("diary")  // plan NATURAL FULL OUTER JOIN diary
    /// ```
    @discardableResult
    public func naturalFullOuterJoin(_ subqueryConvertible: any TableOrSubqueryConvertible) -> Join
    {
        append(.fullOuter, isNatural: true, subqueryConvertible)
    }
}
