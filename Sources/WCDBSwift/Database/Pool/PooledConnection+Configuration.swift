extension PooledConnection {
    /// Runs the configurations, after those that were run before are undone in reverse order. On
    /// an error the connection is left as if it had none, so that the next use tries again.
    func configure(
        _ version: ConfigurationList.Version, _ database: Database
    ) throws(WCDBError) {
        let handle = Handle(database, self, isCounted: false)
        defer { handle.expire() }
        undoConfigurations(handle)
        configured = ConfigurationList.Version(version: -1)
        for configuration in version.list {
            do {
                try configuration.invoke(handle)
                try requireNoTransaction(after: "the configuration \(configuration.name)")
            } catch {
                rollback(to: 0)
                finalizeAll()
                throw wrap(error, "the configuration \(configuration.name) failed")
            }
            configured.list.append(configuration)
        }
        finalizeAll()
        configured = version
    }

    /// Undoes the configurations of a connection that is about to be closed.
    func unconfigure() {
        guard configured.list.contains(where: { $0.uninvoke != nil }) else { return }
        let handle = Handle(Database(core), self, isCounted: false)
        undoConfigurations(handle)
        handle.expire()
        configured = ConfigurationList.Version()
    }

    private func undoConfigurations(_ handle: Handle) {
        for old in configured.list.reversed() {
            try? old.uninvoke?(handle)
            try? requireNoTransaction(after: "the configuration \(old.name)")
        }
    }

    /// A closure of the program that begins a transaction ends it: whoever comes next would be in
    /// it without knowing. One that is left is undone.
    func requireNoTransaction(after closure: String) throws(WCDBError) {
        guard isInTransaction else { return }
        rollback(to: 0)
        throw report(
            WCDBError(
                .Misuse, "A transaction that \(closure) began was not ended.", path: path,
                tag: tag))
    }

    /// An error of a closure of the program, as one of this module.
    private func wrap(_ error: any Error, _ message: String) -> WCDBError {
        if let error = error as? WCDBError { return error }
        return report(
            WCDBError(.Error, "\(message): \(error)", path: path, tag: tag))
    }
}
