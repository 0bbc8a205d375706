/// What a commit has changed.
///
/// ```swift
/// for await changes in database.changes() where changes.tables.contains("notes") { reload() }
/// ```
public struct TableChanges: Sendable {
    /// The tables, in lower case. A table may be listed although it was only read.
    ///
    /// ```swift
    /// for await changes in database.changes() {
    ///     print(changes.tables.sorted().joined(separator: ", "))
    /// }
    /// ```
    public internal(set) var tables: Set<String> = []
    /// Tables, indexes or the like came, went or were altered.
    ///
    /// ```swift
    /// for await changes in database.changes() where changes.isSchemaChanged {
    ///     print("a table came, went or was altered")
    /// }
    /// ```
    public internal(set) var isSchemaChanged = false

    var isEmpty: Bool { tables.isEmpty && !isSchemaChanged }

    /// Whether a query on those tables may have other rows now.
    func concerns(_ others: Set<String>) -> Bool {
        isSchemaChanged || !tables.isDisjoint(with: others)
    }

    mutating func add(_ more: TableChanges) {
        tables.formUnion(more.tables)
        isSchemaChanged = isSchemaChanged || more.isSchemaChanged
    }
}
