import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Tables.
@Suite struct `WINQ examples of tables` {
    @Test func `texts of Schema`() {
        expect(Schema.main, "main")
        expect(Schema.temp, "temp")
        expect(Schema(with: "aux"), "aux")
        expect(Schema(with: ""), "")
    }

    @Test func `the table that an UPDATE or DELETE changes`() {
        expect(QualifiedTable(with: "t"), "t")
        expect(QualifiedTable(with: "t").of(schema: "main"), "main.t")
        expect(
            QualifiedTable(with: "t").of(schema: Schema.main).as("x").indexed(by: "i"),
            "main.t AS x INDEXED BY i")
        expect(QualifiedTable(with: "t").notIndexed(), "t NOT INDEXED")
        expect(QualifiedTable(with: ""), "")
    }

    @Test func `texts of TableOrSubquery (FROM item)`() {
        expect(TableOrSubquery(withTable: "t"), "t")
        expect(TableOrSubquery(withTable: "t").of(schema: "main"), "main.t")
        expect(
            TableOrSubquery(withTable: "t").of(schema: Schema.temp).as(alias: "x").indexed(by: "i"),
            "temp.t AS x INDEXED BY i")
        expect(TableOrSubquery(withTable: "t").notIndexed(), "t NOT INDEXED")
        expect(TableOrSubquery(withTable: "t").indexed(by: "i").notIndexed(), "t NOT INDEXED")
        expect(TableOrSubquery.function("f"), "f()")
        expect(TableOrSubquery.function("f").arguments(1, a), "f(1, a)")
        expect(
            TableOrSubquery.function("f").arguments([1]).of(schema: "main").as(alias: "x"),
            "main.f(1) AS x")
        expect(TableOrSubquery.function("f").arguments(1).arguments(2), "f(2)")
        expect(TableOrSubquery(with: "t1", "t2"), "(t1, t2)")
        expect(TableOrSubquery(with: ["t1", sel]), "(t1, (SELECT a FROM t))")
        expect(TableOrSubquery(with: Join(with: "t1").join("t2")), "(t1 JOIN t2)")
        expect(
            TableOrSubquery(with: Join(with: "t1").join("t2")).as(alias: "x"),
            "(t1 JOIN t2)")
        expect(TableOrSubquery(with: sel), "(SELECT a FROM t)")
        expect(TableOrSubquery(with: sel).as(alias: "x"), "(SELECT a FROM t) AS x")
        expect(TableOrSubquery(with: "t1", "t2").as(alias: "x"), "(t1, t2)")
        expect(TableOrSubquery.master(), "sqlite_master")
    }

    @Test func `a join of tables, one behind the other`() {
        expect(Join(with: "t1"), "t1")
        expect(Join(with: "t1").join("t2"), "t1 JOIN t2")
        expect(Join(with: "t1").with("t2"), "t1, t2")
        expect(Join(with: "t1").leftOuterJoin("t2"), "t1 LEFT OUTER JOIN t2")
        expect(Join(with: "t1").leftJoin("t2"), "t1 LEFT JOIN t2")
        expect(Join(with: "t1").innerJoin("t2"), "t1 INNER JOIN t2")
        expect(Join(with: "t1").crossJoin("t2"), "t1 CROSS JOIN t2")
        expect(Join(with: "t1").naturalJoin("t2"), "t1 NATURAL JOIN t2")
        expect(Join(with: "t1").naturalLeftOuterJoin("t2"), "t1 NATURAL LEFT OUTER JOIN t2")
        expect(Join(with: "t1").naturalLeftJoin("t2"), "t1 NATURAL LEFT JOIN t2")
        expect(Join(with: "t1").naturalInnerJoin("t2"), "t1 NATURAL INNER JOIN t2")
        expect(Join(with: "t1").naturalCrossJoin("t2"), "t1 NATURAL CROSS JOIN t2")
        expect(Join(with: "t1").join("t2").on(a == b), "t1 JOIN t2 ON a == b")
        expect(Join(with: "t1").join("t2").using(a, b), "t1 JOIN t2 USING(a, b)")
        expect(Join(with: "t1").join("t2").using([a]), "t1 JOIN t2 USING(a)")
        expect(Join(with: "t1").join("t2").using(a).on(a == b), "t1 JOIN t2 ON a == b")
        expect(Join(with: "t1").with("t2").on(a == 1), "t1, t2 ON a == 1")
        expect(
            Join(with: "t1").join("t2").on(a == b).leftJoin("t3").using(c).with("t4"),
            "t1 JOIN t2 ON a == b LEFT JOIN t3 USING(c), t4")
    }

    @Test func `a join of queries, and of joins`() {
        expect(
            Join(with: TableOrSubquery(withTable: "t1").as(alias: "x")).join(sel),
            "t1 AS x JOIN (SELECT a FROM t)")
        expect(Join(with: Join(with: "t1").join("t2")).join("t3"), "(t1 JOIN t2) JOIN t3")
    }
}
