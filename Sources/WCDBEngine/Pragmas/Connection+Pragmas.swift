import WCDBSQL

/// PRAGMA: runs what its name stands for.
extension Connection {
    func run(_ pragma: PragmaStatement) throws(EngineError) -> DirectResult {
        let call = PragmaCall(pragma, database: try database(pragma.name.schema))
        let columns = PragmaAnswer.columns(of: call.name, isGivenValue: call.value != nil)
        let rows = try rows(of: call)
        try endStatement()
        return DirectResult(columns: columns, rows: rows)
    }

    func rows(of call: PragmaCall) throws(EngineError) -> [[Value]] {
        if let setting = PragmaSetting.all[call.name] { return rows(of: call, setting) }
        if let answer = PragmaAnswer.all[call.name] { return try answer.rows(self)(call) }
        // Whoever sets a key must not take for encrypted what is not.
        guard !Connection.isOfEncryption(call.name) else {
            throw .error("not supported yet: encryption")
        }
        return []
    }

    private static func isOfEncryption(_ name: String) -> Bool {
        let keys = ["key", "rekey", "hexkey", "hexrekey", "textkey", "textrekey"]
        return keys.contains(name) || name.hasPrefix("cipher")
    }
}
