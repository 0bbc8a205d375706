// Calls and windows.

extension FunctionCall: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        name.render(.function, into: &writer)
        writer.write("(")
        writer.write("DISTINCT ", if: isDistinct && !arguments.isEmpty)
        writer.writeList(arguments)
        writer.write(")")
        switch window {
        case nil: break
        case .filter(let filter): writer.writeFilter(filter)
        case .over(let filter, let window):
            if let filter { writer.writeFilter(filter) }
            switch window {
            case .named(let name): writer.write(" OVER ", name)
            case .definition(let definition): writer.write(" OVER", definition)
            }
        }
    }
}

extension SQLWriter {
    fileprivate mutating func writeFilter(_ filter: Expression) {
        write(" FILTER(WHERE ", filter)
        write(")")
    }
}

extension WindowDefinition: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write("(")
        var hasPart = false
        /// The space between two parts.
        func separate(_ writer: inout SQLWriter) {
            writer.write(" ", if: hasPart)
            hasPart = true
        }
        if let base {
            separate(&writer)
            writer.write(base)
        }
        if !partition.isEmpty {
            separate(&writer)
            writer.writeList("PARTITION BY ", partition)
        }
        if !order.isEmpty {
            separate(&writer)
            writer.writeList("ORDER BY ", order)
        }
        if let frame {
            separate(&writer)
            writer.write(frame)
        }
        writer.write(")")
    }
}

extension WindowFrame: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch unit {
        case .rows: writer.write("ROWS ")
        case .range: writer.write("RANGE ")
        case .groups: writer.write("GROUPS ")
        }
        writer.write("BETWEEN ", if: end != nil)
        writer.write(start)
        writer.write(" AND ", end)
        switch exclusion {
        case nil: break
        case .noOthers: writer.write(" EXCLUDE NO OTHERS")
        case .currentRow: writer.write(" EXCLUDE CURRENT ROW")
        case .group: writer.write(" EXCLUDE GROUP")
        case .ties: writer.write(" EXCLUDE TIES")
        }
    }
}

extension WindowFrame.Bound: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .unboundedPreceding: writer.write("UNBOUNDED PRECEDING")
        case .currentRow: writer.write("CURRENT ROW")
        case .unboundedFollowing: writer.write("UNBOUNDED FOLLOWING")
        case .preceding(let offset):
            writer.write(offset)
            writer.write(" PRECEDING")
        case .following(let offset):
            writer.write(offset)
            writer.write(" FOLLOWING")
        }
    }
}
