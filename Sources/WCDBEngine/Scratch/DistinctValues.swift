import WCDBStorage

/// The values that an aggregate with DISTINCT has seen.
///
/// **Users.** The state of one aggregate, one thread.
///
/// **Always true.** Two values are the same if they compare as equal: 1 and 1.0 are one, and texts
/// are as their collation says. Texts that are compared byte by byte are kept as they are, apart
/// from everything else: no key has to be made of them. Both sets are made when they are needed and
/// belong to this object alone: looking at them counts no references.
final class DistinctValues {
    /// Keys in memory, and the number under which it knows those that it has no room for.
    private final class Keys {
        let index: HashIndex
        private let memory: KeyMemory
        private let number: UInt64

        init(_ memory: KeyMemory) {
            self.memory = memory
            number = memory.beginSet()
            index = HashIndex(borrowing: memory)
        }

        deinit { memory.endSet() }

        @inline(never)
        func insertIntoRest(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
            try memory.insert(key, ofSet: number)
        }
    }

    private let memory: KeyMemory
    private let column: KeyColumn
    private let hasPlainTexts: Bool
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var texts: Unmanaged<Keys>?
    @exclusivity(unchecked) private var others: Unmanaged<Keys>?

    init(_ collation: Collation, _ memory: KeyMemory) {
        self.memory = memory
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
            if texts == nil { texts = makeKeys() }
            return try insert(into: texts, value.bytes)
        }
        if others == nil { others = makeKeys() }
        if case .integer = value.kind, let short = ShortKey(value.integer) {
            let found = try DistinctValues.borrow(others) { (keys) throws(StorageError) in
                try keys.index.insert(short)
            }
            if let found, found.entry >= 0 { return found.isNew }
        }
        encoder.begin()
        encoder.append(value, column)
        return try insert(into: others, encoder.key)
    }

    @inline(__always)
    private func insert(
        into set: Unmanaged<Keys>?, _ key: UnsafeRawBufferPointer
    ) throws(StorageError) -> Bool {
        try DistinctValues.borrow(set) { (keys) throws(StorageError) in
            let found = try keys.index.insert(key)
            if found.entry == HashIndex.full { return try keys.insertIntoRest(key) }
            return found.isNew
        } ?? false
    }

    @inline(__always)
    private static func borrow<Result>(
        _ set: Unmanaged<Keys>?, _ body: (Keys) throws(StorageError) -> Result
    ) throws(StorageError) -> Result? {
        guard let set else { return nil }
        return try set._withUnsafeGuaranteedRef { keys in
            Swift.Result { () throws(StorageError) in try body(keys) }
        }.get()
    }

    /// Cold.
    @inline(never)
    private func makeKeys() -> Unmanaged<Keys> {
        Unmanaged.passRetained(Keys(memory))
    }
}
