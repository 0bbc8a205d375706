import WCDBStorage

/// How an entry of an index lies in a key of the sorter:
///
///     key with rowid | mark 0
///     key with rowid | fix-ups | count of fix-ups, count of the unique part | mark 1
///
/// Both counts have four bytes, the mark has one. None of it decides the order, because no two keys
/// are equal.
struct EntryParts {
    private enum Mark {
        static let bare: UInt8 = 0
        static let counts: UInt8 = 1
        static let size = 1
    }

    private static let countsSize = MemoryLayout<UInt64>.size

    let fixupCount: Int
    /// How much of the key nothing else in a unique index may begin with; nil if it may.
    let uniqueCount: Int?
    private var isBare: Bool { fixupCount == 0 && uniqueCount == nil }
    /// The bytes behind the fix-ups.
    private var tailSize: Int { Mark.size + (isBare ? 0 : EntryParts.countsSize) }

    /// The parts of what the encoder has made, without a rowid yet.
    @inline(__always)
    init(_ encoder: borrowing KeyEncoder, isUnique: Bool) {
        fixupCount = encoder.fixups.count
        // NULLs are equal to nothing.
        uniqueCount = isUnique && !encoder.containsNull ? encoder.uniquePrefix.count : nil
    }

    /// The parts of what `append` has ended. Both counts fit: no row of SQL is longer than 2³¹
    /// bytes.
    @inline(__always)
    init(of entry: UnsafeRawBufferPointer) {
        let tail = EntryParts.countsSize + Mark.size
        guard let base = entry.baseAddress, entry.count > tail,
            base.byte(at: entry.count &- Mark.size) == Mark.counts
        else {
            (fixupCount, uniqueCount) = (0, nil)
            return
        }
        let packed = base.little(UInt64.self, at: entry.count &- tail)
        fixupCount = Int(packed &>> 32)
        let unique = Int(Int32(truncatingIfNeeded: packed))
        uniqueCount = unique < 0 ? nil : unique
    }

    /// Appends fix-ups and counts to the key with its rowid.
    @inline(__always)
    func append(to encoder: inout KeyEncoder) {
        guard !isBare else { return encoder.appendRaw(Mark.bare) }
        encoder.appendFixups()
        encoder.appendRaw(
            UInt64(fixupCount) &<< 32
                | UInt64(UInt32(truncatingIfNeeded: uniqueCount ?? -1)))
        encoder.appendRaw(Mark.counts)
    }

    /// Key and fix-ups of an entry.
    @inline(__always)
    func split(
        _ entry: UnsafeRawBufferPointer
    ) -> (key: UnsafeRawBufferPointer, fixups: UnsafeRawBufferPointer) {
        let end = entry.count - tailSize
        return (
            UnsafeRawBufferPointer(rebasing: entry[..<(end - fixupCount)]),
            UnsafeRawBufferPointer(rebasing: entry[(end - fixupCount)..<end])
        )
    }
}
