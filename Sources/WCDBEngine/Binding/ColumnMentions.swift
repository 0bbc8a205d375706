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
    private(set) var offsets: Set<Int> = []

    init(
        _ table: TableSchema, _ column: Int, isOwn: Bool = false, isWatched: Bool = false
    ) {
        self.table = table
        self.column = column
        self.isOwn = isOwn
        self.isWatched = isWatched
    }

    /// A name was resolved to a column of a source.
    func note(_ name: Name, _ scalar: Scalar, place: DefinitionPlace?) {
        guard case .column(let source, let number) = scalar, (place != nil) == isOwn else { return }
        note(name, source, number)
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

    /// The text with another name in all these places; nil if there are none. A name in quotes
    /// stays in quotes.
    func text(_ text: String, renamedTo new: Name) -> String? {
        guard !offsets.isEmpty else { return nil }
        let lexer = Lexer(Array(text.utf8))
        let quoted =
            "\""
            + new.text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
        var result: [UInt8] = []
        var position = 0
        for offset in offsets.sorted() where offset >= position {
            let token = lexer.token(at: offset)
            result += lexer.bytes[position..<token.start]
            let isPlain = token.kind == .word && new.quoting == .bare
            result += Array((isPlain ? new.text : quoted).utf8)
            position = token.end
        }
        result += lexer.bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }
}
