// The statements that have no rows.

extension PragmaStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !name.isEmpty else { return }
        writer.write("PRAGMA ", name)
        switch argument {
        case nil: break
        case .assigned(let value): writer.write(" = ", value)
        case .called(let value):
            writer.write("(", value)
            writer.write(")")
        }
    }
}

extension PragmaStatement.Value: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .literal(let literal): writer.write(literal)
        case .word(let name):
            switch Keyword.find(name.text) {
            // Words that are names nowhere else.
            case .on where name.quoting == .bare, .delete where name.quoting == .bare,
                .default where name.quoting == .bare:
                writer.write(name.text)
            default: writer.write(name)
            }
        }
    }
}

extension AttachStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard let file else { return }
        writer.write("ATTACH ")
        writer.writeBehindDatabase(file)
        writer.write(" AS ", schema)
        writer.write(" KEY ", key)
    }
}

extension DetachStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write("DETACH ")
        writer.writeBehindDatabase(schema)
    }
}

extension SQLWriter {
    /// The expression; if it may begin with a column named `database`, behind the word DATABASE,
    /// which would be taken for that otherwise.
    fileprivate mutating func writeBehindDatabase(_ expression: Expression) {
        switch expression {
        case .literal, .parameter: break
        case .column(let column) where column.table == nil: break
        default: write("DATABASE ")
        }
        write(expression)
    }
}

extension TransactionStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .begin(let mode):
            writer.write("BEGIN")
            writer.write(" DEFERRED", if: mode == .deferred)
            writer.write(" IMMEDIATE", if: mode == .immediate)
            writer.write(" EXCLUSIVE", if: mode == .exclusive)
        case .commit: writer.write("COMMIT")
        case .rollback(let savepoint):
            writer.write("ROLLBACK")
            if let savepoint, !savepoint.isEmpty { writer.write(" TO ", savepoint) }
        case .savepoint(let name):
            if !name.isEmpty { writer.write("SAVEPOINT ", name) }
        case .release(let name):
            if !name.isEmpty { writer.write("RELEASE ", name) }
        }
    }
}

extension UpkeepStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .analyze(let name):
            writer.write("ANALYZE")
            writer.write(" ", name)
        case .reindex(let name):
            writer.write("REINDEX")
            writer.write(" ", name)
        case .vacuum(let schema, let file):
            writer.write("VACUUM")
            writer.write(" ", schema)
            writer.write(" INTO ", file)
        }
    }
}

extension ExplainStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard let statement else { return }
        writer.write(isQueryPlan ? "EXPLAIN QUERY PLAN " : "EXPLAIN ")
        writer.write(statement)
    }
}

extension Statement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .select(let node): writer.write(node)
        case .insert(let node): writer.write(node)
        case .update(let node): writer.write(node)
        case .delete(let node): writer.write(node)
        case .createTable(let node): writer.write(node)
        case .createIndex(let node): writer.write(node)
        case .createView(let node): writer.write(node)
        case .createTrigger(let node): writer.write(node)
        case .createVirtualTable(let node): writer.write(node)
        case .alterTable(let node): writer.write(node)
        case .drop(let node): writer.write(node)
        case .pragma(let node): writer.write(node)
        case .attach(let node): writer.write(node)
        case .detach(let node): writer.write(node)
        case .transaction(let node): writer.write(node)
        case .upkeep(let node): writer.write(node)
        case .explain(let node): writer.write(node)
        }
    }
}
