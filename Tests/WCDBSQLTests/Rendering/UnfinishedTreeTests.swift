import Testing
import WCDBSQL

/// What a builder holds before everything was said.
@Suite struct `Unfinished trees` {
    static let empty: [Statement] = [
        .select(SelectStatement()),
        .insert(InsertStatement()),
        .insert(InsertStatement(into: "t")),
        .update(UpdateStatement()),
        .delete(DeleteStatement()),
        .createTable(CreateTableStatement("t")),
        .createIndex(CreateIndexStatement()),
        .createView(CreateViewStatement()),
        .createTrigger(CreateTriggerStatement()),
        .createVirtualTable(CreateVirtualTableStatement()),
        .alterTable(AlterTableStatement("t")),
        .drop(DropStatement(.table)),
        .pragma(PragmaStatement()),
        .attach(AttachStatement(nil, as: .column("aux"))),
        .transaction(.savepoint(.empty)),
        .transaction(.release(.empty)),
        .explain(ExplainStatement(nil)),
    ]

    @Test(arguments: empty.indices)
    func `are empty texts`(index: Int) {
        #expect(Self.empty[index].sql == "")
    }

    @Test func `of parts print nothing`() {
        #expect(ForeignKey().sql == "")
        #expect(ColumnConstraint(nil, name: "c").sql == "")
        #expect(TableConstraint(nil, name: "c").sql == "")
        #expect(Upsert(["a"].map { OrderingTerm(.column($0)) }).sql == "")
        #expect(CaseExpression(.column("a"), [], otherwise: nil).sql == "")
        #expect(CommonTableExpression("c", columns: ["a"]).sql == "c(a)")
        #expect(JoinGroup(JoinClause()).clause.sql == "")
        #expect(CreateIndexStatement("i", on: "t").sql == "CREATE INDEX i ON t()")
        #expect(UpdateStatement(TableReference("t")).sql == "UPDATE t SET ")
    }

    @Test func `that SQL cannot say are written as they are`() {
        let all = Expression.column(ColumnReference.all)
        #expect(FunctionCall("COUNT", isDistinct: true, [all]).sql == "COUNT(DISTINCT *)")
        #expect(FunctionCall("f", isDistinct: true).sql == "f()")
        #expect(ResultColumn(all, alias: "z").sql == "* AS z")
        #expect(CastOperation(.column("a"), as: "NULL").sql == "CAST(a AS NULL)")
        let sum = Expression.binary(.add, .column("a"), .integer(1))
        #expect(DefaultValue(sum).sql == "a + 1")
        #expect(DefaultValue(sum, isParenthesised: true).sql == "(a + 1)")
        let column = ColumnReference("x", table: "t")
        let source = SelectStatement(.values([[.integer(1)]]))
        #expect(
            InsertStatement(into: "t", [column], .select(source)).sql
                == "INSERT INTO t(t.x) VALUES(1)")
        #expect(ColumnReference("x", table: nil, schema: "s").sql == "x")
        #expect(Name("a\0b").hasNUL)
        #expect(throws: ParseError.self) { try Parser.expression(Name("a\0b").sql) }
    }

    @Test func `lose the schema where temporary things and triggers have none`() {
        var table = CreateTableStatement(QualifiedName("t", schema: "main"))
        table.content = .columns(TableDefinition([ColumnDefinition("a")]))
        table.isTemporary = true
        table.ifNotExists = true
        #expect(table.sql == "CREATE TEMP TABLE IF NOT EXISTS t(a)")
        var trigger = CreateTriggerStatement("tr", nil, .delete, on: "t")
        let target = TableReference(QualifiedName("u", schema: "main"))
        trigger.steps = [.delete(DeleteStatement(from: target))]
        #expect(trigger.sql == "CREATE TRIGGER tr DELETE ON t BEGIN DELETE FROM u; END")
    }
}
