import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Predicates.
@Suite struct `WINQ examples of predicates` {
    @Test func `BETWEEN has its bounds`() {
        expect(a.between(1, 10), "a BETWEEN 1 AND 10")
        expect(a.notBetween(1, 10), "a NOT BETWEEN 1 AND 10")
        expect(a.between(1, 2, isNot: true), "a NOT BETWEEN 1 AND 2")
        expect(a.between("a", b), "a BETWEEN 'a' AND b")
        expect((a + 1).between(b - 1, b + 1), "(a + 1) BETWEEN (b - 1) AND (b + 1)")
        expect(a.between(1, 2).between(3, 4), "(a BETWEEN 1 AND 2) BETWEEN 3 AND 4")
        expect(!(a.between(1, 2)), "NOT (a BETWEEN 1 AND 2)")
    }

    @Test func `IN has a list, or a query`() {
        expect(a.in(1, 2, 3), "a IN(1, 2, 3)")
        expect(a.in([1, 2, 3]), "a IN(1, 2, 3)")
        expect(a.in(["x", "y"]), "a IN('x', 'y')")
        expect(a.in(), "a IN()")
        expect(a.notIn(), "a NOT IN()")
        expect(a.notIn(1), "a NOT IN(1)")
        expect(a.notIn(["x"]), "a NOT IN('x')")
        expect(a.in(b, "s", 1.5, true, nil as Expression), "a IN(b, 's', 1.5, 1, NULL)")
        expect(a.in(a + 1, b == 2), "a IN(a + 1, b == 2)")
        expect(a.in(Item.Properties.all), "a IN(id, item_name)")
        expect(a.in(sel), "a IN(SELECT a FROM t)")
        expect(a.notIn(sel), "a NOT IN(SELECT a FROM t)")
        expect(a.in(sel, sel), "a IN((SELECT a FROM t), (SELECT a FROM t))")
        expect(a.inTable("t2"), "a IN t2")
        expect(a.notInTable("t2"), "a NOT IN t2")
        expect(a.inTable("t2").schema("main"), "a IN main.t2")
        expect(a.in(function: "f"), "a IN f()")
        expect(a.notIn(function: "f"), "a NOT IN f()")
    }

    @Test func `IN has a function, and operations in parentheses`() {
        expect(a.in(function: "f").arguments(1, b), "a IN f(1, b)")
        expect(a.in(function: "f").schema("main").arguments([1]), "a IN main.f(1)")
        expect((a + b).in(1, 2), "(a + b) IN(1, 2)")
        expect((a == 1).in(1, 0), "(a == 1) IN(1, 0)")
        expect((a || b).in(1), "(a OR b) IN(1)")
        expect((!a).in(1), "(NOT a) IN(1)")
        expect(a.in(1).in(2), "(a IN(1)) IN(2)")
        expect(a.in(1).isNull(), "(a IN(1)) ISNULL")
    }

    @Test func `COLLATE stands behind its operand`() {
        expect((a.collate("NOCASE") as Expression), "a COLLATE NOCASE")
        expect((a.collate("NOCASE") as OrderingTerm), "a COLLATE NOCASE")
        expect(((a + b).collate("NOCASE") as Expression), "(a + b) COLLATE NOCASE")
        expect((a == b.collate("NOCASE")), "a == (b COLLATE NOCASE)")
        expect((a.collate("X").collate("Y") as Expression), "(a COLLATE X) COLLATE Y")
        expect(a.collate("X").isNull(), "(a COLLATE X) ISNULL")
    }

    @Test func `patterns, with ESCAPE behind them`() {
        expect(a.like("%x"), "a LIKE '%x'")
        expect(a.notLike("%x"), "a NOT LIKE '%x'")
        expect(a.glob("x*"), "a GLOB 'x*'")
        expect(a.notGlob("x*"), "a NOT GLOB 'x*'")
        expect(a.match("x"), "a MATCH 'x'")
        expect(a.notMatch("x"), "a NOT MATCH 'x'")
        expect(a.regexp("x"), "a REGEXP 'x'")
        expect(a.notRegexp("x"), "a NOT REGEXP 'x'")
        expect(a.like("%\\%x").escape("\\"), #"a LIKE '%\%x' ESCAPE '\'"#)
        expect(a.notLike("x").escape("%"), "a NOT LIKE 'x' ESCAPE '%'")
        expect(a.glob("x").escape("!"), "a GLOB 'x' ESCAPE '!'")
        expect(a.match("x").escape("!"), "a MATCH 'x' ESCAPE '!'")
        expect(a.like("x").escape(b + c), "a LIKE 'x' ESCAPE (b + c)")
        expect(a.like(b + c), "a LIKE (b + c)")
        expect((a + b).like("x%"), "(a + b) LIKE 'x%'")
        expect(a.like(sel), "a LIKE (SELECT a FROM t)")
        expect(a.is(b), "a IS b")
        expect(a.isNot(b), "a IS NOT b")
    }

    @Test func `IS with a value`() {
        expect(a.is(LiteralValue(nil)), "a IS NULL")
        expect(a.isNot(nil as Expression), "a IS NOT NULL")
        expect(a.is(b + 1), "a IS (b + 1)")
        expect(a.is(b).is(c), "(a IS b) IS c")
    }
}
