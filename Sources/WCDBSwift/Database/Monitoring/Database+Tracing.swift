// Traces of statements and errors.

extension Database {
    /// What a statement cost.
    ///
    /// ```swift
    /// Database.globalTracePerformance { _, _, _, sql, info in
    ///     let pages = info.tablePageReadCount + info.indexPageReadCount
    ///     if pages > 1000 { log("\(pages) pages for \(sql)") }
    /// }
    /// ```
    public struct PerformanceInfo: Sendable {
        /// Pages of tables that were read.
        ///
        /// ```swift
        /// // Many pages and few rows: the query has no index to use.
        /// database.trace(ofPerformance: { _, _, _, sql, info in
        ///     if info.tablePageReadCount > 1000 { log("reads much: \(sql)") }
        /// })
        /// ```
        public let tablePageReadCount: Int
        /// Pages of tables that were changed.
        ///
        /// ```swift
        /// database.trace(ofPerformance: { _, _, _, sql, info in
        ///     if info.tablePageWriteCount > 100 { log("writes much: \(sql)") }
        /// })
        /// ```
        public let tablePageWriteCount: Int
        /// Pages of indexes that were read.
        ///
        /// ```swift
        /// database.trace(ofPerformance: { _, _, _, sql, info in
        ///     if info.indexPageReadCount == 0 { log("uses no index: \(sql)") }
        /// })
        /// ```
        public let indexPageReadCount: Int
        /// Pages of indexes that were changed.
        ///
        /// ```swift
        /// // What the indexes of a table cost those who write.
        /// database.trace(ofPerformance: { _, _, _, sql, info in
        ///     log("\(info.indexPageWriteCount) pages of indexes: \(sql)")
        /// })
        /// ```
        public let indexPageWriteCount: Int
        /// Pages of long values that were read.
        ///
        /// ```swift
        /// database.trace(ofPerformance: { _, _, _, sql, info in
        ///     if info.overflowPageReadCount > 100 { log("reads long values: \(sql)") }
        /// })
        /// ```
        public let overflowPageReadCount: Int
        /// Pages of long values that were changed.
        ///
        /// ```swift
        /// database.trace(ofPerformance: { _, _, _, sql, info in
        ///     if info.overflowPageWriteCount > 100 { log("writes long values: \(sql)") }
        /// })
        /// ```
        public let overflowPageWriteCount: Int
        /// From the first step to the end.
        ///
        /// ```swift
        /// database.trace(ofPerformance: { _, _, _, sql, info in
        ///     log("\(info.costInNanoseconds / 1000) µs: \(sql)")
        /// })
        /// ```
        public let costInNanoseconds: Int64
    }

    /// Is told what statements cost: tag, path, the number of the handle, SQL, cost.
    ///
    /// ```swift
    /// let tracer: Database.PerformanceTracer = { tag, path, handle, sql, info in
    ///     if info.costInNanoseconds > 100_000_000 { log("slow: \(sql)") }
    /// }
    /// database.trace(ofPerformance: tracer)
    /// ```
    public typealias PerformanceTracer = (Tag, String, UInt64, String, PerformanceInfo) -> Void
    /// Is told of statements: tag, path, the number of the handle, SQL, and, for full traces,
    /// parameters and results.
    ///
    /// ```swift
    /// let tracer: Database.SQLTracer = { tag, path, handle, sql, info in log(sql) }
    /// database.traceSQL(tracer)
    /// ```
    public typealias SQLTracer = (Tag, String, UInt64, String, String) -> Void

    // MARK: Cost

    /// Sets a closure that is told the cost of every statement in every database.
    ///
    /// ```swift
    /// Database.globalTracePerformance { tag, path, handle, sql, info in
    ///     if info.costInNanoseconds > 100_000_000 { log("slow in \(path): \(sql)") }
    /// }
    /// ```
    public static func globalTracePerformance(_ trace: @escaping PerformanceTracer) {
        Tracers.global.change { $0.performance = trace }
    }

