/// Gives a table another name in the text of a definition.
///
/// It goes by tokens, so that everything else stays as it was written. A word means the table
/// behind FROM, JOIN, INTO and their like, in a list behind FROM, and as the qualifier of a column;
/// where an alias takes the name over, qualifiers mean the alias and stay.
///
/// **Users.** ALTER TABLE, which afterwards binds every view again: what a text means is known
/// only then.
package struct TableRename {
    /// What one level of parentheses is in the middle of.
    private struct Level {
        /// The next word is a table.
        var expectsTable = false
        /// A comma is followed by another table.
        var isInFrom = false
        /// The word before was a table: another word is its alias.
        var isBehindTable = false
        /// `name AS (` is a window.
        var isInWindow = false
    }

    private let lexer: Lexer
    private let old: [UInt8]
    /// The database that the table is in; names of others are no names of it. Nil: no matter.
    private let database: [UInt8]?
    /// The word before a dot.
    private var owner: Token?
    private var levels = [Level()]
    private var mentions: [Token] = []
    private var qualifiers: [Token] = []
    /// Names of databases in front of tables.
    private var schemas: [Token] = []
    private var isAliased = false
    /// The name is that of a common table expression too: which is meant where is not known.
    package private(set) var isShadowed = false

    package init(_ sql: String, from old: String, in database: String? = nil) {
        lexer = Lexer(Array(sql.utf8))
        self.old = TableRename.fold(old)
        self.database = database.map(TableRename.fold)
        scan()
    }

    /// The databases that a text names in front of tables, in the order of the text.
    package static func schemas(in sql: String) -> [String] {
        let scan = TableRename(sql, from: "")
        return scan.schemas.map { token in
            token.kind == .word ? scan.lexer.text(token) : scan.lexer.unquoted(token)
        }
    }

    /// The text with the new name; nil if it does not mention the table.
    package func text(with new: String) -> String? {
        let places = (mentions + (isAliased ? [] : qualifiers)).sorted { $0.start < $1.start }
        guard !places.isEmpty else { return nil }
        var result: [UInt8] = []
        var position = 0
        for place in places {
            result += lexer.bytes[position..<place.start]
            result.append(UInt8(ascii: "\""))
            for byte in new.utf8 {
                if byte == UInt8(ascii: "\"") { result.append(byte) }
                result.append(byte)
            }
            result.append(UInt8(ascii: "\""))
            position = place.end
        }
        result += lexer.bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }

    private static func fold(_ name: String) -> [UInt8] {
        name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    }

    // MARK: Scanning

    private mutating func scan() {
        var before: [Keyword?] = [nil, nil, nil]
        var isBehindDot = false
        var hasHead = !beginsWithHead
        var token = lexer.token(at: 0)
        while token.kind != .endOfText, token.kind != .illegal {
            let next = lexer.token(at: token.end)
            switch token.kind {
            case .word, .quotedWord, .string:
                if token.keyword == .on, !hasHead, levels.count == 1 {
                    // CREATE INDEX and CREATE TRIGGER say ON before anything else does.
                    hasHead = true
                    levels[levels.count - 1].expectsTable = true
                } else {
                    take(token, next, before, isBehindDot: isBehindDot)
                }
            default: take(sign: token, behind: before[0])
            }
            isBehindDot = token.kind == .dot
            if !isBehindDot { owner = token }
            before = [token.keyword, before[0], before[1]]
            token = next
        }
    }

    /// Whether the text is of an index or a trigger: `CREATE [UNIQUE] INDEX i ON t`.
    private var beginsWithHead: Bool {
        let first = lexer.token(at: 0)
        let second = lexer.token(at: first.end)
        let third = lexer.token(at: second.end)
        return [second, third].contains { $0.keyword == .index || $0.keyword == .trigger }
    }

    private mutating func take(sign token: Token, behind word: Keyword?) {
        let last = levels.count - 1
        switch token.kind {
        case .leftParenthesis:
            // Behind IN they hold values, or a query.
            let isTable = levels[last].expectsTable && word != .in
            levels[last].expectsTable = false
            levels[last].isBehindTable = isTable
            levels.append(Level(expectsTable: isTable, isInFrom: isTable))
        case .rightParenthesis: if last > 0 { levels.removeLast() }
        case .comma:
            levels[last].expectsTable = levels[last].isInFrom
            levels[last].isBehindTable = false
        case .semicolon: levels[last] = Level()
        case .dot: break
        default: levels[last].isBehindTable = false
        }
    }

    private mutating func take(
        _ token: Token, _ next: Token, _ before: [Keyword?], isBehindDot: Bool
    ) {
        let last = levels.count - 1
        if levels[last].expectsTable, !isKeywordBehindTable(token) {
            // The schema before a dot still leaves the table to come.
            guard next.kind != .dot else { return schemas.append(token) }
            if isOld(token), !isBehindDot || isOwn { mentions.append(token) }
            levels[last].expectsTable = false
            levels[last].isBehindTable = true
            return
        }
        if isOld(token), token.kind != .string, next.kind == .dot {
            if !isBehindDot || isOwn { qualifiers.append(token) }
            return
        }
        if isOld(token), before[0] == .as || isBareAlias(token, last) {
            isAliased = isAliased || levels[last].isInFrom || levels[last].isBehindTable
        }
        let mayBeQuery =
            before[0] == .with || before[0] == .recursive
            || next.keyword == .as && !levels[last].isInWindow
        if isOld(token), mayBeQuery {
            isShadowed = isShadowed || next.kind == .leftParenthesis || isQuery(behind: next)
        }
        guard !isBehindDot, let keyword = token.keyword else {
            levels[last].isBehindTable = levels[last].isBehindTable && isBehindDot
            return
        }
        take(keyword, before)
    }

    private mutating func take(_ keyword: Keyword, _ before: [Keyword?]) {
        let last = levels.count - 1
        switch keyword {
        case .from where before[0] == .distinct: break
        case .from: levels[last] = Level(expectsTable: true, isInFrom: true)
        case .join: levels[last].expectsTable = true
        case .into, .update, .references, .table, .in: levels[last].expectsTable = true
        case .or where before[0] == .update: levels[last].expectsTable = false
        case .abort, .fail, .ignore, .replace, .rollback:
            levels[last].expectsTable = before[0] == .or && before[1] == .update
        case .window: levels[last] = Level(isInWindow: true)
        case .where, .group, .order, .limit, .having, .select, .set, .values, .union, .except,
            .intersect, .begin, .end, .of:
            levels[last] = Level()
        case .as: break
        default: levels[last].isBehindTable = false
        }
    }

    /// A word that says that no table follows after all: `AFTER UPDATE OF a ON t`, `ON UPDATE SET`.
    private func isKeywordBehindTable(_ token: Token) -> Bool {
        switch token.keyword {
        case .of, .on, .or, .set, .cascade, .restrict, .no, .select, .values, .not: true
        default: false
        }
    }

    private func isBareAlias(_ token: Token, _ level: Int) -> Bool {
        levels[level].isBehindTable && token.kind != .string
    }

    private func isQuery(behind token: Token) -> Bool {
        let next = lexer.token(at: token.end)
        return next.kind == .leftParenthesis || next.keyword == .materialized
            || next.keyword == .not
    }

    private func isOld(_ token: Token) -> Bool { folded(token) == old }

    /// Whether what stands before the dot is the table's database.
    private var isOwn: Bool {
        guard let database, let owner else { return true }
        return folded(owner) == database
    }

    private func folded(_ token: Token) -> [UInt8] {
        TableRename.fold(token.kind == .word ? lexer.text(token) : lexer.unquoted(token))
    }
}
