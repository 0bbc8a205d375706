import WCDBStorage

/// What the entries of an index come to, in whatever order they are added: sets that differ hardly
/// ever have the same sum, since nobody who made the entries knows the seed.
///
/// **Users.** Whoever compares two sets that are too large to keep; a plain value.
struct EntrySum: Equatable {
    private(set) var count: Int64 = 0
    private var hashes: UInt64 = 0
    private var squares: UInt64 = 0
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    /// Adds a key and the fix-ups beside it. Hot.
    @inline(__always)
    mutating func add(_ key: UnsafeRawBufferPointer, _ fixups: UnsafeRawBufferPointer) {
        var hash = KeyHash.hash(key, seed: seed)
        // Together, for fix-ups say something of their own key only.
        if fixups.count > 0 { hash = KeyHash.hash(fixups, seed: hash) }
        count &+= 1
        hashes &+= hash
        squares &+= hash &* hash
    }
}
