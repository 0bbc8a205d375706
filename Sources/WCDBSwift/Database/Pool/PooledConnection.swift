import Synchronization
import WCDBEngine
import WCDBSQL
import WCDBStorage

/// A connection of the pool, and everything that a thread has going on it: the main statement, the
/// prepared ones, the levels of its transaction.
///
/// **Users.** The thread that has it; while it lies in the pool, nobody.
///
/// **Always true.** In the pool it is in no transaction, and has no statement but those on its
/// shelf, which do not run.
final class PooledConnection {
    let engine: Connection
    let core: DatabaseCore
    /// What tracers know it by.
    let identifier: UInt64
    /// The one statement that all handles of the thread share.
    var main: CompiledStatement {
        if let known = lazyMain { return known }
        let made = CompiledStatement(self)
        lazyMain = made
        return made
    }
    @exclusivity(unchecked) private var lazyMain: CompiledStatement?
    /// What calls for objects and rows run again and again.
    @exclusivity(unchecked) var shelf = StatementShelf()
    /// What statements that were built as a whole are run with.
    @exclusivity(unchecked) var treePlans = TreePlans()
    @exclusivity(unchecked) private var cached: [StatementTree: PreparedStatement] = [:]
    /// How many levels of a transaction are open; meaningful within a transaction only.
    @exclusivity(unchecked) private(set) var level = 0
    /// How often the engine has undone a transaction that nobody ended.
    @exclusivity(unchecked) var losses = 0
    /// Set by work that must be whole: an error within the transaction undoes all of it.
    private(set) var isPoisonable = false
    private(set) var isPoisoned = false
    /// Guarded by the lock of the pool: who has it, and how often.
    @exclusivity(unchecked) var seat = Seat()
    /// Who is told of its statements; nil while nobody listens.
    @exclusivity(unchecked) private(set) var monitor: StatementMonitor?
    @exclusivity(unchecked) private var monitorGeneration = -1
    /// A listener of `monitor` is being called.
    @exclusivity(unchecked) private(set) var isTelling = false
    /// The pages of the statements that were told of.
    var toldPages = PageCounts()
    @exclusivity(unchecked) private var signal: Handle.CancellationSignal?
    /// The signal of the task which it works for; the program's own is attached beside it.
    @exclusivity(unchecked) private var taskSignal: Handle.CancellationSignal?
    /// It does work of the library's own, which others may stop.
    private var isInBackground = false
    /// Nil as long as waiting for ever is all right.
    @exclusivity(unchecked) private var patience: ConnectionPatience?
    /// What the open transaction has changed so far, if anybody wants to know.
    @exclusivity(unchecked) var pendingChanges = TableChanges()
    /// What it has changed in attached files, by their paths.
    @exclusivity(unchecked) var pendingElsewhere: [String: TableChanges] = [:]
    /// The open transaction has changed something while nobody observed the connection's own file.
    @exclusivity(unchecked) var hasUnheardChanges = false
    /// The same, while nobody observed any file.
    @exclusivity(unchecked) var hasUnheardChangesElsewhere = false
    /// Whether a commit gives the pages back that it freed. The engine knows it too, and says it to
    /// those who ask with a pragma; this is asked after each statement.
    @exclusivity(unchecked) private(set) var closesGaps = false
    /// What it runs, for those that wait for it. Guarded by the lock of the pool.
    var activity = ""
    /// Statements whose last owner went on another thread. Guarded by the lock of the pool.
    @exclusivity(unchecked) var abandoned: [CompiledStatement] = []
    /// Whether there may be any: looked at for each statement that begins.
    let hasAbandoned = Atomic<Bool>(false)
    /// The configurations that were run on it.
    @exclusivity(unchecked) var configured = ConfigurationList.Version()
    /// What listeners to operations will be told of its opening; nil once they were told.
    @exclusivity(unchecked) var openingInfo: [String: Value]?
    @exclusivity(unchecked) private(set) var isClosed = false
    /// It can only read, because the disk has no room to recover the file.
    private let lacksRoom: Bool

    /// Who has a connection.
    struct Seat {
        var thread: ThreadNumber?
        var uses = 0
        var isWriter = false
        /// A loop over rows keeps it between two batches of them.
        var isCursor = false
        /// The thread that tidies the connection, because its last use is over.
        var closer: ThreadNumber?
    }

    init(_ engine: Connection, core: DatabaseCore, identifier: UInt64) {
        self.engine = engine
        lacksRoom = engine.lacksRoom
        self.core = core
        self.identifier = identifier
    }

    var path: String { core.path }
    var tag: Tag? { core.tag }

