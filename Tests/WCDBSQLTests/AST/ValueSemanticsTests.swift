import Testing
import WCDBSQL

@Suite struct `Trees are values` {
    private final class Origin: Sendable {}

    @Test func `annotations do not count`() {
        let plain = ColumnReference("a")
        let marked = plain.with(origin: ColumnOrigin(Origin()))
        #expect(plain == marked && plain.hashValue == marked.hashValue)
        #expect(marked.with(table: "t").origin.object != nil)
        #expect(
            ResultColumn(.column(plain), range: SourceRange(1, 2))
                == ResultColumn(.column(marked)))
    }

    @Test func `equal is what says the same`() throws {
        let one = try Parser.expression("a > 5 AND b < 6 AND c == 7")
        let other = Expression.binary(
            .and,
            .binary(
                .and, .binary(.greater, .column("a"), .integer(5)),
                .binary(.less, .column("b"), .integer(6))),
            .binary(.equal, .column("c"), .integer(7)))
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(try one != Parser.expression("a > 5 AND b < 6 AND c == 8"))
        #expect(try one != Parser.expression("a > 5 AND b < 6 OR c == 7"))
        #expect(try Parser.expression("a") != Parser.expression("\"a\""))
        #expect(try Parser.expression("1") != Parser.expression("1.0"))
        #expect(try Parser.expression("a.b") != Parser.expression("b"))
        #expect(try Parser.expression("s.a.b") != Parser.expression("a.b"))
    }

    @Test func `changing one leaves its copies alone`() {
        var select = SelectStatement(.select([.column("a")]))
        let exists = Expression.exists(Subquery(select))
        select.limit = LimitClause(.integer(1))
        #expect(exists.sql == "EXISTS(SELECT a)")
        #expect(select.sql == "SELECT a LIMIT 1")
    }

    @Test func `a minus becomes part of a number`() {
        #expect(Expression.negated(.integer(5)) == .integer(-5))
        #expect(Expression.negated(.real(0)) == .real(-0.0))
        #expect(Expression.negated(.integer(-5)).sql == "-(-5)")
        #expect(Expression.negated(.integer(.min)).sql == "-(-9223372036854775808)")
        #expect(Expression.negated(.column("a")).sql == "-a")
        #expect(Expression.unary(.minus, .integer(5)).sql == "-(5)")
    }

    @Test func `small enough for a page of them`() {
        #expect(MemoryLayout<Expression>.size <= 40)
        #expect(MemoryLayout<SelectStatement>.size <= 128)
    }
}
