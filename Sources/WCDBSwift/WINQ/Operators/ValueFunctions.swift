import WCDBSQL

// Functions of numbers, texts and missing values.

extension ExpressionFunctionOperable {
    /// `ABS(a)`
    ///
    /// ```swift
    /// Column(named: "balance").abs()  // ABS(balance)
    /// ```
    public func abs() -> Expression { call("ABS") }

    /// `HEX(a)`
    ///
    /// ```swift
    /// Column(named: "hash").hex()  // HEX(hash)
    /// ```
    public func hex() -> Expression { call("HEX") }

    /// `LENGTH(a)`
    ///
    /// ```swift
    /// Note.Properties.title.length() > 20  // LENGTH(title) > 20
    /// ```
    public func length() -> Expression { call("LENGTH") }

    /// `LOWER(a)`
    ///
    /// ```swift
    /// Note.Properties.title.lower()  // LOWER(title)
    /// ```
    public func lower() -> Expression { call("LOWER") }

    /// `UPPER(a)`
    ///
    /// ```swift
    /// Note.Properties.title.upper()  // UPPER(title)
    /// ```
    public func upper() -> Expression { call("UPPER") }

    /// `ROUND(a)`
    ///
    /// ```swift
    /// Note.Properties.stars.avg().round()  // ROUND(AVG(stars))
    /// ```
    public func round() -> Expression { call("ROUND") }

    /// `SUBSTR(a, start, length)`
    ///
    /// ```swift
    /// Note.Properties.text.substr(start: 1, length: 40)  // SUBSTR(text, 1, 40)
    /// ```
    public func substr(
        start: any ExpressionConvertible, length: any ExpressionConvertible
    ) -> Expression {
        call("SUBSTR", start, length)
    }

    /// `IFNULL(a, b)`: `b` in the place of NULL.
    ///
    /// ```swift
    /// Note.Properties.title.ifNull("Untitled")  // IFNULL(title, 'Untitled')
    /// ```
    public func ifNull(_ other: any ExpressionConvertible) -> Expression { call("IFNULL", other) }

    /// `NULLIF(a, b)`: NULL in the place of `b`.
    ///
    /// ```swift
    /// Note.Properties.title.nullIf("")  // NULLIF(title, '')
    /// ```
    public func nullIf(_ other: any ExpressionConvertible) -> Expression { call("NULLIF", other) }

    /// `IIF(a, b, c)`: `b` if this holds, else `c`.
    ///
    /// ```swift
    /// (Note.Properties.stars > 3).iif("good", else: "fair")  // IIF(stars > 3, 'good', 'fair')
    /// ```
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
    ///
    /// ```swift
    /// Expression.printf("%d stars: %s", Note.Properties.stars, Note.Properties.title)
    /// // PRINTF('%d stars: %s', stars, title)
    /// ```
    public static func printf(
        _ format: any ExpressionConvertible, _ arguments: any ExpressionConvertible...
    ) -> Expression {
        .function(named: "PRINTF", [format.tree] + arguments.map(\.tree))
    }
}
