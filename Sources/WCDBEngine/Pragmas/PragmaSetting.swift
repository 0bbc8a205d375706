/// A pragma that is a number which the connection keeps: programs set it and read it back.
///
/// **Users.** `Connection+Settings.swift`. Only `Connection.flag(_:)` makes a setting mean
/// something; the others are kept for programs that compare what they set.
struct PragmaSetting: Sendable {
    enum Form: Sendable {
        case flag
        /// One that may also be FAST, which is 2.
        case flagOrFast
        case number
        /// A number that is not negative.
        case count
        /// Words in the order of their numbers; a number is taken as well.
        case words([String])
    }

    let form: Form
    let initial: Int64
    /// Setting it has a row: the value in force.
    let answersWhenSet: Bool
    /// The column, where it is not called as the pragma.
    let column: String?

    private init(
        _ form: Form, _ initial: Int64, answersWhenSet: Bool = false, column: String? = nil
    ) {
        self.form = form
        self.initial = initial
        self.answersWhenSet = answersWhenSet
        self.column = column
    }

    static let all: [String: PragmaSetting] = [
        "foreign_keys": PragmaSetting(.flag, 0),
        "defer_foreign_keys": PragmaSetting(.flag, 0),
        "recursive_triggers": PragmaSetting(.flag, 0),
        "ignore_check_constraints": PragmaSetting(.flag, 0),
        "query_only": PragmaSetting(.flag, 0),
        "read_uncommitted": PragmaSetting(.flag, 0),
        "automatic_index": PragmaSetting(.flag, 1),
        "reverse_unordered_selects": PragmaSetting(.flag, 0),
        "cell_size_check": PragmaSetting(.flag, 0),
        "writable_schema": PragmaSetting(.flag, 0),
        "legacy_alter_table": PragmaSetting(.flag, 0),
        "full_column_names": PragmaSetting(.flag, 0),
        "short_column_names": PragmaSetting(.flag, 1),
        "count_changes": PragmaSetting(.flag, 0),
        "empty_result_callbacks": PragmaSetting(.flag, 0),
        "trusted_schema": PragmaSetting(.flag, 1),
        "fullfsync": PragmaSetting(.flag, 0),
        "checkpoint_fullfsync": PragmaSetting(.flag, 0),
        "secure_delete": PragmaSetting(.flagOrFast, 0, answersWhenSet: true),
        "cache_size": PragmaSetting(.number, -2000),
        "cache_spill": PragmaSetting(.number, 1),
        "wal_autocheckpoint": PragmaSetting(.number, 1000, answersWhenSet: true),
        "journal_size_limit": PragmaSetting(.number, -1, answersWhenSet: true),
        "mmap_size": PragmaSetting(.number, 0, answersWhenSet: true),
        "busy_timeout": PragmaSetting(.count, 0, answersWhenSet: true, column: "timeout"),
        "threads": PragmaSetting(.number, 0, answersWhenSet: true),
        "soft_heap_limit": PragmaSetting(.number, 0, answersWhenSet: true),
        "analysis_limit": PragmaSetting(.number, 0, answersWhenSet: true),
        "temp_store": PragmaSetting(.words(["default", "file", "memory"]), 0),
    ]

    /// Of a number the first digit counts, if it is one of the words'.
    private func digit(_ call: PragmaCall, below limit: Int64) -> Int64 {
        guard let first = call.text?.utf8.first, ASCII.isDigit(first) else { return 0 }
        let digit = Int64(first - UInt8(ascii: "0"))
        return digit < limit ? digit : 0
    }

    /// The value that an argument means.
    func value(_ call: PragmaCall) -> Int64 {
        switch form {
        case .flag: call.flag == true ? 1 : 0
        case .flagOrFast:
            FoldedName.equal(call.text ?? "", "fast") ? 2 : call.flag == true ? 1 : 0
        case .number: call.integer ?? initial
        case .count: max(call.integer ?? initial, 0)
        case .words(let words):
            words.firstIndex(of: FoldedName.fold(call.text ?? "")).map(Int64.init)
                ?? digit(call, below: Int64(words.count))
        }
    }
}
