// The operators that are words, and CASE, CAST and RAISE.

extension PatternMatch: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        subject.renderOperand(of: .other, into: &writer)
        writer.write(" NOT", if: isNegated)
        switch kind {
        case .like: writer.write(" LIKE ")
        case .glob: writer.write(" GLOB ")
        case .regexp: writer.write(" REGEXP ")
        case .match: writer.write(" MATCH ")
        }
        pattern.renderOperand(of: .other, into: &writer)
        guard let escape else { return }
        writer.write(" ESCAPE ")
        escape.renderOperand(of: .other, into: &writer)
    }
}

extension RangeTest: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        subject.renderOperand(of: .other, into: &writer)
        writer.write(isNegated ? " NOT BETWEEN " : " BETWEEN ")
        lower.renderOperand(of: .other, into: &writer)
        writer.write(" AND ")
        upper.renderOperand(of: .other, into: &writer)
    }
}

extension Membership: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        subject.renderOperand(of: .other, into: &writer)
        writer.write(isNegated ? " NOT IN" : " IN")
        switch candidates {
        case .list(let expressions): writer.writeParenthesised(expressions)
        case .select(let query): writer.write(query)
        case .table(let name): writer.write(" ", name)
        case .function(let name, let arguments):
            writer.write(" ", name)
            writer.writeParenthesised(arguments)
        }
    }
}

extension CollateOperation: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        operand.renderOperand(of: .other, into: &writer)
        writer.write(" COLLATE ")
        collation.render(.function, into: &writer)
    }
}

extension CastOperation: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write("CAST(")
        writer.write(operand)
        writer.write(" AS ", type)
        writer.write(")")
    }
}

extension CaseExpression: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !branches.isEmpty else { return }
        writer.write("CASE")
        writer.write(" ", operand)
        for branch in branches {
            writer.write(" WHEN ", branch.condition)
            writer.write(" THEN ", branch.result)
        }
        writer.write(" ELSE ", otherwise)
        writer.write(" END")
    }
}

extension RaiseFunction: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch kind {
        case .ignore: return writer.write("RAISE(IGNORE)")
        case .rollback: writer.write("RAISE(ROLLBACK, ")
        case .abort: writer.write("RAISE(ABORT, ")
        case .fail: writer.write("RAISE(FAIL, ")
        }
        writer.writeString(message.string)
        writer.write(")")
    }
}

extension Subquery: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write("(")
        writer.write(select)
        writer.write(")")
    }
}
