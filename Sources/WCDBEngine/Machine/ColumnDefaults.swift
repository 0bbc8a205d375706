import WCDBStorage

/// The defaults of a table's last columns, which rows from before ALTER TABLE ADD COLUMN lack,
/// where a scan finds them without asking anybody.
///
/// **Users.** One table cursor; its slot borrows the values.
///
/// **Always true.** There is a value for each column from `start` on; texts and blobs lie in the
/// arena. Nothing changes after `init`.
final class ColumnDefaults {
    let start: Int
    /// Those that began further on: registers may still have their values.
    private let earlier: ColumnDefaults?
    private let values: UnsafeMutablePointer<ColumnValue>
    private var arena = ByteArena()

    /// Requires: the table has more than `start` columns.
    init(
        of schema: TableSchema, from start: Int, earlier: ColumnDefaults?,
        host: any MachineHost
    ) {
        self.start = start
        self.earlier = earlier
        let count = schema.columns.count - start
        values = .allocate(capacity: count)
        for offset in 0..<count {
            let value = host.defaultValue(start + offset, of: schema).withColumnValue(keep)
            (values + offset).initialize(to: value)
        }
    }

    deinit { values.deallocate() }

    private func keep(_ value: ColumnValue) -> ColumnValue {
        guard value.isBytes, let base = value.bytes.baseAddress else { return value }
        let place = arena.allocate(value.count)
        place.copyMemory(from: base, byteCount: value.count)
        return value.moved(to: place)
    }

    /// Requires: `start <= column`, and the table has it. Hot.
    @inline(__always)
    func value(of column: Int) -> ColumnValue { values[column &- start] }
}