    /// Removes the closure that is told the cost of every statement: call it with nil.
    ///
    /// ```swift
    /// Database.globalTracePerformance(nil)
    /// ```
    public static func globalTracePerformance(_ trace: Void?) {
        Tracers.global.change { $0.performance = nil }
    }

    /// Sets a closure that is told the cost of every statement in this database, when it is over.
    ///
    /// ```swift
    /// database.trace(ofPerformance: { tag, path, handle, sql, info in
    ///     if info.costInNanoseconds > 100_000_000 { report(sql) }
    /// })
    /// ```
    public func trace(ofPerformance trace: @escaping PerformanceTracer) {
        core.tracers.change { $0.performance = trace }
    }

    /// Removes the closure that is told the cost: call it with nil.
    ///
    /// ```swift
    /// database.trace(ofPerformance: nil)
    /// ```
    public func trace(ofPerformance trace: Void?) {
        core.tracers.change { $0.performance = nil }
    }

    // MARK: SQL

    /// Sets a closure that is told of every statement in every database.
    ///
    /// ```swift
    /// Database.globalTraceSQL { tag, path, handle, sql, info in log("\(path): \(sql)") }
    /// ```
    public static func globalTraceSQL(_ trace: @escaping SQLTracer) {
        Tracers.global.change { $0.sql = trace }
    }

    /// Removes the closure that is told of every statement: call it with nil.
    ///
    /// ```swift
    /// Database.globalTraceSQL(nil)
    /// ```
    public static func globalTraceSQL(_ trace: Void?) {
        Tracers.global.change { $0.sql = nil }
    }

    /// Sets a closure that is told of every statement in this database when it starts.
    ///
    /// Statements that the library runs itself are told too.
    ///
    /// ```swift
    /// database.traceSQL { tag, path, handle, sql, info in log(sql) }
    /// ```
    public func traceSQL(_ trace: @escaping SQLTracer) {
        core.tracers.change { $0.sql = trace }
    }

    /// Removes the closure that is told of statements: call it with nil.
    ///
    /// ```swift
    /// database.traceSQL(nil)
    /// ```
    public func traceSQL(_ trace: Void?) {
        core.tracers.change { $0.sql = nil }
    }

    /// Whether statements are reported when they are over, with their parameters and results.
    ///
    /// ```swift
    /// database.setFullSQLTrace(enable: true)
    /// database.traceSQL { _, _, _, sql, info in log("\(sql) \(info)") }
    /// ```
    public func setFullSQLTrace(enable: Bool) {
        core.tracers.change { $0.isFull = enable }
    }

    // MARK: Errors

    /// Sets a closure that is told of every error in every database.
    ///
    /// It is called on the thread on which the error happens, and not only for what is thrown: see
    /// ``WCDBError/Level``.
    ///
    /// ```swift
    /// Database.globalTraceError { error in
    ///     if error.level.rawValue >= WCDBError.Level.Warning.rawValue { log("\(error)") }
    /// }
    /// ```
    public static func globalTraceError(_ errorReporter: @escaping (WCDBError) -> Void) {
        ErrorTraces.shared.set(errorReporter)
    }

    /// Removes the closure that is told of every error: call it with nil.
    ///
    /// ```swift
    /// Database.globalTraceError(nil)
    /// ```
    public static func globalTraceError(_ trace: Void?) { ErrorTraces.shared.set(nil) }

    /// Sets a closure that is told of every error in this database.
    ///
    /// ```swift
    /// database.traceError { error in
    ///     if error.code == .Full { log("the disk is full") }
    /// }
    /// ```
    public func traceError(_ errorReporter: @escaping (WCDBError) -> Void) {
        core.errorListener = errorReporter
    }

    /// Removes the closure that is told of errors: call it with nil.
    ///
    /// ```swift
    /// database.traceError(nil)
    /// ```
    public func traceError(_ trace: Void?) { core.errorListener = nil }
}
