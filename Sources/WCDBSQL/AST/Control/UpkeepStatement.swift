/// The statements that tend a database: ANALYZE, REINDEX, VACUUM.
package enum UpkeepStatement: Hashable, Sendable {
    /// All, a schema, a table or an index: names decide which.
    case analyze(QualifiedName?)
    /// All, a collation, a table or an index.
    case reindex(QualifiedName?)
    case vacuum(schema: Name?, into: Expression?)
}
