extension Keyword {
    /// Whether a word is one of the grammar's.
    package static func isKeyword(_ word: String) -> Bool {
        find(word) != nil
    }

    /// Where the keyword may stand for a name.
    package var use: Use {
        switch self {
        case .add, .all, .alter, .and, .as, .autoincrement, .between, .case, .check, .collate,
            .commit, .constraint, .create, .default, .deferrable, .delete, .distinct, .drop,
            .else, .escape, .except, .exists, .foreign, .from, .group, .having, .in, .index,
            .insert, .intersect, .into, .is, .isnull, .join, .limit, .not, .nothing, .notnull,
            .null, .on, .or, .order, .primary, .references, .returning, .select, .set, .table,
            .then, .to, .transaction, .union, .unique, .update, .using, .values, .when, .where:
            .reserved
        case .cross, .full, .inner, .left, .natural, .outer, .right: .joinWord
        case .indexed: .indexed
        default: .name
        }
    }

    /// Whether the word, as a name, is put into quotes: because the grammar refuses it as a bare
    /// column, or takes it for something else where a column may stand.
    package var needsQuotes: Bool {
        switch self {
        case .cast, .raise, .currentDate, .currentTime, .currentTimestamp, .true, .false: true
        case .with, .current, .unbounded: true
        default: use == .reserved
        }
    }

    /// Further words that are put into quotes where other names than columns stand.
    package var needsQuotesAsName: Bool {
        switch self {
        case .if, .partition, .rows, .range, .groups, .savepoint, .recursive, .filter, .conflict,
            .database:
            true
        default: needsQuotes
        }
    }

    /// The keyword that a name spells.
    package static func find(_ name: String) -> Keyword? {
        let bytes = Array(name.utf8)
        var letters = KeywordTable.Letters()
        for byte in bytes { letters.append(byte) }
        return KeywordTable.shared.find(letters, bytes, 0, bytes.count)
    }
}
