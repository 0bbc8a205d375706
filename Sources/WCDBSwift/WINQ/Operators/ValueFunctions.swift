import WCDBSQL

// Functions of numbers, texts and missing values.

extension ExpressionFunctionOperable {
    /// `ABS(a)`
    public func abs() -> Expression { call("ABS") }

    /// `HEX(a)`
    public func hex() -> Expression { call("HEX") }

    /// `LENGTH(a)`
    public func length() -> Expression { call("LENGTH") }

    /// `LOWER(a)`
    public func lower() -> Expression { call("LOWER") }

    /// `UPPER(a)`
    public func upper() -> Expression { call("UPPER") }

    /// `ROUND(a)`
    public func round() -> Expression { call("ROUND") }

    /// `SUBSTR(a, start, length)`
    public func substr(
        start: any ExpressionConvertible, length: any ExpressionConvertible
    ) -> Expression {
        call("SUBSTR", start, length)
    }

    /// `IFNULL(a, b)`: `b` in the place of NULL.
    public func ifNull(_ other: any ExpressionConvertible) -> Expression { call("IFNULL", other) }

    /// `NULLIF(a, b)`: NULL in the place of `b`.
    public func nullIf(_ other: any ExpressionConvertible) -> Expression { call("NULLIF", other) }

    /// `IIF(a, b, c)`: `b` if this holds, else `c`.
    public func iif(
        _ result: any ExpressionConvertible, else otherwise: any ExpressionConvertible
    ) -> Expression {
        call("IIF", result, otherwise)
    }
}

extension Expression {
    /// `COALESCE(a, b, …)`: the first that is not NULL.
    ///
    /// ```swift
    /// Expression.coalesce(Column(named: "nick"), Column(named: "name"), "?")
    /// // COALESCE(nick, name, '?')
    /// ```
    public static func coalesce(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> Expression {
        .function(named: "COALESCE", expressionConvertibleList.map(\.tree))
    }

    /// `PRINTF(format, a, b, …)`
    public static func printf(
        _ format: any ExpressionConvertible, _ arguments: any ExpressionConvertible...
    ) -> Expression {
        .function(named: "PRINTF", [format.tree] + arguments.map(\.tree))
    }
}
