import WCDBStorage

/// One row of values that was made before it is asked for: of pragmas, EXPLAIN, RETURNING.
///
/// **Users.** One statement.
final class KeptRow {
    let width: Int
    private let registers: Registers

    init(width: Int) {
        self.width = width
        registers = Registers(count: max(1, width))
    }

    func set(_ values: [Value]) {
        for (index, value) in values.enumerated() where index < width {
            value.withColumnValue { registers.own($0, Int32(index)) }
        }
    }

    /// Where the values lie, one behind the other.
    var start: UnsafePointer<ColumnValue> { UnsafePointer(registers.values) }

    subscript(index: Int) -> ColumnValue {
        index >= 0 && index < width ? registers[Int32(index)] : .null
    }
}
