import StorageSimulation

/// A script for a fresh database: tables, rows, and then everything in turn.
///
/// **Always true.** The statements follow from the seed alone, and a shorter script is the
/// beginning of a longer one.
package enum RandomScript {
    package static func statements(seed: UInt64, count: Int) -> [String] {
        var writer = RandomSQL(seed: seed)
        var statements: [String] = []
        if writer.oneIn(3) {
            writer.usesForeignKeys = true
            writer.defersForeignKeys = writer.oneIn(3)
            statements.append("PRAGMA foreign_keys = ON")
        }
        if writer.oneIn(6) { statements.append("PRAGMA recursive_triggers = ON") }
        if writer.oneIn(6) {
            writer.hasAttached = true
            statements.append("ATTACH \(writer.oneIn(2) ? "DATABASE " : "")':memory:' AS aux1")
        }
        let tables = 1 + writer.random.below(3)
        for _ in 0..<tables {
            statements.append(writer.defining { $0.createTable() })
        }
        for _ in 0..<(3 * tables) { statements.append(writer.filling()) }
        while statements.count < count { statements.append(writer.statement()) }
        return Array(statements.prefix(count))
    }
}

extension RandomSQL {
    /// Rows for a table, so that queries have something to find.
    mutating func filling() -> String { insert(into: pick(schema.baseTables)) }

    mutating func statement() -> String {
        switch random.below(100) {
        case 0..<62: return query()
        case 62..<82: return change()
        case 82..<87: return defining { $0.createIndex() }
        case 87..<89: return drop()
        case 89..<90: return defining { $0.createView() }
        case 90..<91: return defining { $0.createTrigger() }
        case 91..<92: return defining { $0.createTable() }
        default: return control()
        }
    }

    fileprivate mutating func defining(_ body: (inout RandomSQL) -> String) -> String {
        isDefining = true
        defer { isDefining = false }
        return body(&self)
    }
}
