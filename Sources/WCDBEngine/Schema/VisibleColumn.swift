import WCDBStorage

/// A column as expressions see it, be it of a table, of a view or of a query.
struct VisibleColumn: Sendable {
    var name: String
    var affinity: Affinity
    var collation: Collation
    var declaredType: String?
    /// The table's column that this one is, for metadata.
    var origin: (table: String, column: String)?
}
