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
    public func time(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("time", modifiers)
    }

    /// `datetime(a, …)`: day and time.
    public func datetime(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("datetime", modifiers)
    }

    /// `julianday(a, …)`: days since noon in Greenwich on November 24, 4714 B.C.
    public func julianday(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("julianday", modifiers)
    }

    /// `unixepoch(a, …)`: seconds since 1970.
    public func unixepoch(_ modifiers: any ExpressionConvertible...) -> Expression {
        call("unixepoch", modifiers)
    }

    /// `strftime(format, a, …)`: day and time in a format.
    public func strftime(
        _ format: any ExpressionConvertible, _ modifiers: any ExpressionConvertible...
    ) -> Expression {
        .function(named: "strftime", [format.tree, tree] + modifiers.map(\.tree))
    }
}
