import WCDBStorage

/// A cursor on a table, with the columns of its row found as far as they were asked for.
///
/// **Users.** One machine.
final class TableCursor {
    let schema: TableSchema
    let tree: RowidTree
    let cursor: RowidCursor
    @exclusivity(unchecked) var isNullRow = false
    /// The row's record; nil until the first column of a row is asked for.
    @exclusivity(unchecked) private var record: RecordReader?

    init(_ schema: TableSchema, _ transaction: Transaction) throws(StorageError) {
        self.schema = schema
        tree = try transaction.rowidTree(schema.tree)
        cursor = tree.makeCursor()
    }

    func close() { tree.remove(cursor) }

    /// The cursor stands on another row.
    @inline(__always)
    func didMove() {
        record = nil
        isNullRow = false
    }

    /// A column of the current row; nil if the row is older than the column. Hot.
    @inline(__always)
    func column(_ index: Int) throws(StorageError) -> ColumnValue? {
        if isNullRow { return .null }
        if record == nil { try open() }
        return record?.column(at: index)
    }

    private func open() throws(StorageError) {
        do {
            record = try RecordReader(checking: try cursor.payload())
        } catch .corrupt(let corruption) {
            throw .corrupt(
                Corruption(
                    .record, tree: schema.tree, "row \(cursor.rowid): \(corruption.detail)"))
        }
    }
}
