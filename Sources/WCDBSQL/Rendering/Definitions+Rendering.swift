// CREATE INDEX, VIEW, TRIGGER and VIRTUAL TABLE; DROP.

extension CreateIndexStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !name.isEmpty else { return }
        writer.write(isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
        writer.writeNew(name, isTemporary: false, ifNotExists: ifNotExists)
        writer.write(" ON ")
        table.render(.table, into: &writer)
        writer.writeParenthesised(columns)
        writer.write(" WHERE ", condition)
    }
}

extension CreateViewStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !name.isEmpty else { return }
        writer.write(isTemporary ? "CREATE TEMP VIEW " : "CREATE VIEW ")
        writer.writeNew(name, isTemporary: isTemporary, ifNotExists: ifNotExists)
        writer.writeGroup(columns)
        writer.write(" AS ", select)
    }
}

extension CreateTriggerStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !name.isEmpty else { return }
        writer.write(isTemporary ? "CREATE TEMP TRIGGER " : "CREATE TRIGGER ")
        writer.writeNew(name, isTemporary: isTemporary, ifNotExists: ifNotExists)
        switch timing {
        case nil: break
        case .before: writer.write(" BEFORE")
        case .after: writer.write(" AFTER")
        case .insteadOf: writer.write(" INSTEAD OF")
        }
        switch event {
        case nil: break
        case .delete: writer.write(" DELETE")
        case .insert: writer.write(" INSERT")
        case .update(let columns):
            writer.write(" UPDATE")
            writer.writeList(" OF ", columns)
        }
        writer.write(" ON ", table)
        writer.write(" FOR EACH ROW", if: isForEachRow)
        writer.write(" WHEN ", condition)
        writer.write(" BEGIN ")
        for step in steps {
            writer.write(step)
            writer.write("; ")
        }
        writer.write("END")
    }
}

extension CreateTriggerStatement.Step: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .insert(let insert): insert.render(inTrigger: true, into: &writer)
        case .update(let update): update.render(inTrigger: true, into: &writer)
        case .delete(let delete): delete.render(inTrigger: true, into: &writer)
        case .select(let select): writer.write(select)
        }
    }
}

extension CreateVirtualTableStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !name.isEmpty else { return }
        writer.write("CREATE VIRTUAL TABLE ")
        writer.writeNew(name, isTemporary: false, ifNotExists: ifNotExists)
        writer.write(" USING ", module)
        guard !arguments.isEmpty else { return }
        writer.write("(")
        var isFirst = true
        for argument in arguments {
            if !isFirst { writer.write(", ") }
            isFirst = false
            writer.write(argument.string)
        }
        writer.write(")")
    }
}

extension DropStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !name.isEmpty else { return }
        switch kind {
        case .table: writer.write("DROP TABLE ")
        case .index: writer.write("DROP INDEX ")
        case .view: writer.write("DROP VIEW ")
        case .trigger: writer.write("DROP TRIGGER ")
        }
        writer.write("IF EXISTS ", if: ifExists)
        writer.write(name)
    }
}
