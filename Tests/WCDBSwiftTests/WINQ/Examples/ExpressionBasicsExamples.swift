import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: ExpressionBasics.
@Suite struct `WINQ examples of expression basics` {
    @Test func `texts of Construction`() {
        expect(Expression(with: 1), "1")
        expect(Expression(with: 2.0), "2.0")
        expect(Expression(with: "3"), "'3'")
        expect(Expression(with: true), "1")
        expect(Expression(with: LiteralValue(true)), "TRUE")
        expect(Expression(with: "4".data(using: .ascii)!), "X'34'")
        expect(Expression(with: a), "a")
        expect(Expression(with: Item.Properties.name), "item_name")
        expect(Expression(with: BindParameter._1), "?1")
        expect(Expression(with: sel), "(SELECT a FROM t)")
        expect(Expression(with: RaiseFunction().ignore()), "RAISE(IGNORE)")
        expect((true as Expression), "TRUE")
        expect((nil as Expression), "NULL")
        expect((1.5 as Expression), "1.5")
        expect(("s" as Expression), "'s'")
    }

    @Test func `an operator before its operand`() {
        expect(!a, "NOT a")
        expect(+a, "+a")
        expect(-a, "-a")
        expect(~a, "~a")
        expect(a.isNull(), "a ISNULL")
        expect(a.isNotNull(), "a NOTNULL")
        expect(!(a == 1), "NOT (a == 1)")
        expect(!(!a), "NOT (NOT a)")
        expect(-(-a), "-(-a)")
        expect(-(a + 1), "-(a + 1)")
        expect((a + 1).isNull(), "(a + 1) ISNULL")
        expect(!a.isNull(), "NOT (a ISNULL)")
        expect(a.isNull().isNull(), "(a ISNULL) ISNULL")
        expect(!a.in(1, 2), "NOT a IN(1, 2)")
        expect(!Expression.exists(sel), "NOT EXISTS(SELECT a FROM t)")
    }

    @Test func `each operator has its sign`() {
        expect(a || b, "a OR b")
        expect(a && b, "a AND b")
        expect(a * b, "a * b")
        expect(a / b, "a / b")
        expect(a % b, "a % b")
        expect(a + b, "a + b")
        expect(a - b, "a - b")
        expect(a << b, "a << b")
        expect(a >> b, "a >> b")
        expect(a & b, "a & b")
        expect(a | b, "a | b")
        expect(a < b, "a < b")
        expect(a <= b, "a <= b")
        expect(a > b, "a > b")
        expect(a >= b, "a >= b")
        expect(a == b, "a == b")
        expect(a != b, "a != b")
        expect(a.concat(b), "a || b")
    }

    @Test func `operands that are operations stand in parentheses`() {
        expect(a.concat("x"), "a || 'x'")
        expect(a.concat(b).concat(c), "(a || b) || c")
        expect(a == 1.0, "a == 1.0")
        expect(a == "it's", "a == 'it''s'")
        expect(a == true, "a == 1")
        expect(a == BindParameter._1, "a == ?1")
        expect(a == sel, "a == (SELECT a FROM t)")
        expect(a == -1, "a == -1")
        expect(a + b * c, "a + (b * c)")
        expect((a + b) * c, "(a + b) * c")
        expect(a + b + c, "(a + b) + c")
        expect(a - (b - c), "a - (b - c)")
        expect(a + b << c, "a + (b << c)")
        expect(a | b & c, "a | (b & c)")
        expect((a & b) == c, "(a & b) == c")
        expect(~(a & b) | c, "(~(a & b)) | c")
        expect(-a * b, "(-a) * b")
        expect(a == 1 && b == 2, "(a == 1) AND (b == 2)")
    }

    @Test func `conditions nest in parentheses`() {
        expect(a == 1 && b == 2 && c == 3, "((a == 1) AND (b == 2)) AND (c == 3)")
        expect(a == 1 || b == 2 && c == 3, "(a == 1) OR ((b == 2) AND (c == 3))")
        expect((a == 1 || b == 2) && c == 3, "((a == 1) OR (b == 2)) AND (c == 3)")
        expect(!(a == 1 && b == 2), "NOT ((a == 1) AND (b == 2))")
        expect(a.isNull() && b.isNotNull(), "(a ISNULL) AND (b NOTNULL)")
        expect(a.count() > 1 && b.max() < 3, "(COUNT(a) > 1) AND (MAX(b) < 3)")
        expect(a.in(1, 2) && b.in(3), "a IN(1, 2) AND b IN(3)")
        expect(a.in(1) == b, "(a IN(1)) == b")
        expect(a.like("x%") || b.like("y"), "(a LIKE 'x%') OR (b LIKE 'y')")
        expect(a.between(1, 2) && b, "(a BETWEEN 1 AND 2) AND b")
        expect(Expression.exists(sel) && a == 1, "EXISTS(SELECT a FROM t) AND (a == 1)")
        expect((a.collate("NOCASE") == "x"), "(a COLLATE NOCASE) == 'x'")
        expect(Expression.cast(a).as(.integer64) + 1, "CAST(a AS INTEGER) + 1")
        expect(
            Expression.case().when(a == 1).then(2).else(3) + 1,
            "CASE WHEN a == 1 THEN 2 ELSE 3 END + 1")
    }
}
