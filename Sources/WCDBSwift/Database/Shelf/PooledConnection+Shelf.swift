import WCDBEngine
import WCDBSQL

extension PooledConnection {
    /// Lends a statement from the shelf, or one that is made and kept there if it can be.
    ///
    /// `make` builds the statement as it is written, but without the filter; `parameters` is how
    /// many it has of its own, numbered from one. The constants of the filter are in their places.
    /// Whoever gets it has it rest when the call is over, and keeps a handle meanwhile.
    ///
    /// Nothing here is generic: types of the program are looked at as values, because looking them
    /// up would take longer than the rest.
    func lend(
        _ purpose: StatementShelf.Purpose, _ wanted: WantedColumns,
        of type: any CodingTableKey.Type, table: String, _ filter: RowFilter,
        parameters: Int = 0, make: () throws -> StatementTree
    ) throws -> ShelvedStatement {
        if let known = known(purpose, wanted, type, table, filter) {
            known.isLent = true
            return known
        }
        let statement = try fresh(
            purpose, wanted, type, table, filter, parameters, try make().with(filter))
        statement.isLent = true
        _ = statement.take(filter)
        return statement
    }

    private func known(
        _ purpose: StatementShelf.Purpose, _ wanted: WantedColumns,
        _ type: any CodingTableKey.Type, _ table: String, _ filter: RowFilter
    ) -> ShelvedStatement? {
        guard let found = shelf.find(purpose, wanted, of: type, table: table, filter) else {
            return nil
        }
        guard found.compiled.isCurrent else {
            shelf.remove(found)
            found.compiled.finalize()
            return nil
        }
        return found
    }

    private func fresh(
        _ purpose: StatementShelf.Purpose, _ wanted: WantedColumns,
        _ type: any CodingTableKey.Type, _ table: String, _ filter: RowFilter,
        _ parameters: Int, _ tree: StatementTree
    ) throws -> ShelvedStatement {
        try requireOpen()
        let compiled = CompiledStatement(self)
        let lifted = filter.condition.expression.flatMap {
            LiftedCondition($0, first: parameters + 1, lifts: canLift(table))
        }
        let columns = ShelfColumns(wanted, of: type)
        guard let columns, filter.tail.isPlain, (lifted != nil) == filter.condition.isThere else {
            try compiled.prepare(tree, isKept: false)
            return ShelvedStatement(compiled, table: table, .all, nil, filter.tail)
        }
        compiled.stand(for: filter.condition)
        try compiled.prepare(
            lifted.map { tree.with(condition: $0.tree) } ?? tree, isKept: false)
        let statement = ShelvedStatement(compiled, table: table, columns, lifted, filter.tail)
        if compiled.prepared?.program != nil { shelf.insert(statement, purpose, of: type) }
        return statement
    }

    /// Whether the values of constants are without influence on the plan: they are not where an
    /// index has a condition or an expression, nor, as far as can be seen from here, behind a view.
    private func canLift(_ table: String) -> Bool {
        canLift(QualifiedName(Name(anySpelling: table)))
    }

    /// The same for a table by its qualified name.
    func canLift(_ name: QualifiedName) -> Bool {
        defer { try? engine.endLook() }
        guard let found = try? engine.table(name) else { return false }
        return found.indexes.allSatisfy { index in
            index.condition == nil
                && index.columns.allSatisfy { if case .column = $0.content { true } else { false } }
        }
    }
}
