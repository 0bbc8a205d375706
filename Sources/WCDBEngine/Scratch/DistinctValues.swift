import WCDBStorage

/// The values that an aggregate with DISTINCT has seen.
///
/// **Users.** The state of one aggregate, one thread.
///
/// **Always true.** Two values are the same if they compare as equal: 1 and 1.0 are one, and texts
/// are as their collation says. Texts that are compared byte by byte are kept as they are, apart
/// from everything else: no key has to be made of them. Both indexes are made when they are needed
/// and belong to this object alone: looking at them counts no references.
final class DistinctValues {
    private let space: ScratchSpace
    private let column: KeyColumn
    private let hasPlainTexts: Bool
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var texts: Unmanaged<HashIndex>?
    @exclusivity(unchecked) private var others: Unmanaged<HashIndex>?

    init(_ collation: Collation, space: ScratchSpace) {
        self.space = space
        column = KeyColumn(collation: collation)
        hasPlainTexts = if case .binary = collation { true } else { false }
    }

    deinit {
        texts?.release()
        others?.release()
    }

    /// Adds a value; false if it was there. `encoder` is memory for keys. Hot.
    func insert(
        _ value: ColumnValue, _ encoder: inout KeyEncoder
    ) throws(StorageError) -> Bool {
        if case .text = value.kind, hasPlainTexts {
            if texts == nil { texts = makeIndex() }
            return try DistinctValues.insert(into: texts) { (index) throws(StorageError) in
                try index.insert(value.bytes).isNew
            }
        }
        if others == nil { others = makeIndex() }
        if case .integer = value.kind, let short = ShortKey(value.integer) {
            return try DistinctValues.insert(into: others) { (index) throws(StorageError) in
                try index.insert(short).isNew
            }
        }
        encoder.begin()
        encoder.append(value, column)
        return try DistinctValues.insert(into: others) { (index) throws(StorageError) in
            try index.insert(encoder.key).isNew
        }
    }

    @inline(__always)
    private static func insert(
        into index: Unmanaged<HashIndex>?, _ body: (HashIndex) throws(StorageError) -> Bool
    ) throws(StorageError) -> Bool {
        guard let index else { return false }
        return try index._withUnsafeGuaranteedRef { index in
            Result { () throws(StorageError) in try body(index) }
        }.get()
    }

    /// Cold.
    @inline(never)
    private func makeIndex() -> Unmanaged<HashIndex> {
        Unmanaged.passRetained(HashIndex(space: space, isBounded: false))
    }
}
