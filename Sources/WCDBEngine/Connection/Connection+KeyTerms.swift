import WCDBSQL

/// What the terms of a key may not say, be they an index's or a constraint's. Asked when they are
/// made: a file that has them can be read.
extension Connection {
    func requirePlain(_ terms: [OrderingTerm], of table: String) throws(EngineError) {
        try terms.requireNoNullOrder()
        for term in terms {
            var expression = term.expression
            while case .collate(let node) = expression { expression = node.operand }
            guard case .column(let column) = expression, let qualifier = column.table else {
                continue
            }
            guard FoldedName.equal(qualifier.text, table) else {
                throw .error("no such column: \(column.sql)")
            }
            throw DefinitionPlace.indexExpression.prohibits("the \".\" operator")
        }
    }

    /// The same of the constraints of a table.
    func requirePlainKeys(
        of definition: TableDefinition, table: String
    ) throws(EngineError) {
        for constraint in definition.constraints {
            switch constraint.kind {
            case .primaryKey(let terms, _, _), .unique(let terms, _):
                try requirePlain(terms, of: table)
            default: continue
            }
        }
    }
}

extension [OrderingTerm] {
    /// In a key NULL has the place that it has.
    func requireNoNullOrder() throws(EngineError) {
        guard let nulls = lazy.compactMap(\.nulls).first else { return }
        throw .error("unsupported use of NULLS \(nulls == .first ? "FIRST" : "LAST")")
    }
}
