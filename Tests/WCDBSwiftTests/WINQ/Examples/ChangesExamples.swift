import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Changes.
@Suite struct `WINQ examples of changes` {
    @Test func `texts of StatementDelete`() {
        expect(StatementDelete(), "")
        expect(StatementDelete().delete(from: "t"), "DELETE FROM t")
        expect(
            StatementDelete().delete(from: QualifiedTable(with: "t").of(schema: "main").as("x")),
            "DELETE FROM main.t AS x")
        expect(
            StatementDelete().delete(from: "t").where(a > 1).order(by: a.order(.descending), b)
                .limit(5),
            "DELETE FROM t WHERE a > 1 ORDER BY a DESC, b LIMIT 5")
        expect(
            StatementDelete().delete(from: "t").limit(5).offset(2),
            "DELETE FROM t LIMIT 5 OFFSET 2")
        expect(
            StatementDelete().delete(from: "t").limit(from: 1, to: 2),
            "DELETE FROM t LIMIT 1, 2")
        expect(StatementDelete().delete(from: "t").offset(2), "DELETE FROM t")
        expect(
            StatementDelete().delete(from: "t").limit(5).offset(2).limit(7),
            "DELETE FROM t LIMIT 7")
        expect(
            StatementDelete().delete(from: "t").limit(from: 1, to: 2).offset(9),
            "DELETE FROM t LIMIT 1 OFFSET 9")
        expect(
            StatementDelete().with(CommonTableExpression("c").as(sel)).delete(from: "t"),
            "WITH c AS(SELECT a FROM t) DELETE FROM t")
        expect(
            StatementDelete().with(
                recursive: true, CommonTableExpression("c").as(sel),
                CommonTableExpression("d").as(sel)
            ).delete(from: "t"),
            "WITH RECURSIVE c AS(SELECT a FROM t), d AS(SELECT a FROM t) DELETE "
                + "FROM t")
    }

    @Test func `an INSERT of values and of rows`() {
        expect(StatementInsert().insert(intoTable: "t"), "")
        expect(StatementInsert().insert(intoTable: "t").values(1), "INSERT INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").values(1, "x", nil as Expression, 1.5),
            "INSERT INTO t VALUES(1, 'x', NULL, 1.5)")
        expect(
            StatementInsert().insert(intoTable: "t").values(1, 2).values(3, 4),
            "INSERT INTO t VALUES(1, 2), (3, 4)")
        expect(
            StatementInsert().insert(intoTable: "t").columns(a, b).values(
                BindParameter.bindParameters(2)),
            "INSERT INTO t(a, b) VALUES(?1, ?2)")
        expect(
            StatementInsert().insert(intoTable: "t").columns([a]).values(BindParameter.def),
            "INSERT INTO t(a) VALUES(?)")
        expect(
            StatementInsert().insert(intoTable: "t").columns(a).columns(b).values(1),
            "INSERT INTO t(b) VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").columns(Item.Properties.all).values(
                BindParameter.bindParameters(2)),
            "INSERT INTO t(id, item_name) VALUES(?1, ?2)")
        expect(
            StatementInsert().insert(intoTable: "t").of(schema: "main").as("x").columns(a).values(
                1),
            "INSERT INTO main.t AS x(a) VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").onConflict(.Replace).values(1),
            "INSERT OR REPLACE INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").onConflict(.Rollback).values(1),
            "INSERT OR ROLLBACK INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").onConflict(.Abort).values(1),
            "INSERT OR ABORT INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").onConflict(.Fail).values(1),
            "INSERT OR FAIL INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").onConflict(.Ignore).values(1),
            "INSERT OR IGNORE INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").onConflict().values(1),
            "INSERT INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").columns(a).values(sel),
            "INSERT INTO t(a) SELECT a FROM t")
        expect(
            StatementInsert().insert(intoTable: "t").defaultValues(),
            "INSERT INTO t DEFAULT VALUES")
        expect(
            StatementInsert().insert(intoTable: "t").columns(a).values(1).upsert(
                Upsert().onConflict().doNothing()),
            "INSERT INTO t(a) VALUES(1) ON CONFLICT DO NOTHING")
    }

    @Test func `an INSERT with UPSERT, WITH and a query`() {
        expect(
            StatementInsert().insert(intoTable: "t").columns(a).values(1).upsert(
                Upsert().onConflict().indexed(by: a).doUpdate().set(a).to(2)),
            "INSERT INTO t(a) VALUES(1) ON CONFLICT(a) DO UPDATE SET a = 2")
        expect(
            StatementInsert().with(recursive: true, [CommonTableExpression("c").as(sel)]).insert(
                intoTable: "t"
            ).values(1),
            "WITH RECURSIVE c AS(SELECT a FROM t) INSERT INTO t VALUES(1)")
        expect(
            StatementInsert().insert(intoTable: "t").values(1).values(sel),
            "INSERT INTO t SELECT a FROM t")
        expect(
            StatementInsert().insert(intoTable: "t").columns(Column(named: "x").in(table: "t"))
                .values(1),
            "INSERT INTO t(t.x) VALUES(1)")
    }

    @Test func `texts of StatementUpdate`() {
        expect(StatementUpdate(), "")
        expect(StatementUpdate().update(table: "t").set(a).to(1), "UPDATE t SET a = 1")
        expect(
            StatementUpdate().update(table: "t").set(a).to(1).set(b).to("x"),
            "UPDATE t SET a = 1, b = 'x'")
        expect(
            StatementUpdate().update(table: "t").set(a, b).to(1),
            "UPDATE t SET (a, b) = 1")
        expect(
            StatementUpdate().update(table: "t").set([a, b]).to(sel),
            "UPDATE t SET (a, b) = (SELECT a FROM t)")
        expect(
            StatementUpdate().update(table: "t").set(a).to(a + 1),
            "UPDATE t SET a = a + 1")
        expect(
            StatementUpdate().update(table: "t").set(Item.Properties.name).to("x"),
            "UPDATE t SET item_name = 'x'")
        expect(
            StatementUpdate().update(table: "t").set(a).to(BindParameter._1).where(b > 1),
            "UPDATE t SET a = ?1 WHERE b > 1")
        expect(
            StatementUpdate().update(table: "t").onConflict(.Replace).set(a).to(1),
            "UPDATE OR REPLACE t SET a = 1")
        expect(
            StatementUpdate().update(table: "t").onConflict(.Ignore).set(a).to(1),
            "UPDATE OR IGNORE t SET a = 1")
        expect(
            StatementUpdate().update(table: QualifiedTable(with: "t").of(schema: "main").as("x"))
                .set(a).to(1),
            "UPDATE main.t AS x SET a = 1")
        expect(
            StatementUpdate().update(table: "t").set(a).to(1).where(b > 1).order(
                by: a.order(.ascending), b
            ).limit(3).offset(1),
            "UPDATE t SET a = 1 WHERE b > 1 ORDER BY a ASC, b LIMIT 3 OFFSET 1")
        expect(
            StatementUpdate().update(table: "t").set(a).to(1).limit(from: 1, to: 2),
            "UPDATE t SET a = 1 LIMIT 1, 2")
        expect(
            StatementUpdate().with(CommonTableExpression("c").as(sel)).update(table: "t").set(a).to(
                1),
            "WITH c AS(SELECT a FROM t) UPDATE t SET a = 1")
        expect(StatementUpdate().update(table: "t").set(a), "")
    }
}
