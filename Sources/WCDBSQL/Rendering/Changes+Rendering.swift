// INSERT, UPDATE and DELETE. Within a trigger the schema of their target is not said.

extension InsertStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) { render(inTrigger: false, into: &writer) }

    func render(inTrigger isInTrigger: Bool, into writer: inout SQLWriter) {
        guard !table.isEmpty, let source else { return }
        writer.writeWith(with)
        writer.write("INSERT")
        writer.write(conflict, behind: " OR ")
        writer.write(" INTO ")
        isInTrigger ? table.renderUnqualified(into: &writer) : writer.write(table)
        writer.write(" AS ", alias)
        writer.writeGroup(columns)
        switch source {
        case .defaultValues: writer.write(" DEFAULT VALUES")
        case .select(let select): writer.write(" ", select)
        }
        // One that is not finished says nothing.
        for upsert in upserts where upsert.action != nil { writer.write(" ", upsert) }
        writer.writeList(" RETURNING ", returning)
    }
}

extension SQLWriter {
    mutating func write(_ conflict: ConflictAction?, behind text: StaticString) {
        guard let conflict else { return }
        write(text)
        switch conflict {
        case .rollback: write("ROLLBACK")
        case .abort: write("ABORT")
        case .fail: write("FAIL")
        case .ignore: write("IGNORE")
        case .replace: write("REPLACE")
        }
    }
}

extension Upsert: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard let action else { return }
        writer.write("ON CONFLICT")
        writer.writeGroup(target)
        if !target.isEmpty { writer.write(" WHERE ", targetCondition) }
        switch action {
        case .nothing: writer.write(" DO NOTHING")
        case .update(let assignments, let condition):
            writer.write(" DO UPDATE SET ")
            writer.writeList(assignments)
            writer.write(" WHERE ", condition)
        }
    }
}

extension Assignment: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        columns.count == 1 ? writer.writeList(columns) : writer.writeParenthesised(columns)
        writer.write(" = ", value)
    }
}

extension UpdateStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) { render(inTrigger: false, into: &writer) }

    func render(inTrigger isInTrigger: Bool, into writer: inout SQLWriter) {
        guard !table.name.isEmpty else { return }
        writer.writeWith(with)
        writer.write("UPDATE")
        writer.write(conflict, behind: " OR ")
        writer.write(" ")
        isInTrigger ? table.renderUnqualified(into: &writer) : writer.write(table)
        writer.write(" SET ")
        guard !assignments.isEmpty else { return }
        writer.writeList(assignments)
        writer.write(" FROM ", from)
        writer.write(" WHERE ", condition)
        writer.writeList(" RETURNING ", returning)
        writer.writeList(" ORDER BY ", order)
        writer.write(" ", limit)
    }
}

extension DeleteStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) { render(inTrigger: false, into: &writer) }

    func render(inTrigger isInTrigger: Bool, into writer: inout SQLWriter) {
        guard !table.name.isEmpty else { return }
        writer.writeWith(with)
        writer.write("DELETE FROM ")
        isInTrigger ? table.renderUnqualified(into: &writer) : writer.write(table)
        writer.write(" WHERE ", condition)
        writer.writeList(" RETURNING ", returning)
        writer.writeList(" ORDER BY ", order)
        writer.write(" ", limit)
    }
}