    func requireOpen() throws(WCDBError) {
        guard isClosed else { return }
        throw report(
            WCDBError(.Misuse, "The database was closed.", path: path, tag: tag))
    }

    /// Ends the connection. A failure is reported: what was committed is safe all the same.
    func close() {
        guard !isClosed else { return }
        unconfigure()
        isClosed = true
        finalizeAll()
        // Statements hold their connection.
        shelf.removeAll()
        treePlans = TreePlans()
        lazyMain = nil
        do {
            try engine.close()
        } catch {
            _ = report(WCDBError(error, sql: nil, path: path, tag: tag, level: .Warning))
        }
    }

    /// Calls those who listen to statements. What they run has a main statement of its own: they
    /// are called in the middle of the one that they are told of.
    func whileTelling(_ body: () -> Void) {
        let (told, wasTelling) = (lazyMain, isTelling)
        lazyMain = nil
        isTelling = true
        body()
        isTelling = wasTelling
        lazyMain?.finalize()
        lazyMain = told
        if isClosed { told?.finalize() }
    }

    /// Looks for those who listen to statements, if they have changed.
    func refreshMonitor() {
        refreshPatience()
        let generation = Tracers.generation
        guard generation != monitorGeneration else { return }
        monitorGeneration = generation
        let fresh = StatementMonitor(self)
        monitor = fresh.listensToStatements ? fresh : nil
    }

    /// Has a signal stop the statements; nil lets go of the one there is.
    func attach(_ signal: Handle.CancellationSignal?) {
        exchange(self.signal, for: signal, beside: taskSignal)
        self.signal = signal
        refreshPatience()
    }

    /// Has the cancellation of a task stop the statements, until the next call with nil.
    func attach(ofTask signal: Handle.CancellationSignal?) {
        exchange(taskSignal, for: signal, beside: self.signal)
        taskSignal = signal
        refreshPatience()
    }

    /// Begins work of the library's own: that it is stopped is nobody's error.
    func beginBackgroundWork(until signal: Handle.CancellationSignal) {
        attach(ofTask: signal)
        isInBackground = true
    }

    func endBackgroundWork() {
        attach(ofTask: nil)
        isInBackground = false
    }

    private func exchange(
        _ old: Handle.CancellationSignal?, for new: Handle.CancellationSignal?,
        beside other: Handle.CancellationSignal?
    ) {
        old?.detach(self)
        new?.attach(self)
        other?.remind(self)
    }

    private func refreshPatience() {
        let isWanted = signal != nil || taskSignal != nil || BusyTraces.shared.isListening
        guard isWanted || patience != nil else { return }
        patience = isWanted ? ConnectionPatience(self) : nil
        engine.patience = patience
    }

    /// A statement begins: those that will have to wait for it can be told which.
    func begin(_ statement: CompiledStatement) {
        finalizeAbandoned()
        patience?.begin()
        if BusyTraces.shared.isListening { core.pool.note(statement.sql, on: self) }
    }

    /// Whether there is anything to tidy up. Requires the lock of the pool.
    var hasToTidy: Bool {
        signal != nil || taskSignal != nil || lazyMain?.isPrepared == true || !cached.isEmpty
            || !abandoned.isEmpty || lacksRoom
    }

    /// Tidies up when no handle is left.
    func finishUse() {
        if signal != nil { attach(nil) }
        if taskSignal != nil { attach(ofTask: nil) }
        if lazyMain?.isPrepared == true { core.misuse("Statement is not finalized.") }
        finalizeAll()
        // Whoever comes next opens the database again: there may be room by then.
        if lacksRoom, !isInTransaction { close() }
    }

    // MARK: Statements

    /// The prepared statement for a tree; the same object as long as it is not finalized.
    func preparedStatement(
        for tree: StatementTree, of handle: Handle
    ) throws(WCDBError) -> PreparedStatement {
        if let known = cached[tree] {
            if !known.compiled.isPrepared { try known.compiled.prepareAndCheck(tree) }
            return known
        }
        let statement = PreparedStatement(CompiledStatement(self), for: handle.thread)
        try statement.compiled.prepareAndCheck(tree)
        cached[tree] = statement
        return statement
    }

    /// Ends the statements that other threads have let go of.
    func finalizeAbandoned() {
        guard hasAbandoned.load(ordering: .relaxed) else { return }
        for statement in core.pool.takeAbandoned(of: self) { statement.finalize() }
    }

    func finalizeAll() {
        finalizeAbandoned()
        lazyMain?.finalize()
        guard !cached.isEmpty else { return }
        for statement in cached.values { statement.compiled.finalize() }
        cached.removeAll()
    }

