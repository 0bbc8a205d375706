// CREATE TABLE and ALTER TABLE.

extension Parser {
    mutating func createTable(isTemporary: Bool) throws(ParseError) -> CreateTableStatement {
        advance()
        var create = CreateTableStatement()
        create.isTemporary = isTemporary
        create.ifNotExists = try ifNotExists()
        create.name = try newName(isTemporary: isTemporary)
        if accept(.as) {
            create.content = .select(try selectStatement())
        } else {
            create.content = .columns(try tableDefinition())
        }
        return create
    }

    /// The name of a table or view that is made. What is temporary lives in its own schema.
    mutating func newName(isTemporary: Bool) throws(ParseError) -> QualifiedName {
        let start = token.start
        let name = try qualifiedName()
        guard isTemporary, let schema = name.schema, !schema.text.isTemporarySchema else {
            return isTemporary ? QualifiedName(name.name) : name
        }
        throw .refused("temporary table name must be unqualified", offset: start)
    }

    private mutating func tableDefinition() throws(ParseError) -> TableDefinition {
        try expect(.leftParenthesis)
        var table = TableDefinition([try columnDefinition()])
        while accept(.comma) {
            if isTableConstraint {
                try tableConstraints(&table.constraints)
                break
            }
            table.columns.append(try columnDefinition())
        }
        try expect(.rightParenthesis)
        try tableOptions(&table)
        return table
    }

    /// Between constraints the comma may be missing.
    private mutating func tableConstraints(
        _ constraints: inout [TableConstraint]
    ) throws(ParseError) {
        while isTableConstraint {
            try tableConstraint(&constraints)
            if accept(.comma), !isTableConstraint { throw unexpected() }
        }
    }

    private mutating func tableOptions(_ table: inout TableDefinition) throws(ParseError) {
        // A comma may stand before the first one, too.
        guard accept(.comma) || isName(token) else { return }
        repeat {
            let start = token.start
            if accept(.without) {
                let name = try name()
                guard name.text.isWord("rowid") else { throw unknownOption(name, start) }
                table.isWithoutRowid = true
            } else {
                let name = try name()
                guard name.text.isWord("strict") else { throw unknownOption(name, start) }
                table.isStrict = true
            }
        } while accept(.comma)
    }

    private func unknownOption(_ name: Name, _ offset: Int) -> ParseError {
        .refused("unknown table option: \(name.text)", offset: offset)
    }

    mutating func columnDefinition() throws(ParseError) -> ColumnDefinition {
        let start = token.start
        var column = ColumnDefinition(try columnName())
        column.type = try typeName()
        try columnConstraints(&column.constraints)
        column.range = SourceRange(start, lastEnd)
        return column
    }

    mutating func alterTableStatement() throws(ParseError) -> AlterTableStatement {
        advance()
        try expect(.table)
        let table = try qualifiedName()
        if accept(.add) {
            accept(.column)
            return AlterTableStatement(table, .addColumn(try columnDefinition()))
        }
        if accept(.drop) {
            accept(.column)
            return AlterTableStatement(table, .dropColumn(try columnName()))
        }
        try expect(.rename)
        if accept(.to) { return AlterTableStatement(table, .rename(to: try name())) }
        accept(.column)
        let column = try columnName()
        try expect(.to)
        return AlterTableStatement(table, .renameColumn(column, to: try columnName()))
    }
}

extension String {
    /// Whether the text is `word` in any case. Requires: the word is lower-case ASCII.
    func isWord(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { letters in
            utf8.elementsEqual(letters) { $0 | 0x20 == $1 }
        }
    }

    var isTemporarySchema: Bool { isWord("temp") }
}
