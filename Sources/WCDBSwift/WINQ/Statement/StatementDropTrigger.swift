import WCDBSQL

/// A DROP TRIGGER.
///
/// ```swift
/// StatementDropTrigger().drop(trigger: "x").ifExists()  // DROP TRIGGER IF EXISTS x
/// ```
public final class StatementDropTrigger: Statement {
    private var tree = DropStatement(.trigger)

    /// An empty statement.
    public init() {}

    /// The trigger.
    ///
    /// ```swift
    /// StatementDropTrigger().drop(trigger: "log")  // DROP TRIGGER log
    /// ```
    @discardableResult
    public func drop(trigger: String) -> StatementDropTrigger {
        tree.name.name = Name(anySpelling: trigger)
        return self
    }

    /// The schema of the trigger.
    ///
    /// ```swift
    /// StatementDropTrigger().drop(trigger: "log").of(schema: Schema.temp)
    /// // DROP TRIGGER temp.log
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementDropTrigger {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if there is no such trigger.
    ///
    /// ```swift
    /// StatementDropTrigger().drop(trigger: "log").ifExists()  // DROP TRIGGER IF EXISTS log
    /// ```
    @discardableResult
    public func ifExists() -> StatementDropTrigger {
        tree.ifExists = true
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.drop(tree)) }
}
