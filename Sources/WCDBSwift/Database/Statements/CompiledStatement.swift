import Foundation
import WCDBEngine
import WCDBSQL
import WCDBStorage

/// A statement that a connection runs: what is behind the main statement of a handle and behind a
/// prepared statement.
///
/// **Users.** The thread that holds the connection.
///
/// **Always true.** `prepared` belongs to the connection, and is gone when the connection goes back
/// to the pool; every call is then refused.
final class CompiledStatement {
    let connection: PooledConnection
    @exclusivity(unchecked) private(set) var prepared: PreparedSQL? {
        didSet { running = prepared.map(Unmanaged.passUnretained) }
    }
    /// The same, for what is done for every row, and counts no reference.
    @exclusivity(unchecked) private(set) var running: Unmanaged<PreparedSQL>?
    @exclusivity(unchecked) private(set) var tree: StatementTree?
    /// The condition as it was written, where that of the tree has parameters for its constants.
    @exclusivity(unchecked) private var written = ConditionSyntax.none
    /// The parameters of the program are constants of the tree; nobody else may bind them.
    @exclusivity(unchecked) private(set) var hasLifted = false
    /// Where `prepared` comes from, and goes to when it is not needed any more.
    @exclusivity(unchecked) private var origin: TreePlan?
    /// Whether it changes the database, as far as the tree tells.
    @exclusivity(unchecked) private(set) var isWriting = false
    /// A row is there to be read.
    @exclusivity(unchecked) private(set) var hasRow = false
    /// The number of that row in the result, from 1.
    @exclusivity(unchecked) private(set) var rowNumber = 0
    /// Parameters become NULL as soon as no rows are to come any more.
    @exclusivity(unchecked) private var clearsLater = false
    /// What those who listen will be told; nil while nobody does.
    @exclusivity(unchecked) private var trace: StatementTrace?

    /// Why it refuses everything, if it stands for a statement that may not be used here.
    private let refusal: String?

    init(_ connection: PooledConnection, refusal: String? = nil) {
        self.connection = connection
        self.refusal = refusal
    }

    var isPrepared: Bool { prepared != nil }

    /// The statement as SQL: rendered when somebody asks.
    var sql: String { tree.map(sql(of:)) ?? "" }

    private func sql(of tree: StatementTree) -> String {
        written.isThere ? tree.with(condition: written.tree).sql : tree.sql
    }

    /// Says what condition a statement with lifted constants stands for, from now on.
    func stand(for condition: ConditionSyntax) { written = condition }

    /// Whether the program is that of the schema as it is now.
    var isCurrent: Bool {
        guard let prepared else { return false }
        return (try? connection.engine.isCurrent(prepared)) ?? false
    }

    /// Prepares a tree. `isKept`: its plan is kept for when it comes again.
    func prepare(_ tree: StatementTree, isKept: Bool = true) throws(WCDBError) {
        finalize()
        connection.finalizeAbandoned()
        try connection.requireOpen()
        if isKept, prepareKnown(tree) { return }
        if let refusal = UnfinishedStatement.refusal(of: tree) {
            throw connection.report(
                WCDBError(
                    .Error, refusal, sql: sql(of: tree),
                    path: connection.path, tag: connection.tag))
        }
        do {
            prepared = try connection.engine.prepare(tree, text: nil)
        } catch {
            prepared = try prepare(tree, withColumnsFor: error)
        }
        self.tree = tree
        isWriting = tree.changesFile
        if isKept { keepPlan(of: tree) }
    }

    /// Prepares a tree for somebody who runs it later, and hears now what is wrong with it.
    func prepareAndCheck(_ tree: StatementTree) throws(WCDBError) {
        try prepare(tree)
        do {
            try prepared?.check()
        } catch {
            finalize()
            throw connection.failure(error, sql: sql(of: tree))
        }
    }

    /// Takes a program that was compiled before, for this tree or one with other constants.
    private func prepareKnown(_ tree: StatementTree) -> Bool {
        guard let known = connection.treePlans.find(tree) else { return false }
        guard let found = try? known.take(for: tree, connection.engine) else {
            // The tree itself says what is wrong now.
            connection.treePlans.remove(known)
            return false
        }
        prepared = found
        origin = known
        self.tree = tree
        isWriting = tree.changesFile
        hasLifted = known.condition != nil
        return true
    }

    private func keepPlan(of tree: StatementTree) {
        guard let prepared, prepared.program != nil else { return }
        let hasParameters = prepared.parameterCount > 0
        if case .insert = tree, !hasParameters { return }
        let lifts = !hasParameters && tree.soleTable.map { connection.canLift($0) } ?? false
        connection.treePlans.insert(tree, lifts: lifts)
    }

    /// Prepares a tree once more, as long as columns can be added that are missing: several of its
    /// tables may be older than their types. A column that is missed again, although it was added,
    /// is missing for another reason.
    private func prepare(
        _ tree: StatementTree, withColumnsFor failure: EngineError
    ) throws(WCDBError) -> PreparedSQL {
        var failure = failure
        var known: Set<MissingColumns.Missed> = []
        while let missing = MissingColumns(failure, tree, connection),
            known.insert(missing.missed).inserted
        {
            let isAdded = missing.add(afterTelling: {
                // Reported, but in a way that spoils no transaction.
                _ = connection.core.report(
                    WCDBError(
                        failure, sql: sql(of: tree), path: connection.path, tag: connection.tag))
            })
            guard isAdded else { break }
            do {
                return try connection.engine.prepare(tree, text: nil)
            } catch {
                failure = error
            }
        }
        throw connection.failure(failure, sql: sql(of: tree))
    }

