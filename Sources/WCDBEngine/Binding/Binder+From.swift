import WCDBSQL
import WCDBStorage

/// FROM: its tables, views, queries and joins become sources, and what ON and USING demand become
/// conditions.
extension Binder {
    /// The condition of a join, resolved when all tables of the clause are known.
    private struct PendingCondition {
        let join: Int
        let condition: Expression
        /// The tables that it sees, where it stands within parentheses.
        var group: (first: Int, end: Int)?
    }

    /// What is known of a clause while its tables are added.
    private struct ClauseParts {
        var pending: [PendingCondition] = []
        /// The first table within the parentheses that are open: USING and NATURAL look no further.
        var start = 0
        /// A RIGHT or FULL JOIN is among the joins: a column that several tables share is compared
        /// as the first of its values that is not NULL, everywhere.
        var keepsRight = false
    }

    func bind(_ clause: JoinClause, _ scope: Scope, _ core: BoundCore) throws(EngineError) {
        if clause.joins.isEmpty, case .table(let reference) = clause.first {
            return core.joins.append(try single(reference, scope))
        }
        var parts = ClauseParts()
        parts.keepsRight = clause.joins.contains { $0.operation.keepsRight }
        scope.sources.reserveCapacity(clause.joins.count + 1)
        core.joins.reserveCapacity(clause.joins.count + 1)
        parts.pending.reserveCapacity(clause.joins.count)
        try add(clause, scope, core, &parts)
        let sources = core.sources
        for (place, source) in sources.enumerated() { source.place = place }
        let isOuter = core.joins.contains { $0.kind.keepsLeft || $0.kind.keepsRight }
        for item in parts.pending {
            let condition = try bind(item, scope)
            if isOuter, condition.mask(sources) >> UInt64(item.join + 1) != 0 {
                throw .error("ON clause references tables to its right")
            }
            // Most joins have one condition.
            if core.joins[item.join].condition.isEmpty {
                core.joins[item.join].condition = condition.conjuncts
            } else {
                core.joins[item.join].condition += condition.conjuncts
            }
        }
    }

    private func bind(_ item: PendingCondition, _ scope: Scope) throws(EngineError) -> Scalar {
        guard let group = item.group else { return try bind(item.condition, scope) }
        let (sources, merged) = (scope.sources, scope.merged)
        defer { (scope.sources, scope.merged) = (sources, merged) }
        let own = Array(sources[group.first..<group.end])
        scope.sources = own
        scope.merged = merged.filter { $0.joins(any: own) }
        return try bind(item.condition, scope)
    }

    /// A table that nothing is joined with.
    private func single(
        _ reference: TableReference, _ scope: Scope
    ) throws(EngineError) -> BoundCore.Join {
        let source = try source(reference, scope)
        if case .select(let select) = source.content, source.shared == nil {
            scope.outerColumns += select.outerColumns
        }
        source.place = 0
        scope.sources.append(source)
        return BoundCore.Join(kind: .comma, source: source)
    }

    private func add(
        _ clause: JoinClause, _ scope: Scope, _ core: BoundCore,
        _ parts: inout ClauseParts
    ) throws(EngineError) {
        guard let first = clause.first else { return }
        try add(first, .comma, nil, scope, core, &parts)
        for join in clause.joins {
            try add(join.source, join.operation, join.constraint, scope, core, &parts)
        }
    }

