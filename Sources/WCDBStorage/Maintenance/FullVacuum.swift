/// Making a database as short as it can be, in one go: its content is built anew beside it and
/// replaces the old one in a single commit.
extension Store {
    /// Rebuilds the whole database without gaps: into a scratch file beside it, which is checked,
    /// and then, as one ordinary commit, over the old pages. Readers go on with what they see;
    /// writers wait. A crash at any point leaves the database as it was before or after.
    ///
    /// `progress` is told the rows done and the rows of all; if it answers false, nothing has
    /// happened and `interrupted` is thrown.
    package func vacuum(
        timeout: UInt64? = nil, patience: (any WriterPatience)? = nil,
        progress: @escaping (Int64, Int64) -> Bool = { _, _ in true }
    ) throws(StorageError) {
        let transaction = try beginWrite(timeout: timeout, patience: patience)
        defer { transaction.end() }
        try replaceContent(of: transaction, progress)
        // The scratch file is gone by now: whoever writes next may vacuum too.
        try transaction.commit()
    }

    private func replaceContent(
        of transaction: Transaction, _ progress: @escaping (Int64, Int64) -> Bool
    ) throws(StorageError) {
        let sibling = try Store.open(
            path, options: optionsOfSibling(),
            fileSystem: NamelessFiles(of: core.fileSystem, beside: path))
        // It is thrown away: to close it would copy its log first.
        defer { sibling.abandon() }
        try rebuild(transaction, into: sibling, progress)
        let copy = try sibling.beginRead()
        defer { copy.end() }
        try transaction.replaceContent(with: copy)
    }

    private func optionsOfSibling() -> StoreOptions {
        var options = StoreOptions()
        options.pageSize = pageSize
        options.codec = core.options.codec
        options.cacheBudget = max(1 << 20, core.options.cacheBudget / 4)
        // It is thrown away: nothing of it has to survive.
        options.syncLevel = .off
        options.backgroundCheckpoints = false
        return options
    }

    private func rebuild(
        _ source: Transaction, into sibling: Store,
        _ progress: @escaping (Int64, Int64) -> Bool
    ) throws(StorageError) {
        let target = try sibling.beginWrite()
        defer { target.end() }
        try DatabaseRebuild(source: source, target: target, progress: progress).run()
        try target.commit()
        let check = try sibling.beginRead()
        defer { check.end() }
        if let finding = try IntegrityCheck.run(check, extent: .quick, limit: 1).first {
            throw .corrupt(finding)
        }
    }
}

extension Transaction {
    /// Makes the pages of another database those of this one.
    fileprivate func replaceContent(with copy: Transaction) throws(StorageError) {
        treeCounts.removeAll()
        forgetTrees()
        let old = state
        state.pageCount = copy.state.pageCount
        state.freeCount = copy.state.freeCount
        state.counts = copy.state.counts
        var number = DatabaseHeader.catalogRoot
        while number.rawValue <= state.pageCount {
            try beginOperation()
            try copy.beginOperation()
            let isUsed = try copy.isInUse(number)
            if isUsed || copy.isMapPage(number) {
                try overwritePage(number, with: try copy.readAnyPage(number))
            }
            number = PageNumber(number.rawValue + 1)
        }
        state.schemaCookie = old.schemaCookie &+ 1
    }
}
