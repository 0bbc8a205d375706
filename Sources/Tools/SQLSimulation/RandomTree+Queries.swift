import StorageSimulation
package import WCDBSQL

// Queries and changes.

extension RandomTree {
    package mutating func select() -> SelectStatement {
        budget -= 1
        var select = SelectStatement(core())
        select.with = with()
        if budget > 0 {
            select.compounds = list { .init($0.any(CompoundOperator.self), $0.core()) }
        }
        if random.oneIn(3) { select.order = list { $0.orderingTerm() } }
        select.limit = limit()
        return select
    }

    private mutating func core() -> SelectCore {
        if random.oneIn(6) {
            hit("SelectCore.values")
            return .values(list(atLeast: 1) { $0.list(atLeast: 1) { $0.expression() } })
        }
        hit("SelectCore.select")
        var body = SelectBody(list(atLeast: 1) { $0.resultColumn() })
        body.isDistinct = flag("Select.distinct")
        body.from = maybe { $0.joinClause() }
        body.condition = maybe { $0.expression() }
        if random.oneIn(4) { body.groups = list { $0.expression() } }
        if random.oneIn(6) { body.having = expression() }
        if random.oneIn(6) {
            hit("Select.windows")
            body.windows = list(atLeast: 1) { NamedWindow($0.name(), $0.windowDefinition()) }
        }
        return .select(body)
    }

    mutating func resultColumn() -> ResultColumn {
        switch random.below(8) {
        case 0:
            hit("ResultColumn.all")
            return ResultColumn(.column(.all))
        case 1:
            hit("ResultColumn.tableAll")
            return ResultColumn(.column(ColumnReference(.all, table: name())))
        default:
            return ResultColumn(
                expression(), alias: flag("ResultColumn.alias") ? name() : nil)
        }
    }

    mutating func orderingTerm() -> OrderingTerm {
        OrderingTerm(
            expression(), maybe { $0.any(OrderingTerm.Direction.self) },
            nulls: random.oneIn(4) ? any(OrderingTerm.Nulls.self) : nil)
    }

    mutating func limit() -> LimitClause? {
        guard random.oneIn(4) else { return nil }
        hit("Limit")
        let offset = flag("Limit.offset") ? expression() : nil
        let isCommaForm = offset != nil && flag("Limit.comma")
        return LimitClause(expression(), offset: offset, isCommaForm: isCommaForm)
    }

    mutating func with() -> WithClause? {
        guard budget > 0, random.oneIn(6) else { return nil }
        hit("With")
        let hints: [CommonTableExpression.Hint?] = [nil, .materialized, .notMaterialized]
        return WithClause(
            isRecursive: flag("With.recursive"),
            list(atLeast: 1) {
                let hint = $0.oneOf(hints)
                $0.hit("With.hint.\(hint.map { "\($0)" } ?? "none")")
                return CommonTableExpression(
                    $0.name(), columns: $0.list { $0.columnName() }, hint: hint,
                    query: Subquery($0.select()))
            })
    }

    mutating func joinClause() -> JoinClause {
        JoinClause(tableSource(), list { $0.join() })
    }

    private mutating func join() -> JoinClause.Join {
        let kind = any(JoinOperator.Kind.self)
        let isNatural = kind != .comma && flag("Join.natural")
        let operation = JoinOperator(kind, isNatural: isNatural)
        switch random.below(3) {
        case 0:
            hit("Join.on")
            return .init(operation, tableSource(), .on(expression()))
        case 1:
            hit("Join.using")
            return .init(operation, tableSource(), .using(list(atLeast: 1) { $0.columnName() }))
        default: return .init(operation, tableSource())
        }
    }

    private mutating func tableSource() -> TableSource {
        switch budget > 0 ? random.below(6) : 0 {
        case 3:
            hit("TableSource.function")
            return .function(
                TableFunction(qualifiedName(), list { $0.expression() }, alias: maybe { $0.name() })
            )
        case 4:
            hit("TableSource.select")
            return .select(Subquery(select()), alias: maybe { $0.name() })
        case 5:
            hit("TableSource.join")
            budget -= 1
            return .join(JoinGroup(joinClause(), alias: maybe { $0.name() }))
        default:
            hit("TableSource.table")
            return .table(tableReference())
        }
    }

    private mutating func tableReference() -> TableReference {
        let indexing: TableReference.Indexing
        switch random.below(6) {
        case 0:
            hit("Indexing.indexed")
            indexing = .indexed(by: name())
        case 1:
            hit("Indexing.notIndexed")
            indexing = .notIndexed
        default: indexing = .free
        }
        return TableReference(
            qualifiedName(), alias: flag("Table.alias") ? name() : nil, indexing: indexing)
    }

    mutating func insert(inTrigger isInTrigger: Bool = false) -> InsertStatement {
        var insert = InsertStatement(into: isInTrigger ? QualifiedName(name()) : qualifiedName())
        insert.conflict = maybe { $0.any(ConflictAction.self) }
        insert.columns = list { $0.columnName() }
        if isInTrigger || flag("Insert.select") {
            insert.source = .select(select())
            insert.upserts = upserts()
        } else {
            hit("Insert.defaultValues")
            insert.source = .defaultValues
        }
        guard !isInTrigger else { return insert }
        insert.with = with()
        insert.alias = maybe { $0.name() }
        insert.returning = returning()
        return insert
    }

    private mutating func upserts() -> [Upsert] {
        var upserts = list { upsert in
            Upsert(
                upsert.list(atLeast: 1) { $0.orderingTerm() },
                where: upsert.flag("Upsert.where") ? upsert.expression() : nil,
                upsert.upsertAction())
        }
        if flag("Upsert.withoutTarget") { upserts.append(Upsert([], upsertAction())) }
        return upserts
    }

    private mutating func upsertAction() -> Upsert.Action {
        guard flag("Upsert.update") else {
            hit("Upsert.nothing")
            return .nothing
        }
        return .update(list(atLeast: 1) { $0.assignment() }, where: maybe { $0.expression() })
    }

    private mutating func assignment() -> Assignment {
        if flag("Assignment.row") {
            return Assignment(list(atLeast: 2) { $0.columnName() }, expression())
        }
        return Assignment([columnName()], expression())
    }

    private mutating func returning() -> [ResultColumn] {
        flag("Returning") ? list(atLeast: 1) { $0.resultColumn() } : []
    }

    mutating func update(inTrigger isInTrigger: Bool = false) -> UpdateStatement {
        var update = UpdateStatement(target(isInTrigger))
        update.conflict = maybe { $0.any(ConflictAction.self) }
        update.assignments = list(atLeast: 1) { $0.assignment() }
        if flag("Update.from") { update.from = joinClause() }
        update.condition = maybe { $0.expression() }
        guard !isInTrigger else { return update }
        update.with = with()
        update.returning = returning()
        update.limit = limit()
        if update.limit != nil { update.order = list { $0.orderingTerm() } }
        return update
    }

    mutating func delete(inTrigger isInTrigger: Bool = false) -> DeleteStatement {
        var delete = DeleteStatement(from: target(isInTrigger))
        delete.condition = maybe { $0.expression() }
        guard !isInTrigger else { return delete }
        delete.with = with()
        delete.returning = returning()
        delete.limit = limit()
        if delete.limit != nil { delete.order = list { $0.orderingTerm() } }
        return delete
    }

    private mutating func target(_ isInTrigger: Bool) -> TableReference {
        isInTrigger ? TableReference(QualifiedName(name())) : tableReference()
    }
}
