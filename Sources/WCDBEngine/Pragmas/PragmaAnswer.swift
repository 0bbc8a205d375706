import WCDBSQL

/// A pragma that is no setting: which columns it has, known before it is run, and what gives its
/// rows. Settings are in `PragmaSetting`.
///
/// What is in neither list is passed over in silence: programs set what other engines know, and go
/// on.
struct PragmaAnswer: Sendable {
    /// Gives the rows of one call.
    typealias Rows = @Sendable (Connection) -> (PragmaCall) throws(EngineError) -> [[Value]]

    /// When there are rows, or could be some.
    enum Occasion {
        case always
        /// Unless a value is given: what can be set is told when it is asked for.
        case asked
        case never
    }

    let occasion: Occasion
    /// Nil: one, called as the pragma.
    let columns: [String]?
    /// It takes an argument and changes nothing; others are asked without one.
    let isAboutArgument: Bool
    let rows: Rows

    private init(
        _ occasion: Occasion, columns: [String]? = nil, isAboutArgument: Bool = false,
        _ rows: @escaping Rows
    ) {
        self.occasion = occasion
        self.columns = columns
        self.isAboutArgument = isAboutArgument
        self.rows = rows
    }

    private static func about(_ columns: [String]?, _ rows: @escaping Rows) -> PragmaAnswer {
        PragmaAnswer(.always, columns: columns, isAboutArgument: true, rows)
    }

    /// By the name in lower case.
    static let all: [String: PragmaAnswer] = [
        "table_info": about(
            ["cid", "name", "type", "notnull", "dflt_value", "pk"], Connection.tableInfo),
        "table_xinfo": about(
            ["cid", "name", "type", "notnull", "dflt_value", "pk", "hidden"], Connection.tableInfo),
        "table_list": about(
            ["schema", "name", "type", "ncol", "wr", "strict"], Connection.tableList),
        "index_list": about(
            ["seq", "name", "unique", "origin", "partial"], Connection.indexList),
        "index_info": about(["seqno", "cid", "name"], Connection.indexInfo),
        "index_xinfo": about(
            ["seqno", "cid", "name", "desc", "coll", "key"], Connection.indexInfo),
        "foreign_key_list": about(
            ["id", "seq", "table", "from", "to", "on_update", "on_delete", "match"],
            Connection.foreignKeyList),
        "foreign_key_check": about(
            ["table", "rowid", "parent", "fkid"], Connection.foreignKeyCheck),
        "integrity_check": about(nil, Connection.checkIntegrity),
        "quick_check": about(nil, Connection.checkIntegrity),
        "database_list": PragmaAnswer(
            .always, columns: ["seq", "name", "file"], Connection.databaseList),
        "collation_list": PragmaAnswer(
            .always, columns: ["seq", "name"], Connection.collationList),
        "function_list": PragmaAnswer(
            .always, columns: ["name", "builtin", "type", "enc", "narg", "flags"],
            Connection.functionList),
        "compile_options": PragmaAnswer(.always) { _ in { _ in [] } },
        "page_count": PragmaAnswer(.always, Connection.fileNumber),
        "freelist_count": PragmaAnswer(.always, Connection.fileNumber),
        "max_page_count": PragmaAnswer(.always, Connection.fileNumber),
        "data_version": PragmaAnswer(.always, Connection.fileNumber),
        "page_size": PragmaAnswer(.asked, Connection.fileNumber),
        "auto_vacuum": PragmaAnswer(.asked, Connection.fileNumber),
        "user_version": PragmaAnswer(.asked, Connection.storedNumber),
        "application_id": PragmaAnswer(.asked, Connection.storedNumber),
        "schema_version": PragmaAnswer(.asked, Connection.storedNumber),
        "synchronous": PragmaAnswer(.asked, Connection.synchronous),
        // A text is UTF-8, whatever is asked for.
        "encoding": PragmaAnswer(.asked) { _ in { $0.value == nil ? [[.text("UTF-8")]] : [] } },
        "journal_mode": PragmaAnswer(.always, Connection.journalMode),
        "locking_mode": PragmaAnswer(.always) { _ in { _ in [[.text("normal")]] } },
        "case_sensitive_like": PragmaAnswer(.never, Connection.setCaseSensitiveLike),
        "wal_checkpoint": PragmaAnswer(
            .always, columns: ["busy", "log", "checkpointed"], Connection.checkpoint),
        "incremental_vacuum": PragmaAnswer(.never, Connection.runIncrementalVacuum),
    ]

    /// The columns of a pragma's rows; none if there never are any. `name` is in lower case.
    static func columns(of name: String, isGivenValue: Bool) -> [String] {
        if let setting = PragmaSetting.all[name] {
            return isGivenValue && !setting.answersWhenSet ? [] : [setting.column ?? name]
        }
        guard let answer = all[name] else { return [] }
        return switch answer.occasion {
        case .asked where isGivenValue, .never: []
        case .always, .asked: answer.columns ?? [name]
        }
    }
}

extension Connection {
    /// The columns of a statement that is no program.
    func columns(of statement: Statement) -> [String] {
        switch statement {
        case .pragma(let pragma):
            PragmaAnswer.columns(
                of: FoldedName.fold(pragma.name.name.text), isGivenValue: pragma.argument != nil)
        case .explain(let explain): explain.columns
        default: []
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
