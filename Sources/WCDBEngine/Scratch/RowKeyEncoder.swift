import WCDBStorage

/// Makes keys of rows whose values stand side by side, one after another in the same memory.
///
/// **Users.** One owner, one thread.
struct RowKeyEncoder: ~Copyable {
    private var encoder = KeyEncoder(capacity: 64)
    /// Not an array: copying a column out of one would retain its collation for each value.
    private let columns: UnsafeMutableBufferPointer<KeyColumn>

    init(_ columns: [KeyColumn]) {
        self.columns = .allocate(capacity: columns.count)
        _ = self.columns.initialize(from: columns)
    }

    deinit {
        columns.deinitialize()
        columns.deallocate()
    }

    /// The key of a row, good until the next call. Hot. Requires: as many values as columns.
    @inline(__always)
    mutating func key(of values: UnsafePointer<ColumnValue>) -> UnsafeRawBufferPointer {
        encoder.begin()
        for index in 0..<columns.count { encoder.append(values[index], columns[index]) }
        return encoder.key
    }
}
