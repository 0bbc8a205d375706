import WCDBStorage

/// Looks into a file when an error hints that it is damaged, and tells the program once.
///
/// **Users.** Any thread. The look is taken on a thread of its own.
final class CorruptionWatch: @unchecked Sendable {
    private let lock = Lock(scheduler: nil)
    // Guard for the rest: `lock`.
    private var callback: Database.OnCorrupted?
    /// The file that was found damaged. Another file in its place is another story.
    private var damaged: FileIdentity.Key?
    /// The file of which the program was told.
    private var told: FileIdentity.Key?
    private var isChecking = false
    /// Those that only ask whether the database can be opened.
    private var asking: Set<ThreadNumber> = []
    /// What stops the checks that are under way.
    private var signals: [Handle.CancellationSignal] = []

    func set(_ callback: Database.OnCorrupted?) { lock.withLock { self.callback = callback } }

    func isDamaged(_ core: DatabaseCore) -> Bool {
        guard let key = CorruptionWatch.key(core) else { return false }
        return lock.withLock { damaged == key }
    }

    /// Nothing is known against the file at the path: another one takes its place. The system may
    /// well give it the number of the one before, so that the identity alone would not tell.
    func forget() {
        lock.withLock {
            damaged = nil
            told = nil
        }
    }

    /// Runs a question that has damage for an answer: what this thread meets there begins no
    /// check.
    func withoutChecks<Answer>(_ question: () -> Answer) -> Answer {
        let isOutermost = lock.withLock { asking.insert(.current).inserted }
        defer { if isOutermost { lock.withLock { _ = asking.remove(.current) } } }
        return question()
    }

    /// Looks at an error that was reported; begins to check the file if it hints at damage.
    func notice(_ error: WCDBError, _ core: DatabaseCore) {
        guard !core.isInMemory, CorruptionWatch.hintsAtDamage(error) else { return }
        let isNew = lock.withLock {
            guard !isChecking, !asking.contains(.current) else { return false }
            isChecking = true
            return true
        }
        guard isNew else { return }
        let thread = BackgroundThread(name: "wcdb-integrity") { [self] in
            check(core)
            tell(core)
            lock.withLock { isChecking = false }
        }
        if !thread.isStarted { lock.withLock { isChecking = false } }
    }

    private static func hintsAtDamage(_ error: WCDBError) -> Bool {
        guard error.level.rawValue >= WCDBError.Level.Warning.rawValue else { return false }
        // What a check found is known already.
        if error.infos[.type]?.stringValue == "Integrity" { return false }
        return error.code == .Corrupt || error.code == .NotADatabase
    }

    /// Checks the file for somebody who waits for the answer, and may hold what the program needs
    /// to be told: that is done in the background.
    func checkAtOnce(_ core: DatabaseCore) {
        check(core)
        let key = CorruptionWatch.key(core)
        let isNews = lock.withLock {
            key != nil && damaged == key && told != key && callback != nil
        }
        guard isNews else { return }
        _ = BackgroundThread(name: "wcdb-integrity") { [self] in tell(core) }
    }

    /// Stops the checks that are under way: whoever closes the database does not wait for them.
    /// They begin again when they may.
    func stop() {
        for signal in lock.withLock({ signals }) { signal.cancel() }
    }

    /// Checks the file, and remembers and reports what is wrong with it.
    func check(_ core: DatabaseCore) {
        guard !core.isInMemory else { return }
        while let key = CorruptionWatch.key(core) {
            let finding = finding(core)
            // While this waited for a connection another file may have come to the place.
            guard CorruptionWatch.key(core) == key else { continue }
            switch finding {
            case .stopped: continue
            case .none: return
            case .sound: return forget()
            case .damage(let message):
                lock.withLock { damaged = key }
                _ = core.report(
                    WCDBError(
                        .Corrupt, message, level: .Warning, path: core.path, tag: core.tag,
                        source: "Repair", work: "Integrity"))
                return
            }
        }
    }