    private func add(
        _ table: TableSource, _ operation: JoinOperator, _ constraint: JoinClause.Constraint?,
        _ scope: Scope, _ core: BoundCore, _ parts: inout ClauseParts
    ) throws(EngineError) {
        if let lone = table.loneTable {
            return try add(lone, operation, constraint, scope, core, &parts)
        }
        if case .join(let group) = table, group.alias == nil, !operation.keepsLeft,
            !operation.keepsRight, constraint == nil, !operation.isNatural,
            core.joins.isEmpty || !group.clause.hasOuterJoin
        {
            return try addInner(group.clause, scope, core, &parts)
        }
        if operation.isNatural, constraint != nil {
            throw .error("a NATURAL join may not have an ON or USING clause")
        }
        guard core.joins.count < 64 else { throw .error("at most 64 tables in a join") }
        let source = try source(table, scope)
        if case .select(let select) = source.content, source.shared == nil {
            scope.outerColumns += select.outerColumns
        }
        let place = scope.sources.count
        scope.sources.append(source)
        var join = BoundCore.Join(kind: operation, source: source)
        if operation.isNatural {
            let before = Array(scope.sources[parts.start..<place])
            let shared = source.naturalNames.filter { name in
                before.contains { $0.naturalNames.contains { FoldedName.equal($0, name) } }
            }
            try merge(shared, source, before, operation, parts.keepsRight, scope, &join)
        }
        switch constraint {
        case .on(let condition):
            parts.pending.append(
                PendingCondition(join: core.joins.count, condition: condition))
        case .using(let columns):
            let before = Array(scope.sources[parts.start..<place])
            try merge(
                columns.map(\.name.text), source, before, operation, parts.keepsRight, scope, &join)
            for column in columns {
                for side in before + [source] {
                    guard let index = side.shownColumn(column.name.text) else { continue }
                    mentions?.note(column.name, side, index)
                }
            }
        case nil: break
        }
        core.joins.append(join)
    }

    /// Parentheses around inner joins say only what the conditions within them see, and nothing at
    /// all around those that come first.
    private func addInner(
        _ clause: JoinClause, _ scope: Scope, _ core: BoundCore, _ parts: inout ClauseParts
    ) throws(EngineError) {
        let outer = (start: parts.start, known: parts.pending.count)
        parts.start = scope.sources.count
        try add(clause, scope, core, &parts)
        guard parts.start > 0 else { return }
        for index in outer.known..<parts.pending.count where parts.pending[index].group == nil {
            parts.pending[index].group = (parts.start, scope.sources.count)
        }
        parts.start = outer.start
    }

    /// USING and NATURAL: equal columns, shown once.
    private func merge(
        _ names: [String], _ source: Source, _ before: [Source], _ operation: JoinOperator,
        _ keepsRight: Bool, _ scope: Scope, _ join: inout BoundCore.Join
    ) throws(EngineError) {
        // Found before the first is hidden: a name may come twice.
        let columns = names.map(source.shownColumn)
        for (name, right) in zip(names, columns) {
            guard let right,
                let leftSource = before.first(where: { $0.shownColumn(name) != nil }),
                let left = leftSource.shownColumn(name)
            else {
                throw .error(
                    "cannot join using column \(name) - column not present in both tables")
            }
            // One RIGHT or FULL JOIN in the list is enough, wherever it stands, as in SQLite.
            let isShared = { source in
                scope.merged.contains { FoldedName.equal($0.name, name) && $0.joins(any: [source]) }
            }
            let others = before.filter { $0.shownColumn(name) != nil }.dropFirst()
            if keepsRight, !others.allSatisfy(isShared) {
                throw .error("ambiguous reference to \(name) in USING()")
            }
            var merge = Scope.Merge(
                name: name, columns: [(leftSource, left)], shown: [(leftSource, left)])
            let known = scope.merged.firstIndex {
                FoldedName.equal($0.name, name) && $0.joins(any: [leftSource])
            }
            if let known { merge = scope.merged.remove(at: known) }
            _ = try use(.column(leftSource, left), passed: [])
            _ = try use(.column(source, right), passed: [])
            var value = Scalar.column(merge.columns[0].0, merge.columns[0].1)
            if merge.isFull || keepsRight && merge.columns.count > 1 {
                value = try use(.merged(merge.columns), passed: [])
            }
            join.condition.append(try compare(.equal, value, .column(source, right)))
            source.hiddenColumns.insert(right)
            merge.columns.append((source, right))
            if operation.keepsRight {
                merge.isFull = true
                if !operation.keepsLeft { merge.shown = [] }
                merge.shown.append((source, right))
            }
            scope.merged.append(merge)
        }
    }

    private func source(_ table: TableSource, _ scope: Scope) throws(EngineError) -> Source {
        switch table {
        case .table(let reference): return try source(reference, scope)
        case .select(let subquery, let alias):
            return try derived(subquery.select, alias: alias?.text ?? "", parent: scope.parent)
        case .join(let group): return try self.group(group, scope)
        case .function(let function): return try source(function, scope)
        }
    }

