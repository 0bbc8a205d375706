import WCDBStorage

/// The rows of a statement that is no program, handed out one by one.
///
/// **Users.** One prepared statement.
final class DirectRows {
    let names: [String]
    private var rows: [[Value]]
    private var nextRow = 0
    private let registers: Registers
    /// Whether the statement ran since the last `rewind`.
    private(set) var hasBegun = true

    init(_ result: DirectResult) {
        names = result.columns
        rows = result.rows
        registers = Registers(count: result.columns.count)
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
