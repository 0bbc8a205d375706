import Testing
import WCDBSwift

/// What the builder can say beyond the 2.x API.
@Suite struct `WINQ additions` {
    @Test func `joins that keep the right side`() {
        expect(Join(with: "t").rightJoin("u"), "t RIGHT JOIN u")
        expect(Join(with: "t").rightOuterJoin("u").on(a == b), "t RIGHT OUTER JOIN u ON a == b")
        expect(Join(with: "t").fullJoin("u").using(a), "t FULL JOIN u USING(a)")
        expect(Join(with: "t").fullOuterJoin("u"), "t FULL OUTER JOIN u")
        expect(Join(with: "t").naturalRightJoin("u"), "t NATURAL RIGHT JOIN u")
        expect(Join(with: "t").naturalRightOuterJoin("u"), "t NATURAL RIGHT OUTER JOIN u")
        expect(Join(with: "t").naturalFullJoin("u"), "t NATURAL FULL JOIN u")
        expect(Join(with: "t").naturalFullOuterJoin("u"), "t NATURAL FULL OUTER JOIN u")
        expect(
            StatementSelect().select(a).from(Join(with: "t").fullJoin("u").using(a)),
            "SELECT a FROM (t FULL JOIN u USING(a))")
    }

    @Test func `what is optional says so to generic code`() {
        func empty<Field: OptionalRepresentable>(_ type: Field.Type) -> Field { .nil }
        #expect(empty(Int?.self) == nil && String?.nil == nil)
    }

    /// Each branch was looked at again for the next one: some thousand took minutes.
    @Test func `a case of many branches is built branch by branch`() {
        let order = Expression.case(a)
        for number in 0..<20_000 { order.when(number).then(number + 1) }
        let text = order.else(0).description
        #expect(text.hasPrefix("CASE a WHEN 0 THEN 1 WHEN 1 THEN 2 "))
        #expect(text.hasSuffix("WHEN 19999 THEN 20000 ELSE 0 END"))
        expect(
            Expression.case().then(1).then(2).when(a).when(b),
            "CASE WHEN a THEN 1 WHEN b THEN 2 END")
    }