    /// Runs a statement of the library to its end, beside whatever is going on.
    func run(_ tree: StatementTree) throws(WCDBError) {
        let statement = CompiledStatement(self)
        defer { statement.finalize() }
        try statement.prepare(tree)
        while try statement.step() {}
    }

    // MARK: Errors

    /// Reports what the engine refused; to be thrown.
    func failure(_ failure: EngineError, sql: String) -> WCDBError {
        let isExpected = isInBackground && failure.code == .interrupt
        return report(
            WCDBError(
                failure, sql: sql, path: path, tag: tag, level: isExpected ? .Ignore : .Error))
    }

    /// Tells the tracers, and spoils the transaction that must be whole.
    func report(_ error: WCDBError) -> WCDBError {
        if isPoisonable, error.level == .Error { isPoisoned = true }
        return core.report(error)
    }

    // MARK: Automatic vacuum

    /// When the pages are given back that a commit freed, by the numbers of PRAGMA auto_vacuum.
    enum AutoVacuum: UInt32 { case none, full, incremental }

    func vacuum(_ kind: AutoVacuum) {
        engine.autoVacuum = kind.rawValue
        closesGaps = kind == .full
    }

    // MARK: Transactions

    var isInTransaction: Bool { !engine.isAutocommit }

    /// Tells a transaction from those after it.
    var transactionNumber: UInt64 { engine.transactionCount }

    /// How many levels are open. A transaction that was begun by a statement is one.
    var openLevels: Int { isInTransaction ? max(level, 1) : 0 }

    /// A statement has begun a transaction. One that was lost before is no longer waited for.
    func noteBeginning() {
        core.pool.takeLoss(of: self)
        level = 1
    }

    /// A statement is over, after which there is no transaction: a statement may have ended it, or
    /// the engine when it undid it.
    func forgetLevels() {
        level = 0
        isPoisonable = false
        isPoisoned = false
    }

    func begin(_ mode: TransactionType = .immediate) throws(WCDBError) {
        if isInTransaction {
            let next = openLevels + 1
            try run(.transaction(.savepoint(Self.savepoint(next))))
            level = next
        } else {
            try run(.transaction(.begin(mode.tree)))
            level = 1
            isPoisonable = false
            isPoisoned = false
        }
    }

    /// Keeps what the innermost level did. `rewinds`: at the end of the transaction the thread's
    /// statements go back to their start, as programs expect where they commit themselves.
    func commit(rewinds: Bool = true) throws(WCDBError) {
        guard isInTransaction else {
            if core.pool.takeLoss(of: self) { throw rolledBack() }
            return
        }
        if level > 1 {
            try run(.transaction(.release(Self.savepoint(level))))
            level -= 1
            return
        }
        if isPoisoned {
            rollback(rewinds: rewinds)
            throw rolledBack()
        }
        if rewinds { resetAll() }
        do {
            try run(.transaction(.commit))
        } catch {
            rollback(rewinds: rewinds)
            throw error
        }
        level = 0
    }

    private func rolledBack() -> WCDBError {
        report(
            WCDBError(
                .Abort, "The transaction was rolled back, because a part of it failed.",
                path: path, tag: tag))
    }

    /// Undoes the innermost level. What fails meanwhile is reported only.
    func rollback(rewinds: Bool = true) {
        guard isInTransaction else {
            core.pool.takeLoss(of: self)
            return
        }
        if level > 1 {
            try? run(.transaction(.rollback(to: Self.savepoint(level))))
            level -= 1
            return
        }
        if rewinds { resetAll() }
        try? run(.transaction(.rollback(to: nil)))
        level = 0
    }

    /// Undoes all levels above the first so many.
    func rollback(to outer: Int, rewinds: Bool = true) {
        if outer == 0 { core.pool.takeLoss(of: self) }
        // Each call ends a level, or nothing will.
        for _ in 0..<max(0, openLevels - outer) where openLevels > outer {
            rollback(rewinds: rewinds)
        }
    }

    /// Commits and begins again if somebody waits to write; tells whether it did.
    func letOthersWrite() throws(WCDBError) -> Bool {
        guard level == 1, engine.othersWaitToWrite else { return false }
        try commit()
        // Those who wait stand in line before this thread.
        try begin()
        return true
    }

    /// From now on an error within the transaction makes its commit fail.
    func poisonOnErrors() {
        if isInTransaction { isPoisonable = true }
    }

    private func resetAll() {
        lazyMain?.reset()
        for statement in cached.values { statement.compiled.reset() }
    }

    private static func savepoint(_ level: Int) -> Name { Name("wcdb_lv_\(level)") }
}
