import Testing
import WCDBSQL

/// The rendered text shows the tree: every operand that is an operator stands in parentheses.
@Suite struct `Operators bind` {
    static let samples: [(text: String, tree: String)] = [
        ("a OR b AND c", "a OR (b AND c)"),
        ("a + b * c || d", "a + (b * (c || d))"),
        ("a - b - c", "(a - b) - c"),
        ("a || b || c", "(a || b) || c"),
        ("a = b < c & d", "a == (b < (c & d))"),
        ("a = b IS c", "(a == b) IS c"),
        ("NOT a = b AND c", "(NOT (a == b)) AND c"),
        ("a = NOT b = c", "a == (NOT (b == c))"),
        ("NOT a IN (1)", "NOT a IN(1)"),
        ("a + b IN (1, 2)", "(a + b) IN(1, 2)"),
        ("a = b IN ()", "(a == b) IN()"),
        ("a BETWEEN b AND c AND d", "(a BETWEEN b AND c) AND d"),
        ("a BETWEEN (b OR c) AND d AND e", "(a BETWEEN (b OR c) AND d) AND e"),
        ("a BETWEEN b = c AND d = e", "(a BETWEEN (b == c) AND d) == e"),
        ("a NOT BETWEEN NOT b AND c", "a NOT BETWEEN (NOT b) AND c"),
        ("a LIKE b || c ESCAPE d", "a LIKE (b || c) ESCAPE d"),
        ("a LIKE b LIKE c", "(a LIKE b) LIKE c"),
        ("a LIKE b ESCAPE c LIKE d", "(a LIKE b ESCAPE c) LIKE d"),
        ("-a COLLATE x", "(-a) COLLATE x"),
        ("a || b COLLATE x", "a || (b COLLATE x)"),
        ("-a -> b", "(-a) -> b"),
        ("- - a", "-(-a)"),
        ("- -5", "-(-5)"),
        ("-(5)", "-(5)"),
        ("+-5", "+-5"),
        ("~a + b", "(~a) + b"),
        ("a IS NOT b", "a IS NOT b"),
        ("a IS (NOT b)", "a IS (NOT b)"),
        ("a IS DISTINCT FROM b", "a IS NOT b"),
        ("a IS NOT DISTINCT FROM b", "a IS b"),
        ("a NOT NULL = b", "(a NOTNULL) == b"),
        ("a ISNULL ISNULL", "(a ISNULL) ISNULL"),
        ("NOT EXISTS (SELECT 1) AND a", "NOT EXISTS(SELECT 1) AND a"),
        ("NOT EXISTS (SELECT 1) = a", "NOT (EXISTS(SELECT 1) == a)"),
        ("(NOT EXISTS (SELECT 1)) = a", "(NOT EXISTS(SELECT 1)) == a"),
        ("(a, b) = (1, 2)", "(a, b) == (1, 2)"),
        ("((a + 1), (b)) IN ((1, 2), (3, 4))", "(a + 1, b) IN((1, 2), (3, 4))"),
        ("((SELECT 1))", "(SELECT 1)"),
        ("a IN ((SELECT 1))", "a IN((SELECT 1))"),
    ]

    @Test(arguments: samples)
    func `as strongly as in SQLite`(sample: (text: String, tree: String)) throws {
        let expression = try Parser.expression(sample.text)
        #expect(expression.sql == sample.tree)
        #expect(try Parser.expression(expression.sql) == expression)
    }
}
