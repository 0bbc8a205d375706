import Synchronization

/// Giving the cache's copy of a page to the writer, who saves the memory and the copying of
/// another: the page stays in the main file, where whoever asks for it meanwhile finds it.
extension Core {
    /// Takes the clean block of a page out of the cache, for the writer to change; false when
    /// somebody may look at it, or when it is not all there is of the page.
    ///
    /// Requires: the caller is the writer, `block` is what it found for the page, and none of its
    /// cursors relies on these bytes.
    func takeOver(_ block: UnsafeRawPointer, of number: PageNumber, but own: SlotPointer) -> Bool {
        // Asked first without disturbing anything: with a reader about it is mostly no.
        guard readers.isAlone(own) || options.plants(.takeOverUnderReaders) else { return false }
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        guard let version = table.newest(number), case .main = version.pointee.source,
            version.pointee.older.load(ordering: .relaxed) == nil,
            let bytes = version.pointee.bytes.load(ordering: .relaxed),
            UnsafeRawPointer(bytes) == block,
            PageBlock.pins(bytes, pageSize: pageSize).pointee.load(ordering: .acquiring) == 0
        else { return false }
        table.setNewest(nil, of: number)
        // Whoever announced itself before the table forgot the page is seen now; whoever comes
        // later does not find the block. The other half is `Transaction.announce`.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard readers.isAlone(own) || options.plants(.takeOverUnderReaders) else {
            table.setNewest(version, of: number)
            return false
        }
        cache.remove(version)
        cache.discount()
        reclamation.retire(version: version)
        return true
    }
}

extension ReaderRegistry {
    /// Whether nobody but the owner of `slot` is looking at pages.
    func isAlone(_ slot: SlotPointer) -> Bool {
        var isAlone = true
        forEachSlot { other in
            isAlone =
                other == slot
                || other.pointee.epoch.load(ordering: .sequentiallyConsistent) == ReaderSlot.idle
            return isAlone
        }
        return isAlone
    }
}
