import WCDBSQL

/// What the columns of pragmas are called, known before one is run.
enum PragmaColumns {
    /// Those of pragmas that answer with more than one column, or with one of another name.
    private static let named = [
        "table_info": ["cid", "name", "type", "notnull", "dflt_value", "pk"],
        "table_xinfo": ["cid", "name", "type", "notnull", "dflt_value", "pk", "hidden"],
        "table_list": ["schema", "name", "type", "ncol", "wr", "strict"],
        "index_list": ["seq", "name", "unique", "origin", "partial"],
        "index_info": ["seqno", "cid", "name"],
        "index_xinfo": ["seqno", "cid", "name", "desc", "coll", "key"],
        "foreign_key_list": [
            "id", "seq", "table", "from", "to", "on_update", "on_delete", "match",
        ],
        "foreign_key_check": ["table", "rowid", "parent", "fkid"],
        "database_list": ["seq", "name", "file"],
        "collation_list": ["seq", "name"],
        "function_list": ["name", "builtin", "type", "enc", "narg", "flags"],
        "wal_checkpoint": ["busy", "log", "checkpointed"],
    ]

    /// Pragmas with one row of one column, whatever is asked of them.
    private static let alwaysTold: Set<String> = [
        "compile_options", "page_count", "freelist_count", "max_page_count", "data_version",
        "journal_mode", "locking_mode", "integrity_check", "quick_check",
    ]

    /// The same, unless they are given a value.
    private static let toldWhenAsked: Set<String> = [
        "user_version", "application_id", "schema_version", "page_size", "auto_vacuum", "encoding",
        "synchronous",
    ]

    /// The columns of a pragma's rows. `name` is in lower case.
    static func of(_ name: String) -> [String] {
        named[name] ?? [PragmaSetting.all[name]?.column ?? name]
    }

    /// Whether a pragma has rows, or could have some.
    static func hasRows(_ name: String, isGivenValue: Bool) -> Bool {
        if let setting = PragmaSetting.all[name] { return !isGivenValue || setting.answersWhenSet }
        return named[name] != nil || alwaysTold.contains(name)
            || !isGivenValue && toldWhenAsked.contains(name)
    }
}

extension Connection {
    /// The columns of a statement that is no program.
    func columns(of statement: Statement) -> [String] {
        switch statement {
        case .pragma(let pragma):
            let name = FoldedName.fold(pragma.name.name.text)
            let isGivenValue = pragma.argument != nil
            return PragmaColumns.hasRows(name, isGivenValue: isGivenValue)
                ? PragmaColumns.of(name) : []
        case .explain(let explain): return explain.columns
        default: return []
        }
    }
}

extension ExplainStatement {
    var columns: [String] {
        isQueryPlan
            ? ["id", "parent", "notused", "detail"]
            : ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"]
    }
}
