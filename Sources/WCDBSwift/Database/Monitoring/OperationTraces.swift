import WCDBEngine
import WCDBStorage

/// Who hears of databases that are made, tagged and opened.
///
/// **Users.** Any thread. Listeners are called without a lock held.
final class OperationTraces: @unchecked Sendable {
    static let shared = OperationTraces()

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var listener: Database.OperationTracer?

    func set(_ listener: Database.OperationTracer?) { lock.withLock { self.listener = listener } }

    var isListening: Bool { lock.withLock { listener != nil } }

    func tell(
        _ core: DatabaseCore, _ operation: Database.Operation, _ info: [String: Value] = [:]
    ) {
        guard let listener = lock.withLock({ listener }) else { return }
        listener(Database(core), operation, info)
    }
}

extension Database {
    /// What a database can do that listeners are told of.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     if case .OpenHandle = operation { log("\(database.path) is open") }
    /// }
    /// ```
    public enum Operation: Int, Sendable {
        /// The first object of a path was made.
        case Create = 0
        /// The tag was set.
        case SetTag = 1
        /// A connection was opened.
        case OpenHandle = 2
    }

    /// How many connections there are.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     let count = info[Database.OperationInfoKeyHandleCount]?.intValue ?? 0
    ///     if count > 8 { log("\(count) connections to \(database.path)") }
    /// }
    /// ```
    public static let OperationInfoKeyHandleCount = "HandleCount"
    /// How long opening took, in microseconds.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     guard let time = info[Database.OperationInfoKeyHandleOpenTime] else { return }
    ///     log("opened in \(time.intValue) µs")
    /// }
    /// ```
    public static let OperationInfoKeyHandleOpenTime = "OpenTime"
    /// How long opening occupied the processor, in microseconds.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     guard let time = info[Database.OperationInfoKeyHandleOpenCPUTime] else { return }
    ///     log("opening kept the processor busy for \(time.intValue) µs")
    /// }
    /// ```
    public static let OperationInfoKeyHandleOpenCPUTime = "OpenCPUTime"
    /// How many bytes the definitions of tables and the like take.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     let bytes = info[Database.OperationInfoKeySchemaUsage]?.intValue ?? 0
    ///     if bytes > 1_000_000 { log("\(database.path) has very many tables") }
    /// }
    /// ```
    public static let OperationInfoKeySchemaUsage = "SchemaUsage"
    /// How many tables there are.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     guard let tables = info[Database.OperationInfoKeyTableCount] else { return }
    ///     log("\(tables.intValue) tables")
    /// }
    /// ```
    public static let OperationInfoKeyTableCount = "TableCount"
    /// How many indexes there are.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     guard let indexes = info[Database.OperationInfoKeyIndexCount] else { return }
    ///     log("\(indexes.intValue) indexes")
    /// }
    /// ```
    public static let OperationInfoKeyIndexCount = "IndexCount"
    /// How many triggers there are.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     guard let triggers = info[Database.OperationInfoKeyTriggerCount] else { return }
    ///     log("\(triggers.intValue) triggers")
    /// }
    /// ```
    public static let OperationInfoKeyTriggerCount = "TriggerCount"

    /// Is told of operations: the database, what it does, and what is known about it.
    ///
    /// ```swift
    /// let tracer: Database.OperationTracer = { database, operation, info in
    ///     log("\(operation) \(database.path)")
    /// }
    /// Database.globalTraceDatabaseOperation(tracer)
    /// ```
    public typealias OperationTracer = (Database, Database.Operation, [String: Value]) -> Void

    /// Sets a closure that is told of databases that are created, tagged and opened.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation { database, operation, info in
    ///     log("\(operation) \(database.path)")
    /// }
    /// ```
    public static func globalTraceDatabaseOperation(_ trace: @escaping OperationTracer) {
        OperationTraces.shared.set(trace)
    }

    /// Removes the closure that is told of operations: call it with nil.
    ///
    /// ```swift
    /// Database.globalTraceDatabaseOperation(nil)
    /// ```
    public static func globalTraceDatabaseOperation(_ trace: Void?) {
        OperationTraces.shared.set(nil)
    }
}
