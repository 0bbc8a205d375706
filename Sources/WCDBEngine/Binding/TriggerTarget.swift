import WCDBSQL

/// A table or view as its triggers see it.
struct TriggerTarget: Sendable {
    let name: String
    let columns: [Source.Column]
    let rowidColumn: Int?
    /// Whether `new.rowid` means something. Of a view it is NULL.
    var hasRowid = true
    let triggers: [TriggerSchema]

    func source(_ alias: String, _ row: Int) -> Source {
        // Their values are compared as those of expressions are.
        let columns = columns.enumerated().map { index, column in
            index == rowidColumn ? column : column.withoutAffinity
        }
        let source = Source(alias: alias, content: .registers, columns: columns)
        source.firstRegister = row
        source.rowidColumn = rowidColumn
        source.hasRowid = hasRowid
        source.isQualifiedOnly = true
        source.isOutsideDatabases = true
        return source
    }
}
