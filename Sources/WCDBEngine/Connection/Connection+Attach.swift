import WCDBSQL
import WCDBStorage

/// ATTACH and DETACH: further databases of a connection, behind `main` and `temp`.
extension Connection {
    private static let maxAttached = 10

    func run(_ attach: AttachStatement) throws(EngineError) {
        guard let file = attach.file else { throw .error("near \";\": syntax error") }
        let name = try word(attach.schema)
        let path = try word(file)
        guard databases.count - 2 < Connection.maxAttached else {
            throw .error("too many attached databases - max \(Connection.maxAttached)")
        }
        guard !databases.contains(where: { FoldedName.equal($0.name, name) }) else {
            throw .error("database \(name) is already in use")
        }
        if let key = attach.key, try constant(key) != .null {
            throw .error("not supported yet: encryption")
        }
        let isInMemory = path.isEmpty || path == ":memory:"
        var options = openOptions
        let system: any FileSystem = isInMemory ? MemoryFileSystem() : fileSystem
        if isInMemory { options.syncLevel = .off }
        do throws(StorageError) {
            let store = try Store.open(
                isInMemory ? "/memory" : path, options: options, fileSystem: system)
            let database = try DatabaseFile(
                number: databases.count, name: name, store: store, isInMemory: isInMemory,
                syncLevel: openOptions.syncLevel)
            database.transaction.patience = patience
            databases.append(database)
        } catch {
            let isIO = if case .io = error { true } else { false }
            if isIO || !isInMemory && (try? system.identity(of: path))?.isDirectory ?? false {
                throw .sql(.cantOpen, "unable to open database: \(path)")
            }
            throw .storage(error)
        }
        environmentVersion += 1
    }

    func run(_ detach: DetachStatement) throws(EngineError) {
        let name = try word(detach.schema)
        // Nobody sees `temp` before something lies in it.
        let index = databases.firstIndex { FoldedName.equal($0.name, name) }
        guard let index, !databases[index].isUnused else {
            throw .error("no such database: \(name)")
        }
        guard databases[index].isAttached else { throw .error("cannot detach database \(name)") }
        let database = databases[index]
        if database.transaction.isActive {
            // What a transaction of the caller has only read of it, it can do without.
            guard activeReaders == 0, isAutocommit || !database.transaction.isWritable else {
                throw .error("database \(name) is locked")
            }
            database.transaction.end()
        }
        databases.remove(at: index)
        // What is behind it moves up; what was known of its tables had the old numbers.
        for (number, moved) in databases.enumerated() where moved.number != number {
            moved.number = number
            moved.forget()
        }
        // What a temporary trigger watched is gone for good: another one of that name is not it.
        watchedDatabases = watchedDatabases.mapValues { number in
            number == index ? 1 : number > index ? number - 1 : number
        }
        environmentVersion += 1
        try stored { () throws(StorageError) in
            try database.store.close()
        }
    }

    /// Whether there are databases behind `main` and `temp`.
    package var hasAttached: Bool { transactions.count > DatabaseNumber.firstAttached }

    /// The files of those databases.
    package var attachedPaths: [String] { databases.compactMap { attachedPath($0.number) } }

    /// The file of an attached database; nil for others, and for one in memory.
    package func attachedPath(_ number: Int) -> String? {
        guard databases.indices.contains(number), databases[number].isAttached,
            !databases[number].isInMemory
        else { return nil }
        return databases[number].store.path
    }

    /// A word without quotes is a text here.
    private func word(_ expression: Expression) throws(EngineError) -> String {
        if case .column(let column) = expression, column.table == nil { return column.name.text }
        let value = try constant(expression)
        var scratch = ByteBuffer(capacity: 32)
        return value.withColumnValue {
            String(decoding: $0.textView(scratch: &scratch).buffer, as: UTF8.self)
        }
    }
}
