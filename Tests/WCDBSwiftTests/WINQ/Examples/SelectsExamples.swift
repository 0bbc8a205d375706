import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Selects.
@Suite struct `WINQ examples of selects` {
    @Test func `a SELECT has its results and tables`() {
        expect(StatementSelect(), "")
        expect(StatementSelect().select(1), "SELECT 1")
        expect(
            StatementSelect().select(a, b.as("x"), a + 1, "lit"),
            "SELECT a, b AS x, a + 1, 'lit'")
        expect(StatementSelect().select(distinct: true, a), "SELECT DISTINCT a")
        expect(
            StatementSelect().select(distinct: true, [a, b]).from("t"),
            "SELECT DISTINCT a, b FROM t")
        expect(StatementSelect().select(Column.all()).from("t"), "SELECT * FROM t")
        expect(
            StatementSelect().select(Item.Properties.all).from("t"),
            "SELECT id, item_name FROM t")
        expect(StatementSelect().select(Item.Properties.any).from("t"), "SELECT * FROM t")
        expect(
            StatementSelect().select(BindParameter._1, LiteralValue(1), nil as Expression),
            "SELECT ?1, 1, NULL")
        expect(StatementSelect().select(sel), "SELECT (SELECT a FROM t)")
        expect(StatementSelect().select(a).from("t1", "t2"), "SELECT a FROM t1, t2")
        expect(StatementSelect().select(a).from(["t1", "t2"]), "SELECT a FROM t1, t2")
        expect(StatementSelect().select(a).from(sel), "SELECT a FROM (SELECT a FROM t)")
        expect(
            StatementSelect().select(a).from(TableOrSubquery(with: sel).as(alias: "x"), "t2"),
            "SELECT a FROM (SELECT a FROM t) AS x, t2")
        expect(
            StatementSelect().select(a).from(Join(with: "t1").leftJoin("t2").on(a == b)),
            "SELECT a FROM (t1 LEFT JOIN t2 ON a == b)")
        expect(
            StatementSelect().select(a).from(TableOrSubquery.master()),
            "SELECT a FROM sqlite_master")
        expect(StatementSelect().select(a).from("t").from("u"), "SELECT a FROM u")
        expect(StatementSelect().from("t"), "")
    }

    @Test func `a SELECT has conditions, groups, an order and limits`() {
        expect(
            StatementSelect().select(a).from("t").where(a > 1),
            "SELECT a FROM t WHERE a > 1")
        expect(
            StatementSelect().select(a).from("t").where(a > 1).where(b > 1),
            "SELECT a FROM t WHERE b > 1")
        expect(StatementSelect().select(a).from("t").where(true), "SELECT a FROM t WHERE 1")
        expect(
            StatementSelect().select(a).from("t").group(by: a, b + 1).having(a.count() > 1),
            "SELECT a FROM t GROUP BY a, b + 1 HAVING COUNT(a) > 1")
        expect(StatementSelect().select(a).from("t").having(a.count() > 1), "SELECT a FROM t")
        expect(
            StatementSelect().select(a).from("t").order(
                by: a.order(.ascending), b.order(.descending)),
            "SELECT a FROM t ORDER BY a ASC, b DESC")
        expect(
            StatementSelect().select(a).from("t").order(by: a).order(by: b),
            "SELECT a FROM t ORDER BY b")
        expect(
            StatementSelect().select(a).from("t").order(by: a.collate("NOCASE")),
            "SELECT a FROM t ORDER BY a COLLATE NOCASE")
        expect(
            StatementSelect().select(a).from("t").limit(1).offset(2),
            "SELECT a FROM t LIMIT 1 OFFSET 2")
        expect(
            StatementSelect().select(a).from("t").limit(from: 1, to: 100),
            "SELECT a FROM t LIMIT 1, 100")
        expect(StatementSelect().select(a).from("t").offset(2), "SELECT a FROM t")
        expect(
            StatementSelect().select(a).from("t").offset(2).limit(3),
            "SELECT a FROM t LIMIT 3")
        expect(
            StatementSelect().select(a).from("t").limit(BindParameter._1).offset(a + 1),
            "SELECT a FROM t LIMIT ?1 OFFSET a + 1")
        expect(StatementSelect().select(a).from("t").limit(-1), "SELECT a FROM t LIMIT -1")
        expect(
            StatementSelect().select(a).from("t").window("w").as(WindowDef().partition(a)),
            "SELECT a FROM t WINDOW w AS (PARTITION BY a)")
        expect(
            StatementSelect().select(a).from("t").window("w1").as(WindowDef().partition(a)).window(
                "w2"
            ).as(WindowDef().order(b)),
            "SELECT a FROM t WINDOW w1 AS (PARTITION BY a), w2 AS (ORDER BY b)")
        expect(
            StatementSelect().select(a).from("t").window("w1").as(WindowDef()),
            "SELECT a FROM t WINDOW w1 AS ()")
        expect(
            StatementSelect().select(a).from("t").union().select(b).from("u"),
            "SELECT a FROM t UNION SELECT b FROM u")
    }

    @Test func `a SELECT is joined with others to a compound`() {
        expect(
            StatementSelect().select(a).from("t").unionAll().select(b).from("u").where(b > 1),
            "SELECT a FROM t UNION ALL SELECT b FROM u WHERE b > 1")
        expect(
            StatementSelect().select(a).from("t").intersect().select(b).from("u"),
            "SELECT a FROM t INTERSECT SELECT b FROM u")
        expect(
            StatementSelect().select(a).from("t").except().select(b).from("u"),
            "SELECT a FROM t EXCEPT SELECT b FROM u")
        expect(
            StatementSelect().select(a).from("t").where(a > 1).union().select(b).from("u").order(
                by: a
            ).limit(3),
            "SELECT a FROM t WHERE a > 1 UNION SELECT b FROM u ORDER BY a LIMIT 3")
        expect(StatementSelect().value(1, "x"), "VALUES(1, 'x')")
        expect(StatementSelect().value([1, 2]).value([3, 4]), "VALUES(1, 2), (3, 4)")
        expect(StatementSelect().value(1).union().value(2), "VALUES(1) UNION VALUES(2)")
        expect(StatementSelect().select(a).value(1), "VALUES(1)")
        expect(
            StatementSelect().with(CommonTableExpression("c").column(a).as(sel)).select(a).from(
                "c"),
            "WITH c(a) AS(SELECT a FROM t) SELECT a FROM c")
        expect(
            StatementSelect().with(
                recursive: true,
                CommonTableExpression("c").column(a).as(
                    StatementSelect().value(1).unionAll().select(a + 1).from("c"))
            ).select(a).from("c"),
            "WITH RECURSIVE c(a) AS(VALUES(1) UNION ALL SELECT a + 1 FROM c) "
                + "SELECT a FROM c")
        expect(
            StatementSelect().select(Expression(with: sel).as("q")).from("t").where(a == sel),
            "SELECT (SELECT a FROM t) AS q FROM t WHERE a == (SELECT a FROM t)")
        expect(
            StatementSelect().select(a).from("t").where(Expression.exists(sel)),
            "SELECT a FROM t WHERE EXISTS(SELECT a FROM t)")
    }
}
