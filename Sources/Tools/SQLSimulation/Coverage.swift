import WCDBSQL

/// Every case that random trees must reach. A case that a new part of the tree brings belongs
/// here, so that the round trip cannot pass over it.
package enum Coverage {
    /// The cases that were made less often than `minimum`, with their counts.
    package static func missing(in hits: [String: Int], minimum: Int) -> [String] {
        expected.compactMap { name in
            let count = hits[name] ?? 0
            return count < minimum ? "\(name) (\(count))" : nil
        }
    }

    private static func cases<Value: CaseIterable>(_ type: Value.Type) -> [String] {
        type.allCases.map { "\(type).\($0)" }
    }

    private static func named(_ group: String, _ names: String) -> [String] {
        names.split(separator: " ").map { "\(group).\($0)" }
    }

    private static let enumerations: [String] =
        cases(BinaryOperator.self) + cases(UnaryOperator.self) + cases(PatternMatch.Kind.self)
        + cases(RaiseFunction.Kind.self) + cases(WindowFrame.Unit.self)
        + cases(WindowFrame.Exclusion.self) + cases(CompoundOperator.self)
        + cases(OrderingTerm.Direction.self) + cases(OrderingTerm.Nulls.self)
        + cases(JoinOperator.Kind.self) + cases(ConflictAction.self)
        + cases(ForeignKey.Action.self) + cases(CreateTriggerStatement.Timing.self)
        + cases(DropStatement.Kind.self) + cases(TransactionStatement.Mode.self)
        + cases(Parameter.Sign.self)

    private static let statements: [String] =
        named(
            "Statement",
            "select insert update delete createTable createIndex createView createTrigger "
                + "createVirtualTable alterTable drop pragma attach detach transaction upkeep "
                + "explain")
        + named("Create", "temporary ifNotExists select strict withoutRowid")
        + named(
            "ColumnConstraint",
            "primaryKey notNull null unique check default collate references generated")
        + named("TableConstraint", "primaryKey unique check foreignKey autoIncrement")
        + named("Default", "expression word literal") + named("ForeignKey", "match deferral")
        + named("Alter", "rename renameColumn addColumn dropColumn")
        + named("Event", "delete insert update") + named("Step", "select insert update delete")
        + named("Transaction", "begin commit rollback savepoint release")
        + named("Upkeep", "analyze reindex vacuum") + named("Pragma", "assigned called word")
        + named("Insert", "select defaultValues") + named("Upsert", "update nothing withoutTarget")
        + named("Trigger", "temporary ifNotExists forEachRow when")
        + ["Returning", "Update.from", "Assignment.row", "Explain.queryPlan", "Drop.ifExists"]

    private static let queries: [String] =
        named(
            "Expression",
            "literal parameter column unary binary pattern between membership collate cast case "
                + "function row exists subquery raise")
        + named(
            "Literal",
            "integer real text blob null boolean currentDate currentTime currentTimestamp")
        + named("Parameter", "next numbered named")
        + named("Candidates", "list select table function")
        + named("Function", "star distinct") + named("WindowCall", "filter both")
        + named("WindowReference", "named definition")
        + named("Window", "base partition order frame")
        + named(
            "Bound", "unboundedPreceding preceding currentRow following unboundedFollowing")
        + named("SelectCore", "select values") + named("Select", "distinct windows")
        + named("ResultColumn", "all tableAll alias")
        + named("TableSource", "table function select join")
        + named("Indexing", "indexed notIndexed") + named("Join", "on using natural")
        + named("Limit", "offset comma") + ["With", "With.recursive"]
        + named("With.hint", "none materialized notMaterialized")
        + named("Quoting", "bare doubleQuotes backticks brackets singleQuotes")

    package static let expected = enumerations + statements + queries
}
