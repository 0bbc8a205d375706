/// Making a database shorter a few pages at a time: pages from its end move into free ones before
/// them, so that no step takes long.
extension Store {
    /// Moves up to `pages` pages from the end of the file into free ones before them, in one small
    /// transaction, and makes the database that much shorter; the file follows at the next
    /// checkpoint after the last reader who could need the pages. Returns by how many pages the
    /// database shrank; 0 means that there is nothing left to gain.
    package func incrementalVacuum(
        pages: Int, timeout: UInt64? = nil, patience: (any WriterPatience)? = nil
    ) throws(StorageError) -> Int {
        let transaction = try beginWrite(timeout: timeout, patience: patience)
        defer { transaction.end() }
        let shrunk = try transaction.vacuum(pages: pages)
        if shrunk > 0 { try transaction.commit() }
        return shrunk
    }
}

extension Transaction {
    /// The same inside of a transaction, which must not hold cursors or savepoints.
    package func vacuum(pages: Int) throws(StorageError) -> Int {
        guard isWritable, savepointDepth == 0 else {
            throw .misuse("vacuuming needs a write transaction without savepoints")
        }
        allocatesLow = true
        defer { allocatesLow = false }
        let before = state.pageCount
        _ = try shrink()
        var moved = 0
        while moved < pages, state.freeCount > 0 {
            // The last page is in use, or it would be gone; something before it is free.
            let last = state.pageCount
            try PageRelocation(self).move(PageNumber(last))
            _ = try shrink()
            guard state.pageCount < last else {
                throw .corrupt(
                    Corruption(
                        .overflowChain, page: PageNumber(last), "in use, and its row has another"))
            }
            moved += 1
        }
        return Int(before) - Int(state.pageCount)
    }
}
