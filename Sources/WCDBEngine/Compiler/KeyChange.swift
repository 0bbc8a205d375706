import WCDBSQL

/// What becomes of a row, as foreign keys see it.
struct KeyChange {
    /// The register of its rowid; its columns follow.
    let row: Int
    let isAdded: Bool
    /// Of an UPDATE: the row on the other side of it, and the columns that it names.
    var other: Int?
    var targets: [Int]?
    /// It is all that the statement does, so it can be judged at once.
    var isAlone = false

    static func added(_ row: Int) -> KeyChange { KeyChange(row: row, isAdded: true) }
    static func removed(_ row: Int) -> KeyChange { KeyChange(row: row, isAdded: false) }

    /// Whether it can change what is in one of these columns.
    func concerns(_ columns: [Int], of table: TableSchema) -> Bool {
        guard let targets else { return true }
        return columns.contains { column in
            targets.contains(column) || column >= 0 && table.columns[column].generated != nil
        }
    }
}
