import WCDBSQL
import WCDBStorage

/// What a statement that is no program gives back.
struct DirectResult {
    var columns: [String] = []
    var rows: [[Value]] = []
}

extension Connection {
    /// Runs a statement that is no program, with what was bound to it.
    func run(
        _ statement: Statement, text: [UInt8]?, parameters: DirectParameters?
    ) throws(EngineError) -> DirectResult {
        directParameters = parameters
        defer { directParameters = nil }
        guard let parameters else { return try run(statement, text: text) }
        return try run(parameters.statement, text: parameters.text)
    }

    /// Throws what running a statement would throw before it changes anything: names that are taken
    /// or not there, definitions without a meaning. Of other statements than those of the schema
    /// nothing is known before they run.
    func check(_ statement: Statement, text: [UInt8]?) throws(EngineError) {
        guard statement.isOfSchema else { return }
        isChecking = true
        defer { isChecking = false }
        do throws(EngineError) {
            _ = try run(statement, text: text)
        } catch {
            try? endStatement()
            throw error
        }
    }

    private func run(_ statement: Statement, text: [UInt8]?) throws(EngineError) -> DirectResult {
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

extension Statement {
    /// Whether it changes nothing but what `Connection.changing` lets it.
    fileprivate var isOfSchema: Bool {
        switch self {
        case .createTable, .createIndex, .createView, .createTrigger, .createVirtualTable, .drop,
            .alterTable, .upkeep(.analyze), .upkeep(.reindex):
            true
        default: false
        }
    }
}
