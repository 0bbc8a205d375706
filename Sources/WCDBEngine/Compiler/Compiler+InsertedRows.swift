import WCDBSQL
import WCDBStorage

/// The rows that an INSERT puts in: what gives them, and where they go.
extension Compiler {
    /// Resolves the rows of an INSERT.
    func bindRows(
        _ statement: InsertStatement, count: Int, _ binder: Binder
    ) throws(EngineError) -> InsertedRows {
        guard case .select(let select)? = statement.source else {
            guard statement.columns.isEmpty else {
                throw .misuse(of: .other, "0 values for \(count) columns")
            }
            return .defaults
        }
        let (rows, given) = try binder.bindSource(select)
        guard given == count else {
            let shown = statement.shownTable
            throw .misuse(
                of: .other,
                statement.columns.isEmpty
                    ? "table \(shown) has \(count) columns but \(given) values were supplied"
                    : "\(given) values for \(count) columns")
        }
        return rows
    }

    /// Emits the rows of an INSERT, each in registers; one without values for DEFAULT VALUES.
    /// `isLong`: `body` has queries, and can be emitted once only. `isApart`: what it does changes
    /// nothing that the rows come from.
    mutating func compileRows(
        _ rows: InsertedRows, count: Int, isLong: Bool = true, isApart: Bool = false,
        _ body: @escaping (inout Compiler, Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        switch rows {
        case .defaults: try body(&self, -1)
        case .values(let values):
            let first = program.registers(values.count)
            for index in values.indices { try compile(values[index], into: first + index) }
            try body(&self, first)
        case .query(let bound):
            try compileRows(bound, count: count, isLong: isLong, isApart: isApart, body)
        }
    }

    private mutating func compileRows(
        _ bound: BoundSelect, count: Int, isLong: Bool, isApart: Bool,
        _ body: @escaping (inout Compiler, Int) throws(EngineError) -> Void
    ) throws(EngineError) {
        let rows = bound.cores.count == 1 && bound.order.isEmpty ? bound.cores[0].rows : nil
        // A query in the second row must not see the first one in the table.
        let isPlain = rows.map {
            $0.count == 1 || !isLong && !$0.joined().contains(where: \.hasQuery)
        }
        // Each row of a simple query can be put in as it is found. Only where several tables are
        // joined may there be several places that find one.
        let isStream =
            isApart && bound.cores.count == 1 && bound.recursion == nil && rows == nil
            && (!isLong || bound.cores[0].joins.count <= 1)
        if isPlain == true || isStream {
            try compile(
                bound,
                to: .code { (compiler, first, _) throws(EngineError) in
                    try body(&compiler, first)
                })
            return
        }
        // What is read may be what is written: first read, then write.
        let store = program.cursor()
        program.emit(.openRows, store, count)
        try compile(bound, to: .rows(cursor: store))
        try emitStored(store, count, body)
    }
}
