// Cases in other spellings, and the cases of what a default could be in the 1.x API.

extension ConflictAction {
    /// The same as ``Replace``.
    ///
    /// ```swift
    /// let config = MultiPrimaryBinding(indexesBy: Note.Properties.id, onConflict: .replace)
    /// ```
    public static let replace = ConflictAction.Replace
    /// The same as ``Rollback``.
    ///
    /// ```swift
    /// StatementInsert()
    ///     .insert(intoTable: "notes", with: Note.Properties.id, onConflict: .rollback).values(7)
    /// // INSERT OR ROLLBACK INTO notes(id) VALUES(7)
    /// ```
    public static let rollback = ConflictAction.Rollback
    /// The same as ``Abort``.
    ///
    /// ```swift
    /// StatementInsert()
    ///     .insert(intoTable: "notes", with: Note.Properties.id, onConflict: .abort).values(7)
    /// // INSERT OR ABORT INTO notes(id) VALUES(7)
    /// ```
    public static let abort = ConflictAction.Abort
    /// The same as ``Fail``.
    ///
    /// ```swift
    /// StatementInsert()
    ///     .insert(intoTable: "notes", with: Note.Properties.id, onConflict: .fail).values(7)
    /// // INSERT OR FAIL INTO notes(id) VALUES(7)
    /// ```
    public static let fail = ConflictAction.Fail
    /// The same as ``Ignore``.
    ///
    /// ```swift
    /// StatementInsert()
    ///     .insert(intoTable: "notes", with: Note.Properties.id, onConflict: .ignore).values(7)
    /// // INSERT OR IGNORE INTO notes(id) VALUES(7)
    /// ```
    public static let ignore = ConflictAction.Ignore
}

extension ForeignKey.MatchType {
    /// ``Patial``, spelt as SQL spells it.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").match(with: .Partial)
    /// // REFERENCES authors MATCH PARTIAL
    /// ```
    public static let Partial = ForeignKey.MatchType.Patial
}

extension LiteralValue {
    /// `NULL`
    ///
    /// ```swift
    /// BindColumnConstraint(title, defaultTo: .null)
    /// ```
    public static let null = LiteralValue(nil)

    /// An integer.
    ///
    /// ```swift
    /// BindColumnConstraint(stars, defaultTo: .int32(3))
    /// ```
    public static func int32(_ value: Int32) -> LiteralValue { LiteralValue(value) }

    /// An integer.
    ///
    /// ```swift
    /// BindColumnConstraint(stars, defaultTo: .int64(1 << 40))
    /// ```
    public static func int64(_ value: Int64) -> LiteralValue { LiteralValue(value) }

    /// `TRUE` or `FALSE`
    ///
    /// ```swift
    /// BindColumnConstraint(stars, defaultTo: .bool(true))
    /// ```
    public static func bool(_ value: Bool) -> LiteralValue { LiteralValue(value) }

    /// A text.
    ///
    /// ```swift
    /// BindColumnConstraint(title, defaultTo: .text("untitled"))
    /// ```
    public static func text(_ value: String) -> LiteralValue { LiteralValue(value) }

    /// A number.
    ///
    /// ```swift
    /// BindColumnConstraint(stars, defaultTo: .float(2.5))
    /// ```
    public static func float(_ value: Double) -> LiteralValue { LiteralValue(value) }
}
