// Work in transactions. Whoever calls these keeps the handle meanwhile.

extension PooledConnection {
    /// Runs a closure in a level of its own, which is undone unless it returns true.
    func runControllable(_ work: () throws -> Bool) throws {
        try begin()
        let isKept: Bool
        do {
            isKept = try work()
        } catch {
            rollback()
            throw error
        }
        if isKept { try commit() } else { rollback() }
    }

    /// Runs a closure again and again until it sets its argument, in transactions that let others
    /// write between the calls. The second argument tells whether the transaction is a new one.
    func runPausable(_ work: (inout Bool, Bool) throws -> Void) throws {
        try begin()
        var isNew = true
        while true {
            var isDone = false
            do {
                try work(&isDone, isNew)
            } catch {
                rollback()
                throw error
            }
            if isDone { return try commit() }
            isNew = try letOthersWrite()
        }
    }
}
