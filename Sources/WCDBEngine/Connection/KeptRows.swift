import WCDBStorage

/// Rows that are made before they are asked for, handed out one by one: those of pragmas, EXPLAIN,
/// and RETURNING.
///
/// **Users.** One prepared statement.
final class KeptRows {
    let names: [String]
    private var rows: [[Value]]
    private var nextRow = 0
    private let registers: Registers
    /// Whether the statement ran since the last `rewind`.
    private(set) var hasBegun = true

    init(_ names: [String], _ rows: [[Value]]) {
        self.names = names
        self.rows = rows
        registers = Registers(count: names.count)
    }

    /// The values of the next row, until the one after it; nil behind the last.
    func next() -> UnsafePointer<ColumnValue>? {
        guard nextRow < rows.count else { return nil }
        for (index, value) in rows[nextRow].enumerated() where index < names.count {
            value.withColumnValue { registers.own($0, Int32(index)) }
        }
        nextRow += 1
        return UnsafePointer(registers.values)
    }

    /// Forgets the rows: the statement runs again at the next step.
    func rewind() {
        hasBegun = false
        rows = []
        nextRow = 0
    }
}