    /// A join in parentheses is one source; its columns are still called by their tables, also
    /// where it has a name itself.
    private func group(_ group: JoinGroup, _ outer: Scope) throws(EngineError) -> Source {
        let scope = Scope(parent: outer.parent)
        let core = BoundCore()
        try bind(group.clause, scope, core)
        var columns: [Source.Column] = []
        var parts: [(alias: String, database: String?)] = []
        var (hidden, arguments, besides): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
        func append(_ scalar: Scalar, _ column: Source.Column, _ alias: String, _ name: String?) {
            core.results.append(scalar)
            core.names.append(column.name)
            columns.append(column)
            parts.append((alias, name))
        }
        for source in scope.sources {
            for (index, column) in source.columns.enumerated() {
                let part: (alias: String, database: String?) =
                    source.parts?[index] ?? (source.alias, source.database)
                let merge = scope.merged.first {
                    $0.isFull && $0.columns[0].0 === source && $0.columns[0].1 == index
                }
                if let merge {
                    append(try use(merge.found, passed: []), column, "", nil)
                }
                if merge != nil || source.hiddenColumns.contains(index) {
                    hidden.insert(columns.count)
                }
                if source.argumentColumns.contains(index) { arguments.insert(columns.count) }
                if source.isBesideShared(index, scope.merged) { besides.insert(columns.count) }
                append(
                    try use(.column(source, index), passed: []), column, part.alias,
                    part.database)
            }
        }
        let select = BoundSelect(cores: [core])
        select.columns = resultColumns([core])
        select.outerColumns = scope.outerColumns
        let source = Source(
            alias: group.alias?.text ?? "", content: .select(select), columns: columns)
        source.parts = parts
        if group.alias != nil {
            var names = DerivedNames()
            let unseen = hidden.union(arguments)
            source.ownNames = columns.indices.map { index in
                unseen.contains(index) ? nil : names.next(columns[index].name)
            }
        }
        source.hiddenColumns = hidden
        source.argumentColumns = arguments
        source.besideShared = besides
        return source
    }

    // MARK: Tables

    private func source(
        _ reference: TableReference, _ scope: Scope
    ) throws(EngineError) -> Source {
        let written = reference.name
        let name = written.name.text
        let alias = reference.alias?.text
        if written.schema == nil,
            let table = tables.last(where: { FoldedName.equal($0.name, name) })
        {
            return try source(table, alias: alias ?? name, scope)
        }
        let full = home == nil ? written : try qualified(written)
        usesSchema = true
        if let table = try schema.table(full) { return try source(of: table, reference) }
        if let view = try schema.view(full) { return try source(view, alias: alias) }
        if written.schema == nil, let function = try schema.tableFunction(name) {
            return source(function, [], alias: alias ?? name)
        }
        throw .noSuchTable(full)
    }

    /// The rows of a table, as a statement mentions it.
    func source(
        of table: TableSchema, _ reference: TableReference
    ) throws(EngineError) -> Source {
        usesSchema = true
        readTables?.append(table)
        // Beside the other one it would be ambiguous.
        let ownName =
            table.isTemporary && table.tree == .catalog ? "sqlite_temp_master" : table.name
        let source = Source(
            table: table, alias: reference.alias?.text ?? ownName,
            database: schema.databaseName(table.database))
        source.indexing = reference.indexing
        if case .indexed(let index) = reference.indexing,
            !table.indexes.contains(where: { FoldedName.equal($0.name, index.text) })
        {
            throw .error("no such index: \(index.text)")
        }
        return source
    }

    /// The name with its database, where only one is allowed.
    func qualified(_ name: QualifiedName) throws(EngineError) -> QualifiedName {
        guard let home else { return name }
        if let schema = name.schema, !FoldedName.equal(schema.text, home) {
            throw .foreignSchema(schema.text)
        }
        return QualifiedName(name.name, schema: Name(home))
    }

