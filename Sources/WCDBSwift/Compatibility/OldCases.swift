// Cases in lower case, and the cases of what a default could be in the 1.x API.

extension ConflictAction {
    /// ``Replace``
    public static let replace = ConflictAction.Replace
    /// ``Rollback``
    public static let rollback = ConflictAction.Rollback
    /// ``Abort``
    public static let abort = ConflictAction.Abort
    /// ``Fail``
    public static let fail = ConflictAction.Fail
    /// ``Ignore``
    public static let ignore = ConflictAction.Ignore
}

extension LiteralValue {
    /// `NULL`
    public static let null = LiteralValue(nil)

    /// An integer.
    public static func int32(_ value: Int32) -> LiteralValue { LiteralValue(value) }

    /// An integer.
    public static func int64(_ value: Int64) -> LiteralValue { LiteralValue(value) }

    /// `TRUE` or `FALSE`
    public static func bool(_ value: Bool) -> LiteralValue { LiteralValue(value) }

    /// A text.
    public static func text(_ value: String) -> LiteralValue { LiteralValue(value) }

    /// A number.
    public static func float(_ value: Double) -> LiteralValue { LiteralValue(value) }
}
