import WCDBEngine
import WCDBSQL
import WCDBStorage

/// What is noted of a statement for those who listen: from its first step to its end.
struct StatementTrace {
    /// Parameters in the order in which they were bound first.
    private var bound: [(index: Int, value: EngineValue)] = []
    private var rowCount = 0
    private var start: UInt64 = 0
    /// The pages that the connection had counted when the statement began, and those of them that
    /// were told of other statements.
    private var pages = PageCounts()
    private var toldPages = PageCounts()
    private var isRunning = false

    mutating func note(_ value: EngineValue, at index: Int) {
        if let place = bound.firstIndex(where: { $0.index == index }) {
            bound[place].value = value
        } else {
            bound.append((index, value))
        }
    }

    mutating func forgetBindings() { bound.removeAll() }

    /// The statement is about to be stepped.
    mutating func begin(_ statement: CompiledStatement, _ monitor: StatementMonitor) {
        // A listener is not told of what it runs itself: that would never end.
        guard !isRunning, !statement.connection.isTelling else { return }
        isRunning = true
        rowCount = 0
        if monitor.listensToSQL, !monitor.isFull {
            statement.connection.whileTelling { monitor.tell(statement.sql, "") }
        }
        if monitor.listensToPerformance {
            pages = statement.connection.engine.beginCountingPages()
            toldPages = statement.connection.toldPages
        }
        start = SystemFileSystem.shared.now()
    }

    mutating func noteRow() { rowCount += 1 }

    /// The statement is over: done, reset, or failed. Tells nobody, but says how.
    mutating func end(
        _ statement: CompiledStatement, _ monitor: StatementMonitor
    ) -> (() -> Void)? {
        guard isRunning else { return nil }
        let cost = SystemFileSystem.shared.now() &- start
        isRunning = false
        let tellsSQL = monitor.listensToSQL && monitor.isFull
        guard tellsSQL || monitor.listensToPerformance else { return nil }
        let connection = statement.connection
        // Without those of statements that ran while this one was open. Of two that were gone
        // through in turns, the one that ends first is told of those of both.
        let counts = connection.engine.pageCounts - pages - (connection.toldPages - toldPages)
        connection.toldPages = connection.toldPages + counts
        let (sql, details) = (statement.sql, tellsSQL ? info(statement) : "")
        let performance = Database.PerformanceInfo(
            tablePageReadCount: max(0, counts.tables.read),
            tablePageWriteCount: max(0, counts.tables.changed),
            indexPageReadCount: max(0, counts.indexes.read),
            indexPageWriteCount: max(0, counts.indexes.changed),
            overflowPageReadCount: max(0, counts.overflow.read),
            overflowPageWriteCount: max(0, counts.overflow.changed),
            costInNanoseconds: Int64(clamping: cost))
        return {
            connection.whileTelling {
                if tellsSQL { monitor.tell(sql, details) }
                monitor.tell(sql, performance)
            }
        }
    }

    /// Parameters, then what came of a statement that says with its first word what it does: of
    /// those that begin with WITH, and of VALUES, nothing is told.
    private func info(_ statement: CompiledStatement) -> String {
        let parameters = bound.map { "\($0.index):\(StatementTrace.brief($0.value));" }.joined()
        let engine = statement.connection.engine
        let result =
            switch statement.tree {
            case .select(let select) where select.beginsWithSelect: "RowCount:\(rowCount)"
            case .insert(let insert) where insert.with == nil:
                "LastInsertedId:\(engine.lastInsertRowID)"
            case .update(let update) where update.with == nil: "Changes:\(engine.changeCount)"
            case .delete(let delete) where delete.with == nil: "Changes:\(engine.changeCount)"
            default: ""
            }
        return parameters + result
    }

    /// The beginning of a value.
    private static func brief(_ value: EngineValue) -> String {
        switch value {
        case .null: return ""
        case .integer(let integer): return String(integer)
        case .real(let real): return String(real)
        case .text(let bytes):
            let start = String(decoding: bytes.prefix(20), as: UTF8.self)
            return bytes.count >= 20 ? start + "..." : start
        case .blob(let bytes):
            let digits = Array("0123456789abcdef".utf8)
            let hex = bytes.prefix(10).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            return String(decoding: hex, as: UTF8.self) + (bytes.count > 10 ? "..." : "")
        }
    }
}