    func source(_ view: ViewSchema, alias: String?) throws(EngineError) -> Source {
        let folded = FoldedName.fold(view.name)
        guard !openViews.contains(folded) else {
            throw .error("view \(view.name) is circularly defined")
        }
        openViews.append(folded)
        // A view knows nothing of where it is used.
        let outer = (tables, text, home, place, mentions)
        tables = []
        mentions = nil
        text = view.text
        place = nil
        home = view.isTemporary ? nil : schema.databaseName(view.database)
        defer {
            openViews.removeLast()
            (tables, text, home, place, mentions) = outer
        }
        let select = try bind(view.select, parent: nil)
        let count = select.columns.count
        if !view.columns.isEmpty, view.columns.count != count {
            throw .error(
                "expected \(view.columns.count) columns for '\(view.name)' but got \(count)")
        }
        for index in select.columns.indices {
            select.columns[index].writtenName = select.columns[index].collatedName
        }
        return Source(
            alias: alias ?? view.name, database: schema.databaseName(view.database),
            content: .select(select),
            columns: derivedColumns(select, names: view.columns))
    }

    private func derived(
        _ statement: SelectStatement, alias: String, parent: Scope?
    ) throws(EngineError) -> Source {
        let select = try bind(statement, parent: parent)
        return Source(
            alias: alias, content: .select(select), columns: derivedColumns(select, names: []))
    }

    /// The columns of a query in FROM. `hasOrigin`: each holds what the column of a table does, if
    /// the query takes it from there.
    func derivedColumns(
        _ select: BoundSelect, names: [String], hasOrigin: Bool = true
    ) -> [Source.Column] {
        var derivedNames = DerivedNames()
        return select.columns.enumerated().map { index, column in
            let own = index < names.count ? names[index] : column.writtenName ?? column.name
            let name = derivedNames.next(own)
            return Source.Column(
                name: name, affinity: column.affinity, collation: column.collation ?? .binary,
                declaredType: column.source?.declaredType,
                origin: hasOrigin ? column.source?.origin : nil)
        }
    }
}

extension Source {
    /// The names by which a NATURAL join finds what is the same.
    fileprivate var naturalNames: [String] {
        if let ownNames { return ownNames.compactMap(\.self) }
        var names: [String] = []
        for index in columns.indices where !argumentColumns.contains(index) {
            let name = columns[index].name
            if parts != nil, names.contains(where: { FoldedName.equal($0, name) }) { continue }
            names.append(name)
        }
        return names
    }

    /// Whether a join has merged another of its columns, which has the same name.
    fileprivate func isBesideShared(_ column: Int, _ merged: [Scope.Merge]) -> Bool {
        besideShared.contains(column)
            || merged.contains { merge in
                FoldedName.equal(merge.name, columns[column].name)
                    && merge.columns.contains { $0.0 === self && $0.1 != column }
            }
    }

    /// The column that USING means by a name.
    func shownColumn(_ name: String) -> Int? {
        if let own = column(ownName: name) { return own }
        return columns.indices.first {
            FoldedName.equal(columns[$0].name, name)
                && (parts == nil || !hiddenColumns.contains($0))
        }
    }
}

extension JoinClause {
    /// Whether a row may take part in it without a partner.
    fileprivate var hasOuterJoin: Bool {
        joins.contains { $0.operation.keepsLeft || $0.operation.keepsRight }
    }
}

extension EngineError {
    /// A definition mentions a table of a database that it may not see. What is being defined is
    /// said by whoever knows it.
    static func foreignSchema(_ name: String) -> EngineError {
        .error("cannot reference objects in database \(name)")
    }
}

extension TableSource {
    /// The one table that there is within parentheses; nil where there are none, or more tables.
    fileprivate var loneTable: TableSource? {
        guard case .join(let group) = self, group.clause.joins.isEmpty,
            let table = group.clause.first
        else { return nil }
        guard let alias = group.alias else { return table }
        switch table {
        case .table(var reference):
            reference.alias = alias
            return .table(reference)
        case .function(var function):
            function.alias = alias
            return .function(function)
        case .select(let query, _): return .select(query, alias: alias)
        case .join(let inner): return .join(JoinGroup(inner.clause, alias: alias))
        }
    }
}
