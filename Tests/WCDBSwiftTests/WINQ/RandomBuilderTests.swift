import Foundation
import Testing
import WCDBSwift

@testable import WCDBSQL

/// Whatever is put together by builders, its text is parsed to its tree.
@Suite struct `WINQ random builders` {
    /// A small generator, so that a failure comes again.
    private struct Source: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 31)
        }
    }

    private var source = Source(state: 1)

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &source) }

    private mutating func leaf() -> WCDBSwift.Expression {
        switch pick(9) {
        case 0: Expression(with: Int64.random(in: -3...3, using: &source))
        case 1: Expression(with: Double.random(in: -2...2, using: &source))
        case 2: Expression(with: ["", "it's", "x\0y", "\"", "NULL"][pick(5)])
        case 3: Expression(with: Data([UInt8(pick(256))]))
        case 4: Expression(with: BindParameter(Int32(pick(3))))
        case 5: nil
        case 6: Expression(with: Item.Properties.name)
        case 7: Expression(with: Column(named: ["a b", "select", "t"][pick(3)]).in(table: "t"))
        default: Expression(with: Column(named: ["a", "b", "c"][pick(3)]))
        }
    }

    private mutating func expression(_ depth: Int) -> WCDBSwift.Expression {
        guard depth > 0 else { return leaf() }
        let left = expression(depth - 1 - pick(2))
        switch pick(12) {
        case 0: return unary(left)
        case 1: return left.in([expression(depth - 1), leaf()])
        case 2: return left.between(expression(depth - 1), leaf())
        case 3: return left.like(expression(depth - 1)).escape(leaf())
        case 4: return left.collate("NOCASE")
        case 5: return Expression.cast(left).as(.text)
        case 6: return Expression.case(left).when(leaf()).then(expression(depth - 1)).else(leaf())
        case 7: return Expression.function("f").arguments(left, expression(depth - 1)).distinct()
        case 8: return Expression.exists(select(depth - 1))
        case 9: return left.is(expression(depth - 1))
        default: return binary(left, expression(depth - 1))
        }
    }

    private mutating func unary(_ operand: WCDBSwift.Expression) -> WCDBSwift.Expression {
        switch pick(6) {
        case 0: !operand
        case 1: -operand
        case 2: +operand
        case 3: ~operand
        case 4: operand.isNull()
        default: operand.isNotNull()
        }
    }

    private mutating func binary(
        _ left: WCDBSwift.Expression, _ right: WCDBSwift.Expression
    ) -> WCDBSwift.Expression {
        switch pick(10) {
        case 0: left && right
        case 1: left || right
        case 2: left + right
        case 3: left - right
        case 4: left * right
        case 5: left == right
        case 6: left < right
        case 7: left.concat(right)
        case 8: left << right
        default: left & right
        }
    }

    private mutating func select(_ depth: Int) -> StatementSelect {
        let select = StatementSelect().select(expression(depth), leaf().as("x"))
        if pick(2) == 0 { select.from("t", TableOrSubquery(withTable: "u").as(alias: "v")) }
        if pick(2) == 0 { select.where(expression(depth)) }
        if pick(3) == 0 { select.group(by: leaf()).having(expression(depth)) }
        if pick(3) == 0 { select.union().select(leaf(), leaf()) }
        if pick(3) == 0 { select.order(by: leaf().order(.descending), leaf()) }
        if pick(3) == 0 { select.limit(leaf()).offset(leaf()) }
        return select
    }

    @Test mutating func `say what they mean`() throws {
        for _ in 0..<400 {
            let expression = expression(4)
            #expect(try Parser.expression(expression.description) == expression.tree)
            let select = select(3)
            #expect(try Parser.statement(select.description) == select.statementTree)
        }
    }
}
