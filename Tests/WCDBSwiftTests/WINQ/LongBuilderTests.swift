import Testing
import WCDBSwift

/// What grows by many calls grows in its place.
@Suite(.serialized) struct `WINQ builders that grow` {
    /// How often four times as many calls take longer than so many: four, where each costs the
    /// same, and sixteen, where each looks at all before it. Other tests run beside this one, so
    /// the least of several attempts counts.
    private func growth(_ append: (Int) throws -> Void) rethrows -> Double {
        func duration(_ count: Int) throws -> Duration {
            try (0..<3).map { _ in try ContinuousClock().measure { try append(count) } }.min()
                ?? .zero
        }
        var least = Double.infinity
        for _ in 0..<4 where least >= 10 { least = try min(least, duration(8000) / duration(2000)) }
        return least
    }

    /// 10,000 arguments took eighteen seconds: each call of `arguments` copied all before it.
    @Test func `arguments one by one`() {
        let calls: [() -> WCDBSwift.Expression] = [
            { Expression.function("f") }, { Expression.windowFunction("f").over("w") },
            { a.in(function: "f") },
        ]
        for call in calls {
            let times = growth { count in
                let call = call()
                for number in 0..<count { call.arguments(number) }
            }
            #expect(times < 10)
        }
    }

    /// Each name was compared with all before it: 10,000 took nineteen seconds.
    @Test func `tables of WITH`() throws {
        let database = Database.createInMemoryDatabase()
        let times = try growth { count in
            let tables = (0..<count).map { CommonTableExpression("c\($0)").as(one) }
            let last = StatementSelect().with(tables).select(Column.all()).from("c7")
            let value = try database.getValue(from: last)
            #expect(value?.intValue == 1)
        }
        #expect(times < 10)
        let twice = ["c", "d", "C"].map { CommonTableExpression($0).as(one) }
        #expect(throws: WCDBError.self) {
            try database.getRows(from: StatementSelect().with(twice).select(1))
        }
    }

    private var one: StatementSelect { StatementSelect().select(1) }

    @Test func `arguments come behind those that are there`() {
        let call = Expression.function("f").distinct().arguments(1)
        let early = call + 1
        expect(call.arguments(call), "f(DISTINCT 1, f(DISTINCT 1))")
        expect(early, "f(DISTINCT 1) + 1")
        expect(call.arguments([]), "f(DISTINCT 1, f(DISTINCT 1))")
        let star = Expression.windowFunction("f").invokeAll().filter(a > 1)
        let text = "f(*) FILTER(WHERE a > 1)"
        expect(star, text)
        expect(star.arguments(star).over("w"), "f(\(text)) FILTER(WHERE a > 1) OVER w")
        expect(star.invokeAll().arguments(2), "f(\(text), 2) FILTER(WHERE a > 1) OVER w")
        let table = a.notIn(function: "f").arguments(1)
        expect(table.schema("main").arguments(b, 2), "a NOT IN main.f(1, b, 2)")
        expect(Expression.max(a).arguments(b), "MAX(a, b)")
    }

    /// Only calls of the builder kept it: appended to a call that came from text, it was lost.
    @Test func `DISTINCT of a text stays`() {
        expect(sql("count(DISTINCT a)").arguments(b), "count(DISTINCT a, b)")
        expect(sql("count(a)").distinct(), "count(DISTINCT a)")
    }

    @Test func `a call that is too large stays so`() {
        var sum = a + 1
        for _ in 0..<15 { sum = sum + sum }
        let call = Expression.function("f")
        for _ in 0..<100 { call.arguments(sum) }
        #expect(call.description.contains("too large"))
        #expect(call.arguments(1).description.contains("too large"))
        expect(Expression.function("f").arguments(1), "f(1)")
    }
}

extension WCDBSwift.Expression {
    fileprivate static func max(_ column: Column) -> WCDBSwift.Expression { column.max() }
}
