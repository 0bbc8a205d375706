import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: SmallStatements.
@Suite struct `WINQ examples of small statements` {
    @Test func `texts of StatementAlterTable`() {
        expect(StatementAlterTable().alter(table: "t"), "")
        expect(
            StatementAlterTable().alter(table: "t").rename(to: "t2"),
            "ALTER TABLE t RENAME TO t2")
        expect(
            StatementAlterTable().alter(table: "t").schema("main").rename(to: "t2"),
            "ALTER TABLE main.t RENAME TO t2")
        expect(
            StatementAlterTable().alter(table: "t").rename(column: a, to: b),
            "ALTER TABLE t RENAME COLUMN a TO b")
        expect(
            StatementAlterTable().alter(table: "t").addColumn(with: ColumnDef(with: a, and: .text)),
            "ALTER TABLE t ADD COLUMN a TEXT")
        expect(
            StatementAlterTable().alter(table: "t").schema(Schema.temp).addColumn(
                with: ColumnDef(with: a, and: .text).makeDefault(to: 1)),
            "ALTER TABLE temp.t ADD COLUMN a TEXT DEFAULT 1")
    }

    @Test func `texts of StatementAnalyze`() {
        expect(StatementAnalyze(), "")
        expect(StatementAnalyze().analyze(), "ANALYZE")
        expect(StatementAnalyze().schema("main"), "ANALYZE main")
        expect(StatementAnalyze().schema("main").table("t"), "ANALYZE main.t")
        expect(StatementAnalyze().schema("main").index("i"), "ANALYZE main.i")
        expect(StatementAnalyze().table("t"), "ANALYZE t")
        expect(StatementAnalyze().index("i"), "ANALYZE i")
    }

    @Test func `texts of StatementAttach StatementDetach`() {
        expect(StatementAttach().attach("/p/x.db").as("aux"), "ATTACH '/p/x.db' AS aux")
        expect(
            StatementAttach().attach("/p/x.db").as("aux").key("pw"),
            "ATTACH '/p/x.db' AS aux KEY 'pw'")
        expect(
            StatementAttach().attach(BindParameter._1).as(Schema(with: "aux")),
            "ATTACH ?1 AS aux")
        expect(StatementDetach().detach(schema: "aux"), "DETACH aux")
        expect(StatementDetach().detach(schema: "temp"), "DETACH temp")
        expect(StatementDetach().detach(schema: "main"), "")
    }

    @Test func `texts of transactions`() {
        expect(StatementBegin(), "BEGIN DEFERRED")
        expect(StatementBegin().begin(.deferred), "BEGIN DEFERRED")
        expect(StatementBegin().begin(.immediate), "BEGIN IMMEDIATE")
        expect(StatementBegin().begin(.exclusive), "BEGIN EXCLUSIVE")
        expect(StatementCommit(), "COMMIT")
        expect(StatementRollback(), "ROLLBACK")
        expect(StatementRollback().rollback(toSavepoint: "sp"), "ROLLBACK TO sp")
        expect(StatementSavepoint().savepoint("sp"), "SAVEPOINT sp")
        expect(StatementRelease().release(savepoint: "sp"), "RELEASE sp")
        expect(StatementSavepoint(), "")
        expect(StatementRelease(), "")
    }

    @Test
    func `texts of StatementDropIndex StatementDropTable StatementDropTrigger StatementDropView`() {
        expect(StatementDropIndex().drop(index: "i"), "DROP INDEX i")
        expect(
            StatementDropIndex().drop(index: "i").ifExists().of(schema: "main"),
            "DROP INDEX IF EXISTS main.i")
        expect(StatementDropTable().drop(table: "t"), "DROP TABLE t")
        expect(
            StatementDropTable().drop(table: "t").of(schema: "main").ifExists(),
            "DROP TABLE IF EXISTS main.t")
        expect(
            StatementDropTrigger().drop(trigger: "tr").of(schema: "main").ifExists(),
            "DROP TRIGGER IF EXISTS main.tr")
        expect(
            StatementDropView().drop(view: "v").of(schema: Schema.temp).ifExists(),
            "DROP VIEW IF EXISTS temp.v")
        expect(StatementDropView(), "")
    }

    @Test func `texts of StatementExplain`() {
        expect(StatementExplain(), "")
        expect(StatementExplain().explain(sel), "EXPLAIN SELECT a FROM t")
        expect(StatementExplain().explainQueryPlan(sel), "EXPLAIN QUERY PLAN SELECT a FROM t")
        expect(
            StatementExplain().explain(StatementDelete().delete(from: "t")),
            "EXPLAIN DELETE FROM t")
    }

    @Test func `texts of StatementReindex`() {
        expect(StatementReindex(), "")
        expect(StatementReindex().reindex(collation: "NOCASE"), "REINDEX NOCASE")
        expect(StatementReindex().reindex(table: "t").of(schema: "main"), "REINDEX main.t")
        expect(StatementReindex().reindex(index: "i"), "REINDEX i")
        expect(
            StatementReindex().reindex(collation: "NOCASE").of(schema: "main"),
            "REINDEX NOCASE")
    }

    @Test func `texts of StatementVacuum`() {
        expect(StatementVacuum(), "")
        expect(StatementVacuum().vacuum(), "VACUUM")
        expect(StatementVacuum().vacuum(schema: "main"), "VACUUM main")
        expect(StatementVacuum().vacuum(schema: Schema.temp), "VACUUM temp")
    }
}
