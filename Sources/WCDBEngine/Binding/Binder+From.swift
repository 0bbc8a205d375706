import WCDBSQL
import WCDBStorage

extension Binder {
    func bind(_ clause: JoinClause, _ scope: Scope, _ core: BoundCore) throws(EngineError) {
        guard let first = clause.first else { return }
        try add(first, .comma, nil, scope, core)
        for join in clause.joins {
            try add(join.source, join.operation, join.constraint, scope, core)
        }
    }

    private func add(
        _ table: TableSource, _ operation: JoinOperator, _ constraint: JoinClause.Constraint?,
        _ scope: Scope, _ core: BoundCore
    ) throws(EngineError) {
        if case .join(let group) = table, group.alias == nil, !operation.keepsLeft,
            !operation.keepsRight, constraint == nil, !operation.isNatural
        {
            // Parentheses around inner joins say nothing.
            try bind(group.clause, scope, core)
            return
        }
        let source = try source(table, scope)
        // It sees what is around the query it stands in, past that query's own scope.
        if case .select(let inner) = source.content { scope.outerColumns += inner.outerColumns }
        let before = scope.sources
        scope.sources.append(source)
        var join = BoundCore.Join(kind: operation, source: source)
        if operation.isNatural {
            let shared = source.columns.map(\.name).filter { name in
                before.contains { $0.columns.contains { FoldedName.equal($0.name, name) } }
            }
            try merge(shared, source, before, operation, scope, &join)
        }
        switch constraint {
        case .on(let condition): join.condition += try bind(condition, scope).conjuncts
        case .using(let columns):
            try merge(columns.map(\.name.text), source, before, operation, scope, &join)
        case nil: break
        }
        core.joins.append(join)
    }

    /// USING and NATURAL: equal columns, shown once.
    private func merge(
        _ names: [String], _ source: Source, _ before: [Source], _ operation: JoinOperator,
        _ scope: Scope, _ join: inout BoundCore.Join
    ) throws(EngineError) {
        for name in names {
            guard let right = source.columns.firstIndex(where: { FoldedName.equal($0.name, name) }),
                let leftSource = before.first(where: {
                    $0.columns.contains { FoldedName.equal($0.name, name) }
                }),
                let left = leftSource.columns.firstIndex(where: {
                    FoldedName.equal($0.name, name)
                })
            else {
                throw .error(
                    "cannot join using column \(name) - column not present in both tables")
            }
            var columns = [(leftSource, left)]
            let known = scope.merged.firstIndex { FoldedName.equal($0.name, name) }
            if let known { columns = scope.merged[known].columns }
            leftSource.usedColumns.insert(left)
            source.usedColumns.insert(right)
            var value = Scalar.column(columns[0].0, columns[0].1)
            if let known, scope.merged[known].isFull {
                let found = try scope.find(name, table: nil, database: nil)
                if case .merged(let all) = found {
                    value = .choice(
                        operand: nil,
                        all.map {
                            let column = Scalar.column($0.0, $0.1)
                            return (.isNull(column, isNegated: true), nil, column)
                        }, nil)
                }
            }
            join.condition.append(try compare(.equal, value, .column(source, right)))
            source.hiddenColumns.insert(right)
            columns.append((source, right))
            let isFull = operation.keepsRight || (known.map { scope.merged[$0].isFull } ?? false)
            if let known { scope.merged.remove(at: known) }
            scope.merged.append((name, columns, isFull))
        }
    }

    private func source(_ table: TableSource, _ scope: Scope) throws(EngineError) -> Source {
        switch table {
        case .table(let reference): return try source(reference, scope)
        case .select(let subquery, let alias):
            return try derived(
                subquery.select, alias: alias?.text ?? "", columns: [], parent: scope.parent)
        case .join(let group):
            var body = SelectBody([ResultColumn(.column(.all))])
            body.from = group.clause
            return try derived(
                SelectStatement(.select(body)), alias: group.alias?.text ?? "", columns: [],
                parent: scope.parent)
        case .function(let function):
            throw .error("no such table: \(function.name.name.text)")
        }
    }

    private func source(
        _ reference: TableReference, _ scope: Scope
    ) throws(EngineError) -> Source {
        let name = reference.name.name.text
        let alias = reference.alias?.text
        if reference.name.schema == nil,
            let index = tables.lastIndex(where: { FoldedName.equal($0.name, name) })
        {
            return try common(index, alias: alias ?? name, parent: scope.parent)
        }
        if let table = try schema.table(reference.name) {
            let source = Source(
                table: table, alias: alias, database: table.database == 1 ? "temp" : "main")
            source.indexing = reference.indexing
            if case .indexed(let index) = reference.indexing,
                !table.indexes.contains(where: { FoldedName.equal($0.name, index.text) })
            {
                throw .error("no such index: \(index.text)")
            }
            return source
        }
        if let view = try schema.view(reference.name) {
            let folded = FoldedName.fold(view.name)
            guard !openViews.contains(folded) else {
                throw .error("view \(view.name) is circularly defined")
            }
            openViews.append(folded)
            defer { openViews.removeLast() }
            // A view knows nothing of where it is used.
            let hidden = tables
            let hiddenText = text
            tables = []
            text = nil
            defer {
                tables = hidden
                text = hiddenText
            }
            return try derived(
                view.select, alias: alias ?? view.name, columns: view.columns, parent: nil)
        }
        let home = openViews.isEmpty ? nil : "main"
        throw .error(
            "no such table: \(Scope.spell(name, nil, reference.name.schema?.text ?? home))")
    }

    private func common(
        _ index: Int, alias: String, parent: Scope?
    ) throws(EngineError) -> Source {
        let table = tables[index]
        // It sees the ones before it, not itself.
        let hidden = Array(tables[index...])
        tables.removeLast(tables.count - index)
        defer { tables += hidden }
        return try derived(table.query, alias: alias, columns: table.columns, parent: parent)
    }

    private func derived(
        _ statement: SelectStatement, alias: String, columns: [String], parent: Scope?
    ) throws(EngineError) -> Source {
        let select = try bind(statement, parent: parent)
        if !columns.isEmpty, columns.count != select.columns.count {
            throw .error(
                "expected \(columns.count) columns for '\(alias)' but got \(select.columns.count)")
        }
        var taken: Set<String> = []
        let shown = select.columns.enumerated().map { index, column in
            var name = index < columns.count ? columns[index] : column.name
            var number = 0
            while !taken.insert(FoldedName.fold(name)).inserted {
                number += 1
                name = "\(column.name):\(number)"
            }
            return Source.Column(
                name: name, affinity: column.affinity, collation: column.collation ?? .binary,
                declaredType: column.declaredType, origin: column.origin)
        }
        return Source(alias: alias, content: .select(select), columns: shown)
    }
}
