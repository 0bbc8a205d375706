import Testing
import WCDBSQL

/// An expression with parameters in the place of constants, beside expressions that may fit it.
@Suite("Patterns of expressions")
struct ExpressionPatternTests {
    private func expression(_ sql: String) throws -> Expression {
        guard case .select(let select) = try Parser.statement("SELECT \(sql)"),
            case .select(let body) = select.first, let result = body.results.first
        else { throw PatternProblem.noExpression(sql) }
        return result.expression
    }

    /// The constants that were found by their numbers; nil if the tree does not fit.
    private func constants(
        of sql: String, in pattern: String, depth: Int = 24
    ) throws -> [UInt32: Literal]? {
        let tree = try expression(sql)
        let pattern = try expression(pattern)
        var found: [UInt32: Literal] = [:]
        return pattern.fits(tree, depth: depth) { found[$0] = $1 } ? found : nil
    }

    @Test("constants are found by the numbers of the parameters in their places")
    func constants() throws {
        #expect(try constants(of: "id = 7", in: "id = ?3") == [3: .integer(7)])
        #expect(
            try constants(
                of: "a > 'x' AND NOT (t.b BETWEEN 1 AND 2.5)",
                in: "a > ?1 AND NOT (t.b BETWEEN ?2 AND ?3)")
                == [1: .text("x"), 2: .integer(1), 3: .real(2.5)])
        #expect(
            try constants(of: "a IN (1, 2)", in: "a IN (?1, ?2)") == [
                1: .integer(1), 2: .integer(2),
            ])
        #expect(try constants(of: "a IS NULL", in: "a IS NULL") == [:])
    }

    @Test(
        "another column, table, operator, list or form does not fit",
        arguments: [
            ("b = 7", "a = ?1"), ("t.a = 7", "a = ?1"), ("t.a = 7", "u.a = ?1"),
            ("a < 7", "a = ?1"), ("7 = a", "a = ?1"), ("a = b", "a = ?1"), ("a = ?1", "a = ?1"),
            ("a = ?2", "a = ?1"), ("a IN (1, 2, 3)", "a IN (?1, ?2)"),
            ("a NOT IN (1)", "a IN (?1)"), ("a IN (SELECT 1)", "a IN (?1)"),
            ("a NOT BETWEEN 1 AND 2", "a BETWEEN ?1 AND ?2"), ("-a = 1", "+a = ?1"),
            ("abs(a) = 1", "abs(b) = ?1"), ("a = 7 AND b = 8", "a = ?1 AND b = 9"),
        ])
    func misfits(_ sql: String, _ pattern: String) throws {
        #expect(try constants(of: sql, in: pattern) == nil)
    }

    @Test("what is no plain value, as NULL or TRUE, does not fit")
    func refusal() throws {
        #expect(try constants(of: "a = NULL", in: "a = ?1") == nil)
        #expect(try constants(of: "a = TRUE", in: "a = ?1") == nil)
        #expect(try constants(of: "a = 1 OR a = NULL", in: "a = ?1 OR a = ?2") == nil)
    }

    @Test("below the depth everything has to be the same, parameters included")
    func depth() throws {
        #expect(try constants(of: "a = 7", in: "a = ?1", depth: 1) == [1: .integer(7)])
        #expect(try constants(of: "a = 7", in: "a = ?1", depth: 0) == nil)
        #expect(try constants(of: "a = 7", in: "a = 7", depth: 0) == [:])
        #expect(try constants(of: "a = ?1", in: "a = ?1", depth: 0) == [:])
        #expect(try constants(of: "a = 1 AND b = 2", in: "a = ?1 AND b = ?2", depth: 1) == nil)
    }
}

private enum PatternProblem: Error {
    case noExpression(String)
}
