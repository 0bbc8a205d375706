import WCDBStorage

/// The listeners that a connection has to tell of its statements.
///
/// **Users.** The thread that has the connection. Made anew when the listeners change.
struct StatementMonitor {
    let isFull: Bool
    private let sql: [Database.SQLTracer]
    private let performance: [Database.PerformanceTracer]
    private let tag: Tag
    private let path: String
    private let identifier: UInt64

    /// Those of the process and of the database at this moment.
    init(_ connection: PooledConnection) {
        let own = connection.core.tracers.current
        let global = Tracers.global.current
        isFull = own.isFull
        sql = [global.sql, own.sql].compactMap(\.self)
        performance = [global.performance, own.performance].compactMap(\.self)
        tag = connection.tag ?? 0
        path = connection.path
        identifier = connection.identifier
    }

    var listensToStatements: Bool { !sql.isEmpty || !performance.isEmpty }
    var listensToSQL: Bool { !sql.isEmpty }
    var listensToPerformance: Bool { !performance.isEmpty }

    func tell(_ text: String, _ info: String) {
        for listener in sql { listener(tag, path, identifier, text, info) }
    }

    func tell(_ text: String, _ info: Database.PerformanceInfo) {
        for listener in performance { listener(tag, path, identifier, text, info) }
    }
}
