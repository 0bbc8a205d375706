import WCDBEngine

// Work in transactions. Whoever calls these keeps the handle meanwhile.

extension PooledConnection {
    /// Runs a closure in a level of its own, which is undone unless it returns true.
    func runControllable(_ work: () throws -> Bool) throws {
        _ = try runLevel(work) { $0 }
    }

    /// Runs a closure in a transaction of its own, which is undone when it throws. The closure may
    /// end the transaction itself; what it did is left as it is then.
    func runPlain(_ work: () throws -> Void) throws {
        let before = losses
        _ = try runLevel(work) { _ in isInTransaction || losses != before }
    }

    /// Runs a part of a call that is done as a whole: in the transaction that is open, or else in
    /// one of its own, of which the thread's other statements notice nothing.
    func runWhole(_ work: () throws -> Void) throws {
        guard !isInTransaction else { return try work() }
        _ = try runLevel(rewinds: false, work) { _ in true }
    }

    /// Runs a closure in a level of its own, which is undone when it throws, or comes to something
    /// that is not to be kept.
    func runLevel<Result>(
        rewinds: Bool = true, _ work: () throws -> Result, isKept: (Result) throws -> Bool
    ) throws -> Result {
        let outer = openLevels
        try begin()
        do {
            let result = try work()
            if try isKept(result) {
                try requireBalance(above: outer)
                try commit(rewinds: rewinds)
            } else {
                rollback(to: outer, rewinds: rewinds)
            }
            return result
        } catch {
            rollback(to: outer, rewinds: rewinds)
            throw error
        }
    }

    /// Runs a closure again and again until it sets its argument, in transactions that let others
    /// write between the calls. The second argument tells whether the transaction is a new one.
    func runPausable(_ work: (inout Bool, Bool) throws -> Void) throws {
        let outer = openLevels
        try begin()
        var isNew = true
        while true {
            var isDone = false
            do {
                try work(&isDone, isNew)
                try requireBalance(above: outer)
                if isDone { return try commit() }
                isNew = try letOthersWrite()
            } catch {
                rollback(to: outer)
                throw error
            }
        }
    }

    /// Runs a closure that sees one moment, and can change nothing.
    func runReading<Result>(_ work: () throws -> Result) throws -> Result {
        let outer = openLevels
        try begin(.deferred)
        let wasQueryOnly = engine.isQueryOnly
        engine.isQueryOnly = true
        defer {
            engine.isQueryOnly = wasQueryOnly
            rollback(to: outer)
        }
        return try work()
    }

    /// Throws when a signal has told this connection to stop.
    func requireGoingOn() throws(WCDBError) {
        guard engine.interrupter.isSet else { return }
        throw report(WCDBError(.Interrupt, "interrupted", path: path, tag: tag))
    }

    /// A closure has ended all levels that it began, and no other: else what was not ended is
    /// undone, and nobody may take it for kept.
    private func requireBalance(above outer: Int) throws(WCDBError) {
        let levels = openLevels
        guard levels != outer + 1 else { return }
        rollback(to: outer)
        throw report(
            WCDBError(
                .Misuse,
                levels > outer
                    ? "A transaction that was begun within another was not ended."
                    : "The transaction ended before the closure did.",
                path: path, tag: tag))
    }
}