    /// There is no other way to say one: programs compare several columns at once like this.
    @Test func `a function without a name is a row value`() throws {
        func row(_ values: any ExpressionConvertible...) -> WCDBSwift.Expression {
            Expression.function("").arguments(values)
        }
        expect(row(a, b) <= row(1, 3), "(a, b) <= (1, 3)")
        expect(row(a, b).in(row(1, 2), row(3, 4)), "(a, b) IN((1, 2), (3, 4))")
        expect(row(a).arguments(b).arguments(c), "(a, b, c)")
        expect(row(a, b).between(row(1, 2), row(1, 3)), "(a, b) BETWEEN (1, 2) AND (1, 3)")
        let database = Database.createInMemoryDatabase()
        try database.exec(StatementSQL("CREATE TABLE t(a, b)"))
        try database.exec(StatementSQL("INSERT INTO t VALUES(0, 9), (1, 2), (1, 3), (2, 0)"))
        for (bound, found) in [(2, ["9", "2"]), (3, ["9", "2", "3"])] {
            let values = try database.getColumn(
                on: b, fromTable: "t", where: row(a, b) <= row(1, bound), orderBy: [a, b])
            #expect(values.map(\.stringValue) == found)
        }
        // One value in parentheses is no row.
        #expect(throws: WCDBError.self) {
            try database.getColumn(on: b, fromTable: "t", where: row(a) == 1)
        }
    }

    @Test func `frames of groups, with exclusions`() {
        let frame = FrameSpec().groups().betweenPreceding(1).andFollowing(2).excludeTies()
        expect(frame, "GROUPS BETWEEN 1 PRECEDING AND 2 FOLLOWING EXCLUDE TIES")
        expect(
            FrameSpec().rows().currentRow().excludeNoOthers(),
            "ROWS CURRENT ROW EXCLUDE NO OTHERS")
        expect(
            FrameSpec().range().unboundedPreceding().excludeCurrentRow(),
            "RANGE UNBOUNDED PRECEDING EXCLUDE CURRENT ROW")
        let call = Expression.windowFunction("sum").arguments(a)
            .over(WindowDef().order(b).frameSpec(FrameSpec().groups().currentRow().excludeGroup()))
        expect(call, "sum(a) OVER(ORDER BY b GROUPS CURRENT ROW EXCLUDE GROUP)")
    }

    @Test func `results of changes`() {
        expect(
            StatementInsert().insert(intoTable: "t").values(1).returning(Column.all()),
            "INSERT INTO t VALUES(1) RETURNING *")
        expect(
            StatementUpdate().update(table: "t").set(a).to(1).where(b > 1).returning(a, b.as("x")),
            "UPDATE t SET a = 1 WHERE b > 1 RETURNING a, b AS x")
        expect(
            StatementDelete().delete(from: "t").returning([a + 1]).returning([]),
            "DELETE FROM t RETURNING a + 1")
    }

    @Test func `definitions`() {
        expect(
            StatementCreateTable().create(table: "t").with(columns: ColumnDef(with: a, and: .text))
                .strict(),
            "CREATE TABLE t(a TEXT) STRICT")
        expect(
            StatementCreateTable().create(table: "t").withoutRowid().strict().with(
                columns: ColumnDef(with: a, and: .integer64).makePrimary(),
                ColumnDef(with: b).makeGenerated(as: a + 1),
                ColumnDef(with: c).makeGenerated(as: a * 2, isStored: true)),
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b GENERATED ALWAYS AS(a + 1) VIRTUAL, "
                + "c GENERATED ALWAYS AS(a * 2) STORED) WITHOUT ROWID, STRICT")
        expect(
            ColumnConstraint(named: "k").generated(as: a),
            "CONSTRAINT k GENERATED ALWAYS AS(a) VIRTUAL")
        expect(
            StatementAlterTable().alter(table: "t").schema("s").dropColumn(a),
            "ALTER TABLE s.t DROP COLUMN a")
        expect(
            ColumnDef(with: a).makeDefault(to: Expression.function("date").arguments("now")),
            "a DEFAULT (date('now'))")
        expect(a.order(.descending).nullsLast(), "a DESC NULLS LAST")
        expect(a.asOrder().nullsFirst(), "a NULLS FIRST")
    }

    @Test func `JSON`() {
        expect(a.jsonElement("$.x") == "1", "(a -> '$.x') == '1'")
        expect(a.jsonValue("$.x").jsonValue(0), "(a ->> '$.x') ->> 0")
        expect(a.jsonExtract("$.x", "$.y"), "json_extract(a, '$.x', '$.y')")
        expect(a.json().jsonSet("$.x", b), "json_set(json(a), '$.x', b)")
        expect(
            a.jsonInsert("$.x", 1).jsonReplace("$.y", 2),
            "json_replace(json_insert(a, '$.x', 1), '$.y', 2)")
        expect(a.jsonRemove("$.x").jsonPatch(b), "json_patch(json_remove(a, '$.x'), b)")
        expect(a.jsonType(), "json_type(a)")
        expect(a.jsonType("$.x"), "json_type(a, '$.x')")
        expect(a.jsonArrayLength(), "json_array_length(a)")
        expect(a.jsonArrayLength("$.x"), "json_array_length(a, '$.x')")
        expect(a.jsonValid() && b.jsonQuote(), "json_valid(a) AND json_quote(b)")
        expect(a.jsonGroupArray(), "json_group_array(a)")
        expect(a.jsonGroupObject(b), "json_group_object(a, b)")
        expect(Expression.jsonArray(1, "x"), "json_array(1, 'x')")
        expect(Expression.jsonObject("k", a), "json_object('k', a)")
        expect(
            StatementSelect().select(Column.all())
                .from("t", TableOrSubquery.jsonEach(a, "$.x").as(alias: "j")),
            "SELECT * FROM t, json_each(a, '$.x') AS j")
        expect(TableOrSubquery.jsonTree("[1]"), "json_tree('[1]')")
    }

    @Test func `dates and missing values`() {
        expect(a.date("unixepoch", "+1 day"), "date(a, 'unixepoch', '+1 day')")
        expect(a.time(), "time(a)")
        expect(Expression(with: "now").datetime("localtime"), "datetime('now', 'localtime')")
        expect(a.julianday() - b.julianday(), "julianday(a) - julianday(b)")
        expect(a.unixepoch(), "unixepoch(a)")
        expect(a.strftime("%Y", "unixepoch"), "strftime('%Y', a, 'unixepoch')")
        expect(Expression.coalesce(a, b, 0), "COALESCE(a, b, 0)")
        expect(Expression.printf("%d", a), "PRINTF('%d', a)")
        expect(a.ifNull(0), "IFNULL(a, 0)")
        expect(a.nullIf(""), "NULLIF(a, '')")
        expect((a > 1).iif("many", else: "one"), "IIF(a > 1, 'many', 'one')")
    }
}