    /// Goes to the next row; false when there is none.
    func step() throws(WCDBError) -> Bool {
        guard hasRow, !isWriting, let running, connection.monitor == nil else {
            return try stepCarefully()
        }
        let outcome = running._withUnsafeGuaranteedRef { prepared in
            Result { () throws(EngineError) in try prepared.step() }
        }
        return try take(outcome, isStart: false, changesBefore: 0)
    }

    /// The first step, and those that somebody hears of or that change something.
    @inline(never)
    private func stepCarefully() throws(WCDBError) -> Bool {
        guard let prepared else { throw refused() }
        if let monitor = connection.monitor { beginTrace(monitor) }
        let isStart = !hasRow
        if isStart {
            connection.begin(self)
            // Those who listen, to this statement or to one that ended just now, may have given
            // it up.
            guard self.prepared === prepared else { throw refused() }
        }
        let changesBefore = isWriting ? connection.engine.totalChangeCount : 0
        let outcome = Result { () throws(EngineError) in try prepared.step() }
        return try take(outcome, isStart: isStart, changesBefore: changesBefore)
    }

    /// Notes where a step has led to.
    @inline(__always)
    private func take(
        _ outcome: Result<Bool, EngineError>, isStart: Bool, changesBefore: Int64
    ) throws(WCDBError) -> Bool {
        switch outcome {
        case .success(let isRow):
            hasRow = isRow
            rowNumber = isStart ? 1 : rowNumber &+ 1
            // What changes rows has changed all of them before the first row of RETURNING is seen.
            if isWriting ? isStart : !isRow { connection.statementDone(self) }
            if trace != nil { traceRow() }
            if clearsLater, !isRow { clearBindings() }
            return isRow
        case .failure(let error): throw failed(error, changesBefore: changesBefore)
        }
    }

    /// Notes that a step has failed: the error to be thrown.
    @inline(never)
    private func failed(_ error: EngineError, changesBefore: Int64) -> WCDBError {
        hasRow = false
        let sql = sql
        connection.statementFailed(self, changesBefore: changesBefore)
        endTrace()
        if clearsLater { clearBindings() }
        return connection.failure(error, sql: sql)
    }

    /// Back to the start; bindings stay.
    func reset() {
        hasRow = false
        running?._withUnsafeGuaranteedRef { $0.reset() }
        if trace != nil { endTrace() }
        if clearsLater { clearBindings() }
    }

    /// All parameters become NULL. A run with rows to come keeps its own: the next one has none.
    func clearBindings() {
        clearsLater = hasRow
        guard let prepared, !hasLifted, !hasRow else { return }
        for index in 0..<prepared.parameterCount { try? prepared.bind(.null, at: index + 1) }
        trace?.forgetBindings()
    }

    /// The last owner is gone, on whatever thread. The connection is used by its own thread only.
    func abandon() { connection.core.pool.abandon(self) }

    func finalize() {
        guard let prepared else { return }
        hasRow = false
        clearsLater = false
        prepared.reset()
        let report = endedTrace()
        trace = nil
        self.prepared = nil
        origin?.rest(prepared)
        origin = nil
        hasLifted = false
        tree = nil
        report?()
    }

    /// What a parameter stands for. An index that does not exist is reported, not thrown.
    func bind(_ value: EngineValue, at index: Int) {
        guard let prepared else {
            if refusal == nil { _ = connection.report(notPrepared()) }
            return
        }
        do {
            try requireOwnParameters()
            try prepared.bind(value, at: index)
            if connection.monitor?.isFull == true { note(value, at: index) }
        } catch {
            _ = connection.failure(error, sql: sql)
        }
    }

    /// The number of a parameter; 0 if there is none.
    func parameterIndex(_ name: String) -> Int {
        guard let prepared, !hasLifted else { return 0 }
        return prepared.parameterIndex(name) ?? 0
    }

    /// A statement without parameters stays one, whatever its program has.
    func requireOwnParameters() throws(EngineError) {
        if hasLifted { throw .sql(.range, "column index out of range") }
    }

    /// A column of the current row, until the next step; NULL where there is none.
    func column(_ index: Int) -> ColumnValue {
        guard hasRow, let prepared, index >= 0, index < prepared.columnCount else { return .null }
        return prepared.column(index)
    }

    /// The error that it is not prepared, to be thrown. A refusal was reported before. The
    /// connection may be another thread's by now, so it is not told.
    private func refused() -> WCDBError {
        refusal == nil ? connection.core.report(notPrepared()) : notPrepared()
    }

    func notPrepared() -> WCDBError {
        WCDBError(
            .Misuse, refusal ?? "The statement is not prepared.", path: connection.path,
            tag: connection.tag)
    }

    // MARK: Traces

    private func note(_ value: EngineValue, at index: Int) {
        if trace == nil { trace = StatementTrace() }
        trace?.note(value, at: index)
    }

    private func beginTrace(_ monitor: StatementMonitor) {
        var begun = trace ?? StatementTrace()
        trace = begun
        begun.begin(self, monitor)
        if isPrepared { trace = begun }
    }

    private func traceRow() {
        if hasRow { trace?.noteRow() } else { endTrace() }
    }

    /// Tells those who listen that it is over. They may use this connection, and this statement, so
    /// nothing is done afterwards.
    private func endTrace() { endedTrace()?() }

    /// What they are to be told.
    private func endedTrace() -> (() -> Void)? {
        guard trace != nil, let monitor = connection.monitor else { return nil }
        return trace?.end(self, monitor)
    }
}