    /// What a check comes to: none if nobody can tell now.
    private enum Finding { case sound, damage(String), none, stopped }

    private func finding(_ core: DatabaseCore) -> Finding {
        let database = Database(core)
        // Whoever closes the database waits for a thread that has a connection in any case.
        guard !core.pool.hasConnection(.current) else {
            return CorruptionWatch.finding { try CorruptionWatch.check(database.getHandle()) }
        }
        let signal = Handle.CancellationSignal()
        lock.withLock { signals.append(signal) }
        defer { lock.withLock { signals.removeAll { $0 === signal } } }
        let finding = CorruptionWatch.finding {
            let handle = Handle(
                database,
                try core.take(writeHint: false, for: database, until: signal, mustExist: true))
            handle.connection.beginBackgroundWork(until: signal)
            defer { handle.connection.endBackgroundWork() }
            return try CorruptionWatch.check(handle)
        }
        return if case .none = finding, signal.isCancelled { .stopped } else { finding }
    }

    /// What a check finds that may end with an error.
    private static func finding(_ check: () throws -> Finding) -> Finding {
        do {
            return try check()
        } catch let error as WCDBError where error.code == .Corrupt || error.code == .NotADatabase {
            return .damage(error.message ?? "")
        } catch {
            return .none
        }
    }

    /// What the integrity check says.
    private static func check(_ handle: Handle) throws -> Finding {
        let check = StatementPragma().schema(Schema.main).pragma(.integrityCheck).with(1)
        let answer = try handle.getValue(from: check)?.stringValue
        return answer == "ok" ? .sound : answer.map { .damage($0) } ?? .none
    }

    /// Calls the program, once for each file, with the database to itself.
    private func tell(_ core: DatabaseCore) {
        guard let key = CorruptionWatch.key(core) else { return }
        let callback = lock.withLock { () -> Database.OnCorrupted? in
            guard damaged == key, told != key, let callback = self.callback else { return nil }
            told = key
            return callback
        }
        guard let callback else { return }
        let database = Database(core)
        database.blockade()
        callback(database)
        database.unblockade()
    }

    private static func key(_ core: DatabaseCore) -> FileIdentity.Key? {
        try? SystemFileSystem.shared.identity(of: core.path)?.key
    }
}

extension Database {
    /// Is called when the file is found damaged.
    ///
    /// ```swift
    /// let replace: Database.OnCorrupted = { damaged in
    ///     try? damaged.moveFiles(toDirectory: quarantine)
    /// }
    /// database.setNotification(whenCorrupted: replace)
    /// ```
    public typealias OnCorrupted = (_ corruptedDatabase: Database) -> Void

    /// Sets a closure that is called when the file turns out to be damaged: once for each file, in
    /// the background, with all other threads kept out. It may close, remove or replace the file.
    ///
    /// ```swift
    /// database.setNotification(whenCorrupted: { damaged in
    ///     try? damaged.moveFiles(toDirectory: quarantine)
    /// })
    /// ```
    public func setNotification(whenCorrupted callback: OnCorrupted?) {
        core.corruption.set(callback)
    }

    /// Checks the whole file now, and returns whether it is damaged. What was set to be notified of
    /// that is called in the background.
    ///
    /// ```swift
    /// if database.checkIfCorrupted() { print("restore the last backup") }
    /// ```
    public func checkIfCorrupted() -> Bool {
        core.corruption.checkAtOnce(core)
        return isAlreadyCorrupted()
    }

    /// Whether a check has found the file damaged. Another file in its place is sound until a
    /// check says otherwise.
    ///
    /// ```swift
    /// // Checks nothing: what was found before.
    /// if database.isAlreadyCorrupted() { print("restore the last backup") }
    /// ```
    public func isAlreadyCorrupted() -> Bool { core.corruption.isDamaged(core) }
}
