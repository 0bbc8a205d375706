import WCDBSQL

/// Where a definition mentions a column of a table: found by resolving its names, so that only
/// those are taken that mean it.
///
/// **Users.** One binder, for one text. Only names of that text have offsets that count: while
/// something else is resolved on the way (a view, the constraints of a table) nothing is noted.
final class ColumnMentions {
    private let table: TableSchema
    private let column: Int
    /// The text is the table's own, or that of one of its indexes: expressions in it are what
    /// elsewhere is resolved on the way.
    private let isOwn: Bool
    /// The text is of a trigger of the table: NEW and OLD are rows of it.
    let isWatched: Bool
    /// What the column will be called, if it is renamed.
    private let newName: String?
    private(set) var offsets: Set<Int> = []
    /// Those of them that would be texts if there were no such column.
    private(set) var quotedOffsets: Set<Int> = []
    /// Texts in double quotes that would mean the column by its new name.
    private var textOffsets: Set<Int> = []

    init(
        _ table: TableSchema, _ column: Int, renamedTo newName: String? = nil,
        isOwn: Bool = false, isWatched: Bool = false
    ) {
        self.table = table
        self.column = column
        self.newName = newName
        self.isOwn = isOwn
        self.isWatched = isWatched
    }

    /// A name was resolved to a column of a source. `isAlone`: no table stands before it.
    func note(_ name: Name, _ scalar: Scalar, place: DefinitionPlace?, isAlone: Bool) {
        guard case .column(let source, let number) = scalar, (place != nil) == isOwn else { return }
        let known = offsets.count
        note(name, source, number)
        if isAlone, name.mayBeString, offsets.count > known {
            quotedOffsets.insert(Int(name.offset))
        }
    }

    /// A name in double quotes is none of any column, and taken for a text.
    func noteText(_ name: Name, place: DefinitionPlace?) {
        guard let newName, FoldedName.equal(name.text, newName), (place != nil) == isOwn,
            name.offset != .max
        else { return }
        textOffsets.insert(Int(name.offset))
    }

    func note(_ name: Name, _ source: Source, _ number: Int) {
        switch source.content {
        case .table(let own):
            guard own.database == table.database, own.tree == table.tree, number == column else {
                return
            }
        case .registers:
            guard number >= 0, let origin = source.columns[number].origin,
                FoldedName.equal(origin.table, table.name), number == column
            else { return }
            // A table of another database may have the same name.
            let isChanging = source.alias == "new" || source.alias == "old"
            guard isWatched || !isChanging else { return }
        case .select, .function: return
        }
        note(name)
    }

    /// A column of a table was named in a list of columns.
    func note(_ name: Name, of other: TableSchema) {
        guard other.database == table.database, other.tree == table.tree else { return }
        noteIfCalled(name)
    }

    func noteIfCalled(_ name: Name) {
        if FoldedName.equal(name.text, table.columns[column].name) { note(name) }
    }

    private func note(_ name: Name) {
        if name.offset != .max { offsets.insert(Int(name.offset)) }
    }

    /// In the list of columns of an index or a key, a text names a column. Trees do not know where
    /// texts stand: `sql` is looked at from token to token.
    func noteKeyTexts(in sql: String, isIndex: Bool) {
        let lexer = Lexer(Array(sql.utf8))
        // For each open parenthesis, whether it is of such a list.
        var levels: [Bool] = []
        var before = lexer.token(at: 0)
        var token = lexer.token(at: before.end)
        var hasList = false
        while token.kind != .endOfText {
            switch token.kind {
            case .leftParenthesis:
                let isKey = before.keyword == .unique || before.keyword == .key
                let isWithin = before.kind == .leftParenthesis || before.kind == .comma
                levels.append(
                    isKey || isIndex && !hasList || isWithin && levels.last == true)
                hasList = true
            case .rightParenthesis: _ = levels.popLast()
            case .string where levels.last == true:
                let isFirst = before.kind == .leftParenthesis || before.kind == .comma
                let name = Name(anySpelling: lexer.text(token)).text
                if isFirst, FoldedName.equal(name, table.columns[column].name) {
                    offsets.insert(token.start)
                }
            default: break
            }
            before = token
            token = lexer.token(at: token.end)
        }
    }

    /// The text with another name in all these places; nil if there are none. A name in quotes
    /// stays in quotes, and a text that would be taken for the name gets those of texts.
    func text(_ text: String, renamedTo new: Name) -> String? {
        guard !offsets.isEmpty || !textOffsets.isEmpty else { return nil }
        let lexer = Lexer(Array(text.utf8))
        return lexer.replacing(at: offsets.union(textOffsets)) { token in
            if textOffsets.contains(token.start) {
                let spelling = String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self)
                return Name(spelling: spelling).text.quoted(by: "'")
            }
            let isPlain = token.kind == .word && new.quoting == .bare
            return isPlain ? new.text : new.text.quoted(by: "\"")
        }
    }
}
