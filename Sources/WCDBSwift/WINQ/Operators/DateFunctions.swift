import WCDBSQL

// Functions of dates and times. Modifiers (`"+1 day"`, `"start of month"`) follow the value.

extension ExpressionFunctionOperable {
    /// `date(a, …)`: the day.
    ///
    /// ```swift
    /// Column(named: "created").date("unixepoch", "+1 day")
    /// // date(created, 'unixepoch', '+1 day')
    /// ```
    public func date(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("date", modifiers)
    }

    /// `time(a, …)`: the time of day.
    ///
    /// ```swift
    /// Note.Properties.created.time("unixepoch", "localtime")
    /// // time(created, 'unixepoch', 'localtime')
    /// ```
    public func time(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("time", modifiers)
    }

    /// `datetime(a, …)`: day and time.
    ///
    /// ```swift
    /// Note.Properties.created.datetime("unixepoch")  // datetime(created, 'unixepoch')
    /// ```
    public func datetime(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("datetime", modifiers)
    }

    /// `julianday(a, …)`: days since noon in Greenwich on November 24, 4714 B.C.
    ///
    /// ```swift
    /// Expression(with: LiteralValue("now")).julianday()  // julianday('now')
    /// ```
    public func julianday(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("julianday", modifiers)
    }

    /// `unixepoch(a, …)`: seconds since 1970.
    ///
    /// ```swift
    /// Column(named: "day").unixepoch("start of month")  // unixepoch(day, 'start of month')
    /// ```
    public func unixepoch(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("unixepoch", modifiers)
    }

    /// `strftime(format, a, …)`: day and time in a format.
    ///
    /// ```swift
    /// Note.Properties.created.strftime("%Y-%m", "unixepoch")
    /// // strftime('%Y-%m', created, 'unixepoch')
    /// ```
    public func strftime(
        _ format: any ExpressionConvertible, _ modifiers: any ExpressionConvertible...
    ) -> Expression {
        .function(named: "strftime", [format.tree, tree] + modifiers.map(\.tree))
    }
}
