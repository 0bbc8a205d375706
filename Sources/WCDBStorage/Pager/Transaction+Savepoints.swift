/// What a page was before a savepoint's first change of it.
struct UndoEntry {
    let number: PageNumber
    /// The dirty page, or its tombstone, as it was; nil when the page was clean.
    let before: DirtyPages.Page?
}

/// A point that a write transaction can go back to.
struct Savepoint {
    /// Where its entries begin in the undo stack.
    let undoStart: Int
    let state: CommitState
    let allocationHint: UInt32
}

/// Savepoints are a stack of old private copies: no journal, no position in the log.
extension Transaction {
    /// The number of open savepoints.
    package var savepointDepth: Int { savepoints.count }

    package func openSavepoint() throws(StorageError) {
        guard isWritable else { throw .misuse("the transaction cannot write") }
        try treeCounts.flush(self)
        savepoints.append(
            Savepoint(undoStart: undo.count, state: state, allocationHint: allocationHint))
    }

    /// Keeps what was changed since the innermost savepoint; the one around it takes it over.
    package func releaseSavepoint() throws(StorageError) {
        try treeCounts.flush(self)
        guard let savepoint = savepoints.popLast() else {
            throw .misuse("no savepoint is open")
        }
        let depth = savepoints.count
        var kept = savepoint.undoStart
        for index in savepoint.undoStart..<undo.count {
            let entry = undo[index]
            let page = dirty.index(of: entry.number)
            if page >= 0 { dirty[page].depth = min(dirty[page].depth, depth) }
            // A copy made in the surrounding savepoint is what that one would go back beyond.
            if depth == 0 || (entry.before.map { $0.depth >= depth } ?? false) {
                if let before = entry.before { release(before) }
            } else {
                undo[kept] = entry
                kept += 1
            }
        }
        undo.removeLast(undo.count - kept)
    }

    /// Forgets what was changed since the innermost savepoint, which stays open.
    package func rollbackToSavepoint() throws(StorageError) {
        guard let savepoint = savepoints.last else { throw .misuse("no savepoint is open") }
        for cursor in cursors { cursor.savePosition() }
        treeCounts.removeAll()
        while undo.count > savepoint.undoStart, let entry = undo.popLast() {
            restore(entry)
        }
        state = savepoint.state
        allocationHint = savepoint.allocationHint
        isBroken = false
        try reloadRoots()
    }

    private func restore(_ entry: UndoEntry) {
        let index = dirty.index(of: entry.number)
        guard index >= 0 else { return }
        release(dirty[index])
        if let before = entry.before {
            dirty[index] = before
        } else {
            dirty[index].isFreed = true
            dirty[index].place = .spilled(slot: -1)
            dirty[index].depth = 0
        }
    }

    /// Forgets everything that a writer changed and did not commit.
    func discardChanges() {
        for entry in undo {
            if let before = entry.before { release(before) }
        }
        for index in 0..<dirty.count { release(dirty[index]) }
        undo.removeAll(keepingCapacity: true)
        savepoints.removeAll(keepingCapacity: true)
        dirty.removeAll()
        spillFile = nil
        spillHand = 0
    }

    /// The commit took over the private copies that are in memory.
    func handOver() {
        for index in 0..<dirty.count {
            guard !dirty[index].isFreed else { continue }
            if case .memory = dirty[index].place {
                residentPages &-= 1
                dirty[index].isFreed = true
            } else {
                release(dirty[index])
                dirty[index].isFreed = true
            }
        }
    }
}
