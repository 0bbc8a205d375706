/// Opens the files of a database and makes a core of them: refuses what is not ours without
/// touching it, creates what is not there, recovers what was left behind.
struct DatabaseOpening {
    let fileSystem: any FileSystem
    let path: String
    let options: StoreOptions

    func run() throws(StorageError) -> Core {
        let owner = OwnerLock(fileSystem: fileSystem, path: path)
        let lockFile: (any OpenFile)?
        if options.immutable {
            lockFile = nil
        } else if options.readOnly {
            lockFile = try owner.takeToRead()
        } else {
            do {
                lockFile = try owner.take()
            } catch .diskFull(let full) {
                // Not even for the name of the lock file; so nobody else has the database.
                guard let found = try fileSystem.identity(of: path), found.size > 0 else {
                    throw .diskFull(path: full)
                }
                return try openFiles(lockFile: nil, isReadOnly: true, lacksRoom: true)
            }
        }
        do {
            if options.readOnly || options.immutable {
                return try openFiles(lockFile: lockFile, isReadOnly: true)
            }
            try createIfMissing()
            return try openOwned(lockFile: lockFile)
        } catch {
            if let lockFile { owner.giveBack(lockFile) }
            throw error
        }
    }

    private func createIfMissing() throws(StorageError) {
        let identity = try fileSystem.identity(of: path)
        if let identity {
            try requireFile(identity)
            guard identity.size == 0 else { return }
        }
        let log = try fileSystem.identity(of: StoreFiles.log(path))
        guard log == nil || log?.size == 0 else {
            throw .foreignLog(path: path, reason: "there is a log without its database")
        }
        try DatabaseCreation(fileSystem: fileSystem, path: path, options: options).run()
    }

    /// Opening a pipe would wait for whoever writes into it; nothing but a file keeps what it is
    /// given.
    private func requireFile(_ identity: FileIdentity) throws(StorageError) {
        guard !identity.isDirectory else {
            throw .notADatabase(path: path, reason: "it is a directory")
        }
        guard !identity.isSpecial else {
            throw .notADatabase(path: path, reason: "it is not a file")
        }
    }

    /// To recover takes room on the disk, to read does not: without room the log is laid over the
    /// file in memory, and whoever opens the database later recovers it.
    private func openOwned(lockFile: (any OpenFile)?) throws(StorageError) -> Core {
        do throws(StorageError) {
            return try openFiles(lockFile: lockFile, isReadOnly: false)
        } catch .diskFull {
            return try openFiles(lockFile: lockFile, isReadOnly: true, lacksRoom: true)
        }
    }

    private func openFiles(
        lockFile: (any OpenFile)?, isReadOnly: Bool, lacksRoom: Bool = false
    ) throws(StorageError) -> Core {
        if let identity = try fileSystem.identity(of: path) { try requireFile(identity) }
        let main = try fileSystem.open(path, isReadOnly ? .readOnly : .readWrite)
        do throws(StorageError) {
            let identity = try main.identity()
            guard identity.linkCount <= 1 else {
                throw .notADatabase(
                    path: path, reason: "it has several names, and its log can have only one")
            }
            let headers = try readHeaders(main)
            // An unknown feature that readers need not know: whoever writes would have to.
            let features = (headers.first ?? headers.mirror)?.readOnlyFeatures ?? 0
            let isReadOnly = isReadOnly || features != 0
            if !isReadOnly { try OwnerLock(fileSystem: fileSystem, path: path).take(main) }
            var recovery = LogRecovery(
                fileSystem: fileSystem, path: path, options: options, isReadOnly: isReadOnly,
                first: headers.first, mirror: headers.mirror, main: main,
                mainSize: try main.size())
            let plan = try recovery.plan()
            let core = Core(
                CoreParts(
                    fileSystem: fileSystem, path: path, identity: identity, options: options,
                    main: main, lockFile: lockFile, isReadOnly: isReadOnly,
                    lacksRoom: lacksRoom, header: plan.header, mainFileSize: try main.size()))
            let size = core.mainFileSize
            try core.recover(plan)
            core.noteUnusedEnd(of: size)
            if headers.mirror == nil { core.mendMirror() }
            return core
        } catch {
            try? main.close()
            throw error
        }
    }

    /// What page 1 and its mirror say, as far as they are whole.
    private func readHeaders(
        _ main: any OpenFile
    ) throws(StorageError) -> (first: DatabaseHeader?, mirror: DatabaseHeader?) {
        let prefix = try withZeroedBytes(DatabaseHeader.prefixSize) {
            (bytes) throws(StorageError) in
            let count = try FileTransfer.read(main, into: bytes, at: 0)
            return DatabaseHeader.prefix(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        switch prefix {
        case .ours(let pageSize):
            return (
                try readHeader(main, pageSize, DatabaseHeader.pageNumber),
                try readHeader(main, pageSize, DatabaseHeader.mirrorPageNumber)
            )
        case .unsupportedPageSize(let size):
            throw .unsupportedPageSize(path: path, pageSize: size)
        case .older(let reason): throw .olderFormat(path: path, reason: reason)
        case .newer(let reason): throw .newerFormat(path: path, reason: reason)
        case .foreign:
            return (nil, try findMirror(main))
        }
    }

    /// The beginning of page 1 is damaged, or the file is not ours: a mirror would prove it.
    private func findMirror(_ main: any OpenFile) throws(StorageError) -> DatabaseHeader? {
        var pageSize = DatabaseHeader.pageSizes.lowerBound
        while pageSize <= DatabaseHeader.pageSizes.upperBound {
            if let mirror = try readHeader(main, pageSize, DatabaseHeader.mirrorPageNumber) {
                return mirror
            }
            pageSize *= 2
        }
        throw .notADatabase(path: path, reason: "it does not begin as our files do")
    }

    private func readHeader(
        _ main: any OpenFile, _ pageSize: Int, _ number: PageNumber
    ) throws(StorageError) -> DatabaseHeader? {
        let found = try DatabaseHeader.read(from: main, pageSize: pageSize, number: number)
        guard let header = found else { return nil }
        guard header.cipherID == options.codec?.cipherID ?? 0,
            Int(header.reservedBytes) == options.codec?.reservedBytes ?? 0
        else {
            throw .notADatabase(path: path, reason: "it needs another key or codec")
        }
        return header
    }
}
