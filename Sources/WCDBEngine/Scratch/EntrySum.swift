import WCDBStorage

/// What a set of keys comes to, in whatever order they are added: sets that differ hardly ever have
/// the same sum, since nobody who made the keys knows the seed.
///
/// **Users.** Whoever compares two sets that are too large to keep; a plain value.
struct EntrySum: Equatable {
    private(set) var count: Int64 = 0
    private var hashes: UInt64 = 0
    private var squares: UInt64 = 0
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    /// Hot.
    @inline(__always)
    mutating func add(_ key: UnsafeRawBufferPointer) {
        let hash = KeyHash.hash(key, seed: seed)
        count &+= 1
        hashes &+= hash
        squares &+= hash &* hash
    }
}
