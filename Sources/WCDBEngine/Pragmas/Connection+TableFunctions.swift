import WCDBSQL
package import WCDBStorage

/// Functions in FROM: what they are called, and their rows.
extension Connection {
    func tableFunction(_ name: String) throws(EngineError) -> TableFunctionSchema? {
        let folded = FoldedName.fold(name)
        if folded == "json_each" || folded == "json_tree" {
            return TableFunctionSchema(
                name: folded, maker: folded == "json_each" ? .jsonEach : .jsonTree,
                columns: JSONRows.columns, hiddenCount: 2)
        }
        guard folded.hasPrefix("pragma_") else { return nil }
        let pragma = String(folded.dropFirst(7))
        // A query asks, and moves nothing into the file.
        let columns = PragmaAnswer.columns(of: pragma, isGivenValue: false)
        guard pragma != "wal_checkpoint", !columns.isEmpty else { return nil }
        let takesArgument = PragmaAnswer.all[pragma]?.isAboutArgument ?? false
        return TableFunctionSchema(
            name: folded, maker: .pragma(pragma), columns: columns + ["arg", "schema"],
            hiddenCount: 2, maxArguments: takesArgument ? 2 : 1)
    }

    private func rows(
        of pragma: String, _ argument: String?, _ schema: String?
    ) throws(EngineError) -> [[Value]] {
        let statement = PragmaStatement(
            QualifiedName(Name(pragma), schema: schema.map { Name($0) }),
            argument.map { .called(.literal(.text($0))) })
        return try rows(
            of: PragmaCall(statement, database: try database(statement.name.schema)))
    }

    package func makeRows(
        of function: TableFunctionSchema, _ arguments: [Value],
        into row: UnsafeMutablePointer<ColumnValue>, _ take: () throws(EngineError) -> Void
    ) throws(EngineError) {
        // JSON needs nobody to make its rows.
        guard case .pragma(let name) = function.maker else { return }
        var given = arguments.map(text)
        // Without an argument of its own a pragma has the schema first.
        if function.maxArguments == 1 { given.insert(nil, at: 0) }
        let argument = given.first ?? nil
        let schema = given.count > 1 ? given[1] : nil
        let hidden = [argument, schema].map { $0.map { Value.text($0) } ?? .null }
        var texts = ByteBuffer()
        for values in try rows(of: name, argument, schema) {
            Connection.put(values + hidden, into: row, &texts)
            try take()
        }
    }

    /// Puts values where a row is made, with their bytes in `memory`.
    private static func put(
        _ values: [Value], into row: UnsafeMutablePointer<ColumnValue>,
        _ memory: inout ByteBuffer
    ) {
        memory.removeAll()
        // What was reserved does not move.
        memory.reserve(values.reduce(0) { $0 + $1.withColumnValue { $0.bytes.count } })
        for (index, value) in values.enumerated() {
            row[index] = value.withColumnValue { value in
                guard value.isBytes else { return value }
                let begin = memory.count
                memory.append(value.bytes)
                return value.moved(to: memory.start + begin)
            }
        }
    }

    private func text(_ value: Value) -> String? {
        if case .null = value { return nil }
        var scratch = ByteBuffer(capacity: 32)
        return value.withColumnValue {
            String(decoding: $0.textView(scratch: &scratch).buffer, as: UTF8.self)
        }
    }
}
