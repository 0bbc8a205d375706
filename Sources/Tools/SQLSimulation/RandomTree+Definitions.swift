import StorageSimulation
import WCDBSQL

// Definitions and the statements without rows.

extension RandomTree {
    mutating func createTable() -> CreateTableStatement {
        var create = CreateTableStatement(newName())
        create.isTemporary = create.name.schema == nil && flag("Create.temporary")
        create.ifNotExists = flag("Create.ifNotExists")
        if random.oneIn(5) {
            hit("Create.select")
            create.content = .select(select())
        } else {
            var table = TableDefinition(
                list(atLeast: 1) { $0.columnDefinition() }, list { $0.tableConstraint() })
            table.isStrict = flag("Create.strict")
            table.isWithoutRowid = flag("Create.withoutRowid")
            create.content = .columns(table)
        }
        return create
    }

    private mutating func newName() -> QualifiedName { qualifiedName() }

    private mutating func columnDefinition() -> ColumnDefinition {
        ColumnDefinition(
            columnName(), maybe { $0.typeName() },
            list { ColumnConstraint($0.columnConstraintKind(), name: $0.maybe { $0.name() }) })
    }

    private mutating func conflict() -> ConflictAction? { maybe { $0.any(ConflictAction.self) } }

    private mutating func columnConstraintKind() -> ColumnConstraint.Kind {
        let (name, kind): (String, ColumnConstraint.Kind) =
            switch random.below(9) {
            case 0:
                (
                    "primaryKey",
                    .primaryKey(
                        maybe { $0.any(OrderingTerm.Direction.self) }, conflict: conflict(),
                        isAutoIncrement: flag("Column.autoIncrement"))
                )
            case 1: ("notNull", .notNull(conflict: conflict()))
            case 2: ("null", .null(conflict: conflict()))
            case 3: ("unique", .unique(conflict: conflict()))
            case 4: ("check", .check(expression()))
            case 5: ("default", .default(defaultValue()))
            case 6: ("collate", .collate(self.name()))
            case 7: ("references", .references(foreignKey()))
            default:
                (
                    "generated",
                    .generated(expression(), storage: oneOf([nil, .virtual, .stored]))
                )
            }
        hit("ColumnConstraint." + name)
        return kind
    }

    private mutating func defaultValue() -> DefaultValue {
        switch random.below(3) {
        case 0:
            hit("Default.expression")
            return DefaultValue(expression(), isParenthesised: true)
        case 1:
            hit("Default.word")
            return DefaultValue(.column(columnName()))
        default:
            hit("Default.literal")
            return DefaultValue(.literal(literal()))
        }
    }

    private mutating func foreignKey() -> ForeignKey {
        var key = ForeignKey(name(), list { $0.columnName() })
        key.rules = list {
            let action = $0.any(ForeignKey.Action.self)
            return $0.flag("ForeignKey.onDelete") ? .onDelete(action) : .onUpdate(action)
        }
        key.match = flag("ForeignKey.match") ? name() : nil
        if flag("ForeignKey.deferral") {
            key.deferral = .init(
                isDeferrable: random.oneIn(2), initially: oneOf([nil, .deferred, .immediate]))
        }
        return key
    }

    private mutating func tableConstraint() -> TableConstraint {
        let (name, kind): (String, TableConstraint.Kind) =
            switch random.below(4) {
            case 0:
                (
                    "primaryKey",
                    .primaryKey(
                        list(atLeast: 1) { $0.orderingTerm() },
                        isAutoIncrement: flag("TableConstraint.autoIncrement"),
                        conflict: conflict())
                )
            case 1:
                ("unique", .unique(list(atLeast: 1) { $0.orderingTerm() }, conflict: conflict()))
            case 2: ("check", .check(expression(), conflict: conflict()))
            default:
                ("foreignKey", .foreignKey(list(atLeast: 1) { $0.columnName() }, foreignKey()))
            }
        hit("TableConstraint." + name)
        return TableConstraint(kind, name: maybe { $0.name() })
    }

    mutating func createIndex() -> CreateIndexStatement {
        var index = CreateIndexStatement(
            newName(), on: name(), list(atLeast: 1) { $0.orderingTerm() })
        index.isUnique = flag("Index.unique")
        index.ifNotExists = flag("Index.ifNotExists")
        index.condition = flag("Index.where") ? expression() : nil
        return index
    }

