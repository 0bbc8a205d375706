import WCDBSQL
import WCDBStorage

/// What a statement that is no program gives back.
struct DirectResult {
    var columns: [String] = []
    var rows: [[Value]] = []
}

extension Connection {
    /// Runs a statement that is no program.
    func run(_ statement: Statement, text: [UInt8]?) throws(EngineError) -> DirectResult {
        switch statement {
        case .transaction(let transaction): try run(transaction)
        case .createTable(let create): try run(create, text: text)
        case .createIndex(let create): try run(create, text: text)
        case .createView(let create): try run(create, text: text)
        case .drop(let drop): try run(drop)
        case .explain(let explain): return try run(explain, text: text)
        case .pragma(let pragma): return try run(pragma)
        case .upkeep(let upkeep): try run(upkeep)
        case .alterTable(let alter): try run(alter, text: text)
        case .createTrigger(let create): try run(create, text: text)
        case .createVirtualTable: throw .error("not supported yet: CREATE VIRTUAL TABLE")
        case .attach(let attach): try run(attach)
        case .detach(let detach): try run(detach)
        case .select, .insert, .update, .delete: throw .error("not a direct statement")
        }
        try endStatement()
        return DirectResult()
    }
}
