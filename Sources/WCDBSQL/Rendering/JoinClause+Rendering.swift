// What stands behind FROM.

extension JoinClause: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        if let first { writer.write(first) }
        for join in joins {
            writer.write(join.operation)
            writer.write(join.source)
            switch join.constraint {
            case nil: break
            case .on(let condition): writer.write(" ON ", condition)
            case .using(let columns):
                writer.write(" USING")
                writer.writeParenthesised(columns)
            }
        }
    }
}

extension JoinOperator: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write(" NATURAL", if: isNatural && kind != .comma)
        switch kind {
        case .comma: writer.write(", ")
        case .plain: writer.write(" JOIN ")
        case .inner: writer.write(" INNER JOIN ")
        case .cross: writer.write(" CROSS JOIN ")
        case .left: writer.write(" LEFT JOIN ")
        case .leftOuter: writer.write(" LEFT OUTER JOIN ")
        case .right: writer.write(" RIGHT JOIN ")
        case .rightOuter: writer.write(" RIGHT OUTER JOIN ")
        case .full: writer.write(" FULL JOIN ")
        case .fullOuter: writer.write(" FULL OUTER JOIN ")
        }
    }
}

extension TableSource: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .table(let table): writer.write(table)
        case .function(let function):
            writer.write(function.name)
            writer.writeParenthesised(function.arguments)
            writer.write(" AS ", function.alias)
        case .select(let query, let alias):
            writer.write(query)
            writer.write(" AS ", alias)
        case .join(let group):
            writer.write("(")
            writer.write(group.clause)
            writer.write(")")
            writer.write(" AS ", group.alias)
        }
    }
}

extension TableReference: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write(name)
        renderRest(into: &writer)
    }

    /// The table without its schema, as in the body of a trigger.
    func renderUnqualified(into writer: inout SQLWriter) {
        name.renderUnqualified(into: &writer)
        renderRest(into: &writer)
    }

    private func renderRest(into writer: inout SQLWriter) {
        writer.write(" AS ", alias)
        switch indexing {
        case .free: break
        case .indexed(let index):
            writer.write(" INDEXED BY ")
            index.render(.table, into: &writer)
        case .notIndexed: writer.write(" NOT INDEXED")
        }
    }
}
