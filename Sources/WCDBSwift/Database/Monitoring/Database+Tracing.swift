// Traces of statements and errors.

extension Database {
    /// What a statement cost.
    public struct PerformanceInfo: Sendable {
        /// Pages of tables that were read.
        public let tablePageReadCount: Int
        /// Pages of tables that were changed.
        public let tablePageWriteCount: Int
        /// Pages of indexes that were read.
        public let indexPageReadCount: Int
        /// Pages of indexes that were changed.
        public let indexPageWriteCount: Int
        /// Pages of long values that were read.
        public let overflowPageReadCount: Int
        /// Pages of long values that were changed.
        public let overflowPageWriteCount: Int
        /// From the first step to the end.
        public let costInNanoseconds: Int64
    }

    /// Hears of the cost of statements: tag, path, the number of the handle, SQL, cost.
    public typealias PerformanceTracer = (Tag, String, UInt64, String, PerformanceInfo) -> Void
    /// Hears of statements: tag, path, the number of the handle, SQL, and, for full traces,
    /// parameters and results.
    public typealias SQLTracer = (Tag, String, UInt64, String, String) -> Void

    // MARK: Cost

    /// Hears of the cost of every statement in every database.
    public static func globalTracePerformance(_ trace: @escaping PerformanceTracer) {
        Tracers.global.change { $0.performance = trace }
    }

    /// Ends hearing of the cost of every statement: call it with nil.
    public static func globalTracePerformance(_ trace: Void?) {
        Tracers.global.change { $0.performance = nil }
    }

    /// Hears of the cost of every statement in this database, when it is over.
    ///
    /// ```swift
    /// database.trace(ofPerformance: { tag, path, handle, sql, info in
    ///     if info.costInNanoseconds > 100_000_000 { report(sql) }
    /// })
    /// ```
    public func trace(ofPerformance trace: @escaping PerformanceTracer) {
        core.tracers.change { $0.performance = trace }
    }

    /// Ends hearing of the cost: call it with nil.
    public func trace(ofPerformance trace: Void?) {
        core.tracers.change { $0.performance = nil }
    }

    // MARK: SQL

    /// Hears of every statement in every database.
    public static func globalTraceSQL(_ trace: @escaping SQLTracer) {
        Tracers.global.change { $0.sql = trace }
    }

    /// Ends hearing of every statement: call it with nil.
    public static func globalTraceSQL(_ trace: Void?) {
        Tracers.global.change { $0.sql = nil }
    }

    /// Hears of every statement in this database when it starts, those of the library included.
    ///
    /// ```swift
    /// database.traceSQL { tag, path, handle, sql, info in log(sql) }
    /// ```
    public func traceSQL(_ trace: @escaping SQLTracer) {
        core.tracers.change { $0.sql = trace }
    }

    /// Ends hearing of statements: call it with nil.
    public func traceSQL(_ trace: Void?) {
        core.tracers.change { $0.sql = nil }
    }

    /// Whether statements are told when they are over, with their parameters and results.
    public func setFullSQLTrace(enable: Bool) {
        core.tracers.change { $0.isFull = enable }
    }

    // MARK: Errors

    /// Hears of every error in every database, on the thread on which it happens.
    ///
    /// Not only what is thrown is told: see ``WCDBError/Level``.
    public static func globalTraceError(_ errorReporter: @escaping (WCDBError) -> Void) {
        ErrorTraces.shared.set(errorReporter)
    }

    /// Ends hearing of every error: call it with nil.
    public static func globalTraceError(_ trace: Void?) { ErrorTraces.shared.set(nil) }

    /// Hears of every error in this database.
    public func traceError(_ errorReporter: @escaping (WCDBError) -> Void) {
        core.errorListener = errorReporter
    }

    /// Ends hearing of errors: call it with nil.
    public func traceError(_ trace: Void?) { core.errorListener = nil }
}
