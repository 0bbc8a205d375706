// Queries. A query without results prints nothing, wherever it is.

extension SelectStatement: SQLRenderable {
    /// Whether there is something to say.
    package var isFinished: Bool {
        switch first {
        case .select(let body): !body.results.isEmpty
        case .values(let rows): !rows.isEmpty
        }
    }

    package func render(into writer: inout SQLWriter) {
        guard isFinished else { return }
        writer.writeWith(with)
        writer.write(first)
        for compound in compounds {
            writer.write(" ")
            writer.write(compound.operation.text)
            writer.write(" ")
            writer.write(compound.core)
        }
        writer.writeList(" ORDER BY ", order)
        writer.write(" ", limit)
    }
}

extension SQLWriter {
    mutating func writeWith(_ with: WithClause?) {
        guard let with, !with.tables.isEmpty else { return }
        write(with.isRecursive ? "WITH RECURSIVE " : "WITH ")
        writeList(with.tables)
        write(" ")
    }
}

extension CommonTableExpression: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write(name)
        writer.writeGroup(columns)
        guard let query else { return }
        writer.write(" AS")
        writer.write(" MATERIALIZED", if: hint == .materialized)
        writer.write(" NOT MATERIALIZED", if: hint == .notMaterialized)
        writer.write(query)
    }
}

extension SelectCore: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .select(let body): writer.write(body)
        case .values(let rows):
            writer.write("VALUES")
            var isFirst = true
            for row in rows {
                if !isFirst { writer.write(", ") }
                isFirst = false
                writer.writeParenthesised(row)
            }
        }
    }
}

extension SelectBody: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !results.isEmpty else { return }
        writer.write(isDistinct ? "SELECT DISTINCT " : "SELECT ")
        writer.writeList(results)
        writer.write(" FROM ", from)
        writer.write(" WHERE ", condition)
        writer.writeList(" GROUP BY ", groups)
        writer.write(" HAVING ", having)
        writer.writeList(" WINDOW ", windows)
    }
}

extension NamedWindow: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write(name)
        writer.write(" AS ", definition)
    }
}

extension ResultColumn: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write(expression)
        writer.write(" AS ", alias)
    }
}

extension OrderingTerm: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write(expression)
        writer.write(direction)
        writer.write(" NULLS FIRST", if: nulls == .first)
        writer.write(" NULLS LAST", if: nulls == .last)
    }
}

extension SQLWriter {
    mutating func write(_ direction: OrderingTerm.Direction?) {
        write(" ASC", if: direction == .ascending)
        write(" DESC", if: direction == .descending)
    }
}

extension LimitClause: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write("LIMIT ")
        if let offset, isCommaForm {
            writer.write(offset)
            writer.write(", ", count)
        } else {
            writer.write(count)
            writer.write(" OFFSET ", offset)
        }
    }
}
