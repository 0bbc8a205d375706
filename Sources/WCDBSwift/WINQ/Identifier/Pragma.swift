import WCDBSQL

/// The name of a PRAGMA.
///
/// Some have an effect, some are only kept, some are refused: `Pragma+Names.swift` lists them so.
/// One that the engine does not know does nothing, and has no answer.
///
/// ```swift
/// StatementPragma().pragma(.userVersion).to(3)  // PRAGMA user_version = 3
/// ```
public final class Pragma: Identifier, Sendable {
    package let name: Name

    /// The pragma of this name.
    ///
    /// ```swift
    /// StatementPragma().pragma(Pragma(named: "table_list"))  // PRAGMA table_list
    /// ```
    public init(named name: String) { self.name = Name(spelling: name) }

    /// The name as SQL.
    public var description: String { name.sql }
}
