// Names are written as they are if the grammar takes them for the same name there; otherwise
// between backticks, which are never taken for a string. Quotes that somebody wrote stay.

extension Name: SQLRenderable {
    /// Where a name stands decides which words need quotes.
    enum Place { case column, table, function, other }

    package func render(into writer: inout SQLWriter) { render(.other, into: &writer) }

    func render(_ place: Place, into writer: inout SQLWriter) {
        switch quoting {
        case .all: writer.write("*")
        case .bare where !needsQuotes(place): writer.write(text)
        case .doubleQuotes: writer.writeQuoted(text, UInt8(ascii: "\""), UInt8(ascii: "\""))
        case .singleQuotes where place == .table: writer.writeString(text)
        case .brackets where !text.utf8.contains(UInt8(ascii: "]")):
            writer.write("[")
            writer.write(text)
            writer.write("]")
        default: writer.writeQuoted(text, UInt8(ascii: "`"), UInt8(ascii: "`"))
        }
    }

    /// The name with the quotes that somebody wrote around it, for messages.
    package var spelling: String {
        guard quoting != .bare else { return text }
        var writer = SQLWriter()
        render(.table, into: &writer)
        return writer.text
    }

    /// An empty name is the hole of an unfinished tree and stays empty.
    private func needsQuotes(_ place: Place) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first else { return false }
        guard Lexer.isWordStart(first), bytes.allSatisfy(Lexer.isWordByte) else { return true }
        // A byte order mark in front of a word is blank space.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
        return isKeyword(place)
    }

    private func isKeyword(_ place: Place) -> Bool {
        guard let keyword = Keyword.find(text) else { return false }
        return switch place {
        case .column: keyword.needsQuotes
        case .table, .other: keyword.needsQuotesAsName
        case .function: keyword.needsQuotesAsName || keyword.use != .name
        }
    }
}

extension QualifiedName: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        if let schema {
            writer.write(schema)
            writer.write(".")
        }
        name.render(.table, into: &writer)
    }

    /// The name without its schema.
    func renderUnqualified(into writer: inout SQLWriter) { name.render(.table, into: &writer) }
}

extension ColumnReference: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        // Without a name it is the hole of an unfinished tree, whatever its table.
        if name.isEmpty { return }
        if let table {
            if let schema {
                writer.write(schema)
                writer.write(".")
            }
            writer.write(table)
            writer.write(".")
        }
        name.render(.column, into: &writer)
    }
}
