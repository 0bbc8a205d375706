import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Functions.
@Suite struct `WINQ examples of functions` {
    @Test func `a call has its arguments, all rows, or DISTINCT`() {
        expect(Expression.function("f"), "f()")
        expect(Expression.function("f").invoke(), "f()")
        expect(Expression.function("f").invokeAll(), "f(*)")
        expect(Expression.function("f").arguments(1), "f(1)")
        expect(Expression.function("f").arguments([a, "s"]), "f(a, 's')")
        expect(Expression.function("f").arguments(1, a).arguments(b), "f(1, a, b)")
        expect(Expression.function("f").invokeAll().arguments(a), "f(a)")
        expect(Expression.function("f").distinct().arguments(a), "f(DISTINCT a)")
        expect(Expression.function("f").distinct(), "f()")
        expect(Expression.function("f").distinct().invokeAll(), "f(*)")
        expect(Expression.function("f").schema("main").arguments(a), "f(a)")
        expect(Expression.function("f").arguments(sel), "f((SELECT a FROM t))")
        expect(Expression.function("f").arguments(a == 1), "f(a == 1)")
        expect(Expression.function(named: "f"), "f()")
        expect(Expression.function(named: "f", a, "s"), "f(a, 's')")
        expect(Expression.function(named: "f", [a], isDistinct: true), "f(DISTINCT a)")
        expect(Expression.function(named: "f", isDistinct: true), "f()")
        expect(Column.all().count(), "COUNT(*)")
        expect(Column.all().count(isDistinct: true), "COUNT(DISTINCT *)")
        expect(a.count().distinct(), "COUNT(DISTINCT a)")
        expect(a.count(isDistinct: true), "COUNT(DISTINCT a)")
        expect(
            a.groupConcat(isDistinct: true, separateBy: ","),
            "GROUP_CONCAT(DISTINCT a, ',')")
    }

    @Test func `a call by the method of an operand`() {
        expect(a.total(isDistinct: true), "TOTAL(DISTINCT a)")
        expect(a.substr(start: 1, length: 2), "SUBSTR(a, 1, 2)")
        expect(a.round().arguments(2), "ROUND(a, 2)")
        expect(a.snippet().arguments("<b>", "</b>"), "snippet(a, '<b>', '</b>')")
        expect(a.substringMatchInfo().arguments(0, ";,"), "substring_match_info(a, 0, ';,')")
        expect((a + b).max(), "MAX(a + b)")
        expect(Item.Properties.id.max(), "MAX(id)")
        expect(a.in(table: "t").max(), "MAX(t.a)")
        expect(Expression(with: "x").upper(), "UPPER('x')")
        expect(
            Expression.function("date").arguments("now", "+1 day").as("d"),
            "date('now', '+1 day') AS d")
        expect(
            Expression.function("json_extract").arguments(a, "$.x"),
            "json_extract(a, '$.x')")
        expect(Expression.function("coalesce").arguments(a, 0) > 3, "coalesce(a, 0) > 3")
    }

    @Test func `CAST, CASE and EXISTS`() {
        expect(Expression.cast(a).as(.integer32), "CAST(a AS INTEGER)")
        expect(Expression.cast(a).as(.integer64), "CAST(a AS INTEGER)")
        expect(Expression.cast(a).as(.float), "CAST(a AS REAL)")
        expect(Expression.cast(a).as(.text), "CAST(a AS TEXT)")
        expect(Expression.cast(a).as(.BLOB), "CAST(a AS BLOB)")
        expect(Expression.cast(a).as(.null), "CAST(a AS NULL)")
        expect(Expression.cast(a + b).as(.text), "CAST(a + b AS TEXT)")
        expect(Expression.cast(sel).as(.text), "CAST((SELECT a FROM t) AS TEXT)")
        expect(Expression.cast(a).as(.text).as("x"), "CAST(a AS TEXT) AS x")
        expect(Expression.case().when(a == 1).then("x"), "CASE WHEN a == 1 THEN 'x' END")
        expect(
            Expression.case().when(a == 1).then("x").when(a == 2).then("y").else("z"),
            "CASE WHEN a == 1 THEN 'x' WHEN a == 2 THEN 'y' ELSE 'z' END")
        expect(
            Expression.case(a).when(1).then("x").else(nil as Expression),
            "CASE a WHEN 1 THEN 'x' ELSE NULL END")
        expect(
            Expression.case(a, (when: 1, then: "x"), (when: 2, then: "y"), else: "z"),
            "CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE 'z' END")
        expect(
            Expression.case(a, [(when: 1, then: "x")], else: b),
            "CASE a WHEN 1 THEN 'x' ELSE b END")
        expect(
            Expression.case(a + 1).when(b == 1).then(a + 2).else(a - 1),
            "CASE a + 1 WHEN b == 1 THEN a + 2 ELSE a - 1 END")
        expect(
            -Expression.case().when(a == 1).then(2).else(3),
            "-CASE WHEN a == 1 THEN 2 ELSE 3 END")
        expect(Expression.exists(sel), "EXISTS(SELECT a FROM t)")
        expect(Expression.notExists(sel), "NOT EXISTS(SELECT a FROM t)")
    }

    @Test func `an alias stands behind any result`() {
        expect((a + b).as("x"), "a + b AS x")
        expect(a.count().as("n"), "COUNT(a) AS n")
        expect(a.collate("NOCASE").as("n"), "a COLLATE NOCASE AS n")
        expect(Column.all().as("z"), "* AS z")
    }

    @Test func `texts of Window functions`() {
        expect(Expression.windowFunction("row_number"), "row_number()")
        expect(
            Expression.windowFunction("row_number").invoke().over("w"),
            "row_number() OVER w")
        expect(Expression.windowFunction("count").invokeAll(), "count(*)")
        expect(Expression.windowFunction("sum").arguments(a), "sum(a)")
        expect(
            Expression.windowFunction("sum").arguments(a).filter(b > 1),
            "sum(a) FILTER(WHERE b > 1)")
        expect(Expression.windowFunction("sum").arguments(a).over("win"), "sum(a) OVER win")
        expect(
            Expression.windowFunction("sum").arguments(a).filter(b > 1).over("win"),
            "sum(a) FILTER(WHERE b > 1) OVER win")
        expect(
            Expression.windowFunction("sum").arguments(a).over(
                WindowDef().partition(b).order(c.order(.ascending))),
            "sum(a) OVER(PARTITION BY b ORDER BY c ASC)")
        expect(
            Expression.windowFunction("sum").arguments(a).over("w1").over(WindowDef().order(a)),
            "sum(a) OVER(ORDER BY a)")
        expect(Expression.windowFunction("sum").arguments(a).over(WindowDef()), "sum(a)")
        expect(
            Expression.windowFunction("sum").arguments(a).distinct().over("w"),
            "sum(a) OVER w")
        expect(a.sum().over("w"), "SUM(a)")
        expect(a.sum().filter(b > 1), "SUM(a)")
    }
}
