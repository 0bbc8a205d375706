import WCDBStorage

/// The values that an aggregate with DISTINCT has seen.
///
/// **Users.** The state of one aggregate, one thread.
///
/// **Always true.** Two values are the same if they compare as equal: 1 and 1.0 are one, and texts
/// are as their collation says. Texts that are compared byte by byte are kept as they are, apart
/// from everything else: no key has to be made of them.
final class DistinctValues {
    private let space: ScratchSpace
    private let column: KeyColumn
    private let hasPlainTexts: Bool
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var texts: HashIndex?
    @exclusivity(unchecked) private var others: HashIndex?

    init(_ collation: Collation, space: ScratchSpace) {
        self.space = space
        column = KeyColumn(collation: collation)
        hasPlainTexts = if case .binary = collation { true } else { false }
    }

    /// Adds a value; false if it was there. `encoder` is memory for keys. Hot.
    func insert(
        _ value: ColumnValue, _ encoder: inout KeyEncoder
    ) throws(StorageError) -> Bool {
        if case .text = value.kind, hasPlainTexts { return try insertText(value.bytes) }
        let others = self.others ?? makeIndex(&self.others)
        if case .integer = value.kind, let short = ShortKey(value.integer) {
            return try others.insert(short).isNew
        }
        encoder.begin()
        encoder.append(value, column)
        return try others.insert(encoder.key).isNew
    }

    private func insertText(_ text: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        let texts = self.texts ?? makeIndex(&self.texts)
        return try texts.insert(text).isNew
    }

    /// Cold.
    private func makeIndex(_ place: inout HashIndex?) -> HashIndex {
        let index = HashIndex(space: space, isBounded: false)
        place = index
        return index
    }
}
