import WCDBEngine

/// Zeros with a sign in REAL columns, which SQLite does not keep there.
enum NegativeZeros {
    /// Makes them zeros without a sign. False if there are none, or if that fails.
    static func remove(from side: EngineSide) -> Bool {
        if !side.run("SELECT 1").isAutocommit, side.run("COMMIT").failed { return false }
        _ = side.run("PRAGMA foreign_keys = 0")
        var changes: Int64 = 0
        for database in ["main", "temp", "aux1"] {
            for trigger in names("trigger", in: database, side) {
                _ = side.run("DROP TRIGGER \(database).\(trigger)")
            }
            for table in names("table", in: database, side) {
                for row in side.run("PRAGMA \(database).table_info(\(table))").rows {
                    guard isReal(text(row[2])) else { continue }
                    let column = "\"\(text(row[1]))\""
                    // The angle is that of a zero below zero only.
                    let update = side.run(
                        """
                        UPDATE \(database).\(table) SET \(column) = 0.0
                        WHERE \(column) = 0.0 AND atan2(\(column), -1) < 0
                        """)
                    if update.failed { return false }
                    changes += update.changes
                }
            }
        }
        return changes > 0
    }

    private static func names(
        _ type: String, in database: String, _ side: EngineSide
    ) -> [String] {
        let list = """
            SELECT name FROM \(database).sqlite_master
            WHERE type = '\(type)' AND name NOT LIKE 'sqlite_%'
            """
        return side.run(list).rows.map { "\"\(text($0[0]))\"" }
    }

    private static func text(_ value: Value) -> String {
        guard case .text(let bytes) = value else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a type has the affinity of REAL.
    private static func isReal(_ type: String) -> Bool {
        let type = type.uppercased()
        return ["REAL", "FLOA", "DOUB"].contains { type.contains($0) }
            && !["INT", "CHAR", "CLOB", "TEXT", "BLOB"].contains { type.contains($0) }
    }
}