    mutating func createView() -> CreateViewStatement {
        var view = CreateViewStatement(newName(), list { $0.columnName() }, as: select())
        view.isTemporary = view.name.schema == nil && flag("View.temporary")
        view.ifNotExists = flag("View.ifNotExists")
        return view
    }

    mutating func createTrigger() -> CreateTriggerStatement {
        let timing = maybe { $0.any(CreateTriggerStatement.Timing.self) }
        var trigger = CreateTriggerStatement(newName(), timing, event(), on: qualifiedName())
        trigger.isTemporary = trigger.name.schema == nil && flag("Trigger.temporary")
        trigger.ifNotExists = flag("Trigger.ifNotExists")
        trigger.isForEachRow = flag("Trigger.forEachRow")
        trigger.condition = flag("Trigger.when") ? expression() : nil
        trigger.steps = list(atLeast: 1) { $0.step() }
        return trigger
    }

    private mutating func event() -> CreateTriggerStatement.Event {
        let (name, event): (String, CreateTriggerStatement.Event) =
            switch random.below(4) {
            case 0: ("delete", .delete)
            case 1: ("insert", .insert)
            default: ("update", .update(of: list { $0.columnName() }))
            }
        hit("Event." + name)
        return event
    }

    private mutating func step() -> CreateTriggerStatement.Step {
        let (name, step): (String, CreateTriggerStatement.Step) =
            switch random.below(4) {
            case 0: ("insert", .insert(insert(inTrigger: true)))
            case 1: ("update", .update(update(inTrigger: true)))
            case 2: ("delete", .delete(delete(inTrigger: true)))
            default: ("select", .select(select()))
            }
        hit("Step." + name)
        return step
    }

    mutating func createVirtualTable() -> CreateVirtualTableStatement {
        var table = CreateVirtualTableStatement(newName(), using: name())
        table.ifNotExists = flag("VirtualTable.ifNotExists")
        table.arguments = list {
            $0.oneOf(["a", "b UNINDEXED", "tokenize = 'porter'", "f(a, b) \"x\"", "1 + (2)", "="])
        }
        return table
    }

    mutating func alterTable() -> AlterTableStatement {
        let (name, action): (String, AlterTableStatement.Action) =
            switch random.below(4) {
            case 0: ("rename", .rename(to: self.name()))
            case 1: ("renameColumn", .renameColumn(columnName(), to: columnName()))
            case 2: ("addColumn", .addColumn(columnDefinition()))
            default: ("dropColumn", .dropColumn(columnName()))
            }
        hit("Alter." + name)
        return AlterTableStatement(qualifiedName(), action)
    }

    mutating func drop() -> DropStatement {
        DropStatement(
            any(DropStatement.Kind.self), qualifiedName(), ifExists: flag("Drop.ifExists"))
    }

    mutating func pragma() -> PragmaStatement {
        let name = qualifiedName()
        switch random.below(3) {
        case 0:
            hit("Pragma.assigned")
            return PragmaStatement(name, .assigned(pragmaValue()))
        case 1:
            hit("Pragma.called")
            return PragmaStatement(name, .called(pragmaValue()))
        default: return PragmaStatement(name)
        }
    }

    private mutating func pragmaValue() -> PragmaStatement.Value {
        if flag("Pragma.word") { return .word(name()) }
        while true {
            switch literal() {
            case .null, .blob, .currentDate, .currentTime, .currentTimestamp: continue
            case let literal: return .literal(literal)
            }
        }
    }

    mutating func transaction() -> TransactionStatement {
        let (name, statement): (String, TransactionStatement) =
            switch random.below(7) {
            case 4, 5, 6: ("begin", .begin(maybe { $0.any(TransactionStatement.Mode.self) }))
            case 0: ("commit", .commit)
            case 1: ("rollback", .rollback(to: maybe { $0.name() }))
            case 2: ("savepoint", .savepoint(self.name()))
            default: ("release", .release(self.name()))
            }
        hit("Transaction." + name)
        return statement
    }

    mutating func upkeep() -> UpkeepStatement {
        let (name, statement): (String, UpkeepStatement) =
            switch random.below(3) {
            case 0: ("analyze", .analyze(maybe { $0.qualifiedName() }))
            case 1: ("reindex", .reindex(maybe { $0.qualifiedName() }))
            default:
                ("vacuum", .vacuum(schema: maybe { $0.name() }, into: maybe { $0.expression() }))
            }
        hit("Upkeep." + name)
        return statement
    }
}
