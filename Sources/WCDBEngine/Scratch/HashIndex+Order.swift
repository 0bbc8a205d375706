import WCDBStorage

/// The entries in the order of their keys, as GROUP BY hands out its groups.
extension HashIndex {
    private struct EntryKeys: KeySource {
        let index: HashIndex

        @inline(__always)
        func key(of reference: UInt64) -> UnsafeRawBufferPointer {
            index.key(of: Int(truncatingIfNeeded: reference))
        }
    }

    /// All entries by key, ascending as bytes.
    package func sortedEntries() -> [Int] {
        let records = LargeMemory.allocate(SortRecord.self, capacity: count)
        let scratch = LargeMemory.allocate(SortRecord.self, capacity: count)
        defer {
            records.deallocate()
            scratch.deallocate()
        }
        for entry in 0..<count {
            records[entry] = SortRecord(
                prefix: KeyPrefix.load(key(of: entry)),
                reference: UInt64(truncatingIfNeeded: entry))
        }
        KeySort.sort(records, count: count, scratch: scratch, source: EntryKeys(index: self))
        return (0..<count).map { Int(truncatingIfNeeded: records[$0].reference) }
    }
}
