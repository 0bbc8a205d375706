import WCDBStorage

/// Makes keys of rows whose values stand side by side, one after another in the same memory.
///
/// **Users.** One owner, one thread.
struct RowKeyEncoder: ~Copyable {
    private var encoder = KeyEncoder(capacity: 64)
    /// Not an array: copying a column out of one would retain its collation for each value.
    private let columns: UnsafeMutableBufferPointer<KeyColumn>

    /// One ascending column.
    let isSingle: Bool

    init(_ columns: [KeyColumn]) {
        isSingle = columns.count == 1 && !columns[0].isDescending
        self.columns = .allocate(capacity: columns.count)
        _ = self.columns.initialize(from: columns)
    }

    deinit {
        columns.deinitialize()
        columns.deallocate()
    }

    /// The key of a row that is one integer, as most are; nil for all others. Hot.
    @inline(__always)
    func shortKey(of values: UnsafePointer<ColumnValue>) -> ShortKey? {
        guard isSingle, case .integer = values[0].kind else { return nil }
        return ShortKey(values[0].integer)
    }

    /// The key of a row, good until the next call. Hot. Requires: as many values as columns.
    @inline(__always)
    mutating func key(of values: UnsafePointer<ColumnValue>) -> UnsafeRawBufferPointer {
        encoder.begin()
        for index in 0..<columns.count { encoder.append(values[index], columns[index]) }
        return encoder.key
    }

    /// What `key(of:)` gave last.
    var lastKey: UnsafeRawBufferPointer { encoder.key }
}
