// The spellings that tracing had in earlier releases of 2.x, and has in the published tutorials. In
// the first of them costs were seconds; where a closure fits both, the later form is meant.

extension Database {
    /// The same as `globalTracePerformance(_:)`.
    ///
    /// ```swift
    /// Database.globalTrace(ofPerformance: { tag, path, handle, sql, info in
    ///     if info.costInNanoseconds > 100_000_000 { log("slow in \(path): \(sql)") }
    /// })
    /// ```
    public static func globalTrace(ofPerformance trace: @escaping PerformanceTracer) {
        globalTracePerformance(trace)
    }

    /// Sets a closure that is told the cost of every statement: path, number of the handle, SQL,
    /// seconds.
    ///
    /// ```swift
    /// Database.globalTrace(ofPerformance: { path, handle, sql, seconds in
    ///     if seconds > 0.1 { log("slow in \(path): \(sql)") }
    /// })
    /// ```
    public static func globalTrace(
        ofPerformance trace: @escaping (String, UInt64, String, Double) -> Void
    ) {
        globalTracePerformance { _, path, handle, sql, info in
            trace(path, handle, sql, seconds(info))
        }
    }

    /// The same with the tag of the database before all else.
    ///
    /// ```swift
    /// Database.globalTrace(ofPerformance: { tag, path, handle, sql, seconds in
    ///     if seconds > 0.1 { log("slow in \(tag), \(path): \(sql)") }
    /// })
    /// ```
    @_disfavoredOverload
    public static func globalTrace(
        ofPerformance trace: @escaping (Tag, String, UInt64, String, Double) -> Void
    ) {
        globalTracePerformance { tag, path, handle, sql, info in
            trace(tag, path, handle, sql, seconds(info))
        }
    }

    /// The same as `globalTraceDatabaseOperation(_:)`.
    ///
    /// ```swift
    /// Database.globalTrace(ofDatabaseOperation: { database, operation, infos in
    ///     log("\(operation) \(database.path): \(infos.count)")
    /// })
    /// ```
    public static func globalTrace(ofDatabaseOperation trace: @escaping OperationTracer) {
        globalTraceDatabaseOperation(trace)
    }

    /// Sets a closure that is told of databases that are created, tagged and opened.
    ///
    /// ```swift
    /// Database.globalTrace(ofDatabaseOperation: { database, operation in
    ///     log("\(operation) \(database.path)")
    /// })
    /// ```
    public static func globalTrace(
        ofDatabaseOperation trace: @escaping (Database, Operation) -> Void
    ) {
        globalTraceDatabaseOperation { database, operation, _ in trace(database, operation) }
    }

    /// The same as ``globalTraceDatabaseOperation(_:)-(Void?)``.
    ///
    /// ```swift
    /// Database.globalTrace(ofDatabaseOperation: nil)
    /// ```
    public static func globalTrace(ofDatabaseOperation trace: Void?) {
        globalTraceDatabaseOperation(nil)
    }

    /// The same as `globalTraceSQL(_:)`.
    ///
    /// ```swift
    /// Database.globalTrace(ofSQL: { tag, path, handle, sql, info in log(sql + info) })
    /// ```
    public static func globalTrace(ofSQL trace: @escaping SQLTracer) { globalTraceSQL(trace) }

    /// Sets a closure that is told of every statement: path, the number of the handle, SQL.
    ///
    /// ```swift
    /// Database.globalTrace(ofSQL: { path, handle, sql in log(sql) })
    /// ```
    public static func globalTrace(ofSQL trace: @escaping (String, UInt64, String) -> Void) {
        globalTraceSQL { _, path, handle, sql, _ in trace(path, handle, sql) }
    }

    /// Sets a closure that is told what statements cost: path, number of the handle, SQL, seconds.
    ///
    /// ```swift
    /// database.trace(ofPerformance: { path, handle, sql, seconds in
    ///     if seconds > 0.1 { log("slow: \(sql)") }
    /// })
    /// ```
    public func trace(ofPerformance trace: @escaping (String, UInt64, String, Double) -> Void) {
        self.trace(ofPerformance: { (_, path, handle, sql, info: PerformanceInfo) in
            trace(path, handle, sql, Database.seconds(info))
        })
    }

    /// The same as `traceSQL(_:)`.
    ///
    /// ```swift
    /// database.trace(ofSQL: { tag, path, handle, sql, info in log(sql + info) })
    /// ```
    public func trace(ofSQL trace: @escaping SQLTracer) { traceSQL(trace) }

    /// Sets a closure that is told of statements: path, the number of the handle, SQL.
    ///
    /// ```swift
    /// database.trace(ofSQL: { path, handle, sql in log(sql) })
    /// ```
    public func trace(ofSQL trace: @escaping (String, UInt64, String) -> Void) {
        traceSQL { _, path, handle, sql, _ in trace(path, handle, sql) }
    }

    /// The same as ``traceSQL(_:)-(Void?)``.
    ///
    /// ```swift
    /// database.trace(ofSQL: nil)
    /// ```
    public func trace(ofSQL trace: Void?) { traceSQL(nil) }

    /// The same as ``traceError(_:)-((WCDBError)->Void)``.
    ///
    /// ```swift
    /// database.trace(ofError: { error in log("\(error)") })
    /// ```
    public func trace(ofError trace: @escaping (WCDBError) -> Void) { traceError(trace) }

    /// The same as ``traceError(_:)-(Void?)``.
    ///
    /// ```swift
    /// database.trace(ofError: nil)
    /// ```
    public func trace(ofError trace: Void?) { traceError(nil) }

    private static func seconds(_ info: PerformanceInfo) -> Double {
        Double(info.costInNanoseconds) / 1_000_000_000
    }
}
