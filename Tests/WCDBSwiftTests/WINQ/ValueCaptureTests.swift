import Testing
import WCDBSwift

/// Embedding copies; builder methods change the object and return it.
@Suite struct `WINQ capture` {
    @Test func `an operand is what it was`() {
        let m = Column(named: "m")
        let sum = m + 1
        m.in(table: "q")
        expect(sum, "m + 1")
        expect(m + 2, "q.m + 2")
    }

    @Test func `a query within a query is what it was`() {
        let select = sel
        let exists = Expression.exists(select)
        let source = TableOrSubquery(with: select)
        let insert = StatementInsert().insert(intoTable: "t").values(select)
        select.where(b > 1)
        expect(exists, "EXISTS(SELECT a FROM t)")
        expect(source, "(SELECT a FROM t)")
        expect(insert, "INSERT INTO t SELECT a FROM t")
        expect(select, "SELECT a FROM t WHERE b > 1")
    }

    @Test func `parts of definitions are what they were`() {
        let key = ForeignKey().references(with: "t")
        let column = ColumnDef(with: a).makeForeignKey(key)
        let constraint = ColumnConstraint().unique()
        column.addConstraint(constraint)
        key.onDelete(.cascade)
        constraint.notNull()
        expect(column, "a REFERENCES t UNIQUE")
        let window = WindowDef().order(a)
        let call = Expression.windowFunction("f").over(window)
        window.partition(b)
        expect(call, "f() OVER(ORDER BY a)")
    }

    @Test func `builder methods return the same object`() {
        let call = Expression.function("f")
        #expect(call === call.arguments(1))
        let select = StatementSelect()
        #expect(select === select.select(a).from("t").where(a > 1))
        let column = Column(named: "a")
        #expect(column === column.in(table: "t"))
        #expect(column.as("x") !== column.as("x"))
    }

    @Test func `a CASE within itself is what it was`() {
        let inner = "CASE WHEN a > 1 THEN 1 ELSE 0 END"
        let flow = Expression.case().when(a > 1).then(1).else(0)
        expect(flow, inner)
        expect(flow.else(flow), "CASE WHEN a > 1 THEN 1 ELSE \(inner) END")
        flow.when(flow)
        expect(
            flow.then(2),
            "CASE WHEN a > 1 THEN 1 WHEN CASE WHEN a > 1 THEN 1 ELSE \(inner) END THEN 2 "
                + "ELSE \(inner) END")
    }

    @Test func `properties do not change`() {
        let property = Item.Properties.id.asProperty()
        #expect(property.in(table: "t") !== property)
        expect(property.asColumn(), "id")
        expect(property.in(table: "t").of(schema: "s").asColumn(), "s.t.id")
        #expect(property.in(table: "t").codingTableKey?.stringValue == "id")
    }

    @Test func `empty lists change nothing`() {
        let select = sel.order(by: a).group(by: a).with(CommonTableExpression("c").as(sel))
        let text = select.description
        select.select([]).from([]).order(by: []).group(by: []).with([]).value([])
        expect(select, text)
        let insert = StatementInsert().insert(intoTable: "t").columns(a).values(1)
        expect(insert.columns([]).values([]).with([]), "INSERT INTO t(a) VALUES(1)")
        expect(StatementUpdate().update(table: "t").set([]).set(a).to(1), "UPDATE t SET a = 1")
        expect(Join(with: "t").join("u").on(a == b).using([]), "t JOIN u ON a == b")
        expect(Upsert().indexed(by: a).indexed(by: []).doNothing(), "ON CONFLICT(a) DO NOTHING")
        expect(StatementInsert().insert(intoTable: "t").values([]), "")
        expect(a.order(.ascending).order(nil), "a ASC")
    }
}
