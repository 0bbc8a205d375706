import WCDBSQL

/// PRAGMA: which answer a name has. What is not known is passed over in silence: programs set
/// what other engines know, and go on.
extension Connection {
    func run(_ pragma: PragmaStatement) throws(EngineError) -> DirectResult {
        let call = PragmaCall(pragma, database: try database(pragma.name.schema))
        let result = try answer(call)
        try endStatement()
        return result
    }

    func answer(_ call: PragmaCall) throws(EngineError) -> DirectResult {
        if let setting = PragmaSetting.all[call.name] { return answer(call, setting) }
        switch call.name {
        case "table_info", "table_xinfo": return try tableInfo(call)
        case "table_list": return try tableList(call)
        case "index_list": return try indexList(call)
        case "index_info", "index_xinfo": return try indexInfo(call)
        case "foreign_key_list": return try foreignKeyList(call)
        case "foreign_key_check": return try foreignKeyCheck(call)
        case "database_list": return try databaseList()
        case "collation_list": return collationList()
        case "function_list": return functionList()
        case "compile_options": return DirectResult(columns: ["compile_options"])
        case "user_version", "application_id", "schema_version": return try storedNumber(call)
        case "page_size", "page_count", "freelist_count", "max_page_count", "data_version",
            "auto_vacuum":
            return try fileNumber(call)
        case "encoding":
            // A text is UTF-8, whatever is asked for.
            return call.value == nil ? .value("encoding", .text("UTF-8")) : DirectResult()
        case "journal_mode": return .value("journal_mode", .text(journalMode(call)))
        case "locking_mode": return .value("locking_mode", .text("normal"))
        case "synchronous": return try synchronous(call)
        case "case_sensitive_like":
            setCaseSensitiveLike(call)
            return DirectResult()
        case "wal_checkpoint": return try checkpoint(call)
        case "incremental_vacuum": return try runIncrementalVacuum(call)
        case "integrity_check", "quick_check": return try checkIntegrity(call)
        default:
            // Whoever sets a key must not take for encrypted what is not.
            guard !Connection.isOfEncryption(call.name) else {
                throw .error("not supported yet: encryption")
            }
            return DirectResult()
        }
    }

    private static func isOfEncryption(_ name: String) -> Bool {
        let keys = ["key", "rekey", "hexkey", "hexrekey", "textkey", "textrekey"]
        return keys.contains(name) || name.hasPrefix("cipher")
    }
}
