import WCDBStorage

/// The key that a row must come before, to be among the first rows of a sort with a limit.
///
/// Rows are gathered until there are twice as many as the limit; then they are sorted and the
/// second half goes. This costs what a heap would, but moves rows in bulk and keeps equal ones in
/// order without counting them.
///
/// **Users.** The sorter.
///
/// **Always true.** At least `limit` rows of the sort do not come after the key: whoever does not
/// come before it comes too late, since equal rows keep their order.
struct SortCutOff: ~Copyable {
    /// The number of rows in memory at which it pays to cut.
    let recordCount: Int
    private var isSet = false
    private var prefix: UInt64 = 0
    private var key = ByteBuffer(capacity: 0)

    init(limit: Int) {
        // More rows than that do not fit into memory anyway.
        recordCount = limit < 1 << 40 ? limit + max(limit, 256) : Int.max
        // Nothing comes before the empty key.
        isSet = limit == 0
    }

    /// Whether a row comes too late whose key begins with `prefix` or something above it. Hot.
    @inline(__always)
    func refuses(prefix: UInt64) -> Bool { isSet && prefix > self.prefix }

    /// Whether a row comes early enough. Hot.
    @inline(__always)
    func admits(_ key: UnsafeRawBufferPointer, prefix: UInt64) -> Bool {
        guard isSet else { return true }
        if prefix != self.prefix { return prefix < self.prefix }
        return ByteOrder.compare(key, self.key.bytes) < 0
    }

    /// Takes the key of the last row that is kept.
    mutating func set(_ key: UnsafeRawBufferPointer) {
        self.key.removeAll()
        self.key.append(key)
        prefix = KeyPrefix.load(key)
        isSet = true
    }
}
