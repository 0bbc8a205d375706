/// Savepoints are a stack of old private copies: no journal, no position in the log.
extension Transaction {
    /// The number of open savepoints.
    package var savepointDepth: Int { savepoints.count }

    package func openSavepoint() throws(StorageError) {
        guard isWritable else { throw .misuse("the transaction cannot write") }
        try requireWhole()
        try treeCounts.flush(self)
        savepoints.append(
            Savepoint(undoStart: undo.count, state: state, allocationHint: allocationHint))
        view.pointee.savepointDepth = savepoints.count
    }

    /// Keeps what was changed since the innermost savepoint; the one around it takes it over.
    package func releaseSavepoint() throws(StorageError) {
        try treeCounts.flush(self)
        guard let savepoint = savepoints.popLast() else {
            throw .misuse("no savepoint is open")
        }
        let depth = savepoints.count
        view.pointee.savepointDepth = depth
        var kept = savepoint.undoStart
        for index in savepoint.undoStart..<undo.count {
            let entry = undo[index]
            let page = view.pointee.dirty.index(of: entry.number)
            if page >= 0 {
                view.pointee.dirty[page].depth = min(view.pointee.dirty[page].depth, depth)
            }
            // A copy made in the surrounding savepoint is what that one would go back beyond.
            if depth == 0 || (entry.before.map { $0.depth >= depth } ?? false) {
                if let before = entry.before { release(before) }
            } else {
                undo[kept] = entry
                kept += 1
            }
        }
        undo.removeLast(undo.count - kept)
        spilledUndo = min(spilledUndo, savepoint.undoStart)
    }

    /// Forgets what was changed since the innermost savepoint, which stays open.
    package func rollbackToSavepoint() throws(StorageError) {
        guard let savepoint = savepoints.last else { throw .misuse("no savepoint is open") }
        for tree in openTrees.values { tree.savePosition() }
        treeCounts.removeAll()
        while undo.count > savepoint.undoStart, let entry = undo.popLast() {
            restore(entry)
        }
        spilledUndo = min(spilledUndo, undo.count)
        state = savepoint.state
        allocationHint = savepoint.allocationHint
        do throws(StorageError) {
            try reloadRoots()
        } catch {
            throw doubt(error)
        }
        endDoubt()
    }

    private func restore(_ entry: UndoEntry) {
        let index = view.pointee.dirty.index(of: entry.number)
        guard index >= 0 else { return }
        release(view.pointee.dirty[index])
        if let before = entry.before {
            view.pointee.dirty[index] = before
        } else {
            view.pointee.dirty[index].isFreed = true
            view.pointee.dirty[index].place = .spilled(slot: -1)
            view.pointee.dirty[index].depth = 0
        }
    }

    /// Forgets everything that a writer changed and did not commit.
    func discardChanges() {
        for entry in undo {
            if let before = entry.before { release(before) }
        }
        for index in 0..<view.pointee.dirty.count { release(view.pointee.dirty[index]) }
        if !undo.isEmpty { undo.removeAll(keepingCapacity: true) }
        if !savepoints.isEmpty { savepoints.removeAll(keepingCapacity: true) }
        view.pointee.savepointDepth = 0
        view.pointee.dirty.removeAll()
        forgetFinished()
        spillFile = nil
        spillHand = 0
        spilledUndo = 0
    }

    /// The commit took over the private copies that are in memory.
    func handOver() {
        for index in 0..<view.pointee.dirty.count {
            guard !view.pointee.dirty[index].isFreed else { continue }
            if case .memory = view.pointee.dirty[index].place {
                view.pointee.residentPages &-= 1
                view.pointee.dirty[index].isFreed = true
            } else {
                release(view.pointee.dirty[index])
                view.pointee.dirty[index].isFreed = true
            }
        }
    }
}

/// What a page was before a savepoint's first change of it.
struct UndoEntry {
    let number: PageNumber
    /// The dirty page, or its tombstone, as it was; nil when the page was clean.
    var before: DirtyPages.Page?
}

/// A point that a write transaction can go back to.
struct Savepoint {
    /// Where its entries begin in the undo stack.
    let undoStart: Int
    let state: CommitState
    let allocationHint: UInt32
}
