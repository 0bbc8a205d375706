package import StorageSimulation
package import WCDBSQL

/// Makes random trees: every case of the tree, and every value of its parts that text can say.
///
/// The trees are finished and within the bounds, so they must be equal after rendering and
/// parsing. What was made is counted by case, to see that nothing is left out.
package struct RandomTree {
    package var random: SeededRandom
    /// How often each case was made.
    package private(set) var hits: [String: Int] = [:]
    /// How many more nodes with operands may be made; without any, leaves are made.
    var budget = 0

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func hit(_ name: String) { hits[name, default: 0] += 1 }

    mutating func oneOf<Element>(_ elements: [Element]) -> Element {
        elements[random.below(elements.count)]
    }

    /// A value of an enumeration, counted under its name.
    mutating func any<Value: CaseIterable>(_ type: Value.Type) -> Value {
        let value = oneOf(Array(type.allCases))
        hit("\(type).\(value)")
        return value
    }

    /// A value, or nil as often.
    mutating func maybe<Value>(_ make: (inout RandomTree) -> Value) -> Value? {
        random.oneIn(2) ? make(&self) : nil
    }

    /// True half of the time; counted when it is.
    mutating func flag(_ name: String) -> Bool {
        let isSet = random.oneIn(2)
        if isSet { hit(name) }
        return isSet
    }

    mutating func list<Element>(
        atLeast minimum: Int = 0, _ make: (inout RandomTree) -> Element
    ) -> [Element] {
        (0..<(minimum + random.below(3))).map { _ in make(&self) }
    }

    /// Any statement. `size` bounds the number of its inner nodes.
    package mutating func statement(size: Int) -> Statement {
        budget = size
        guard random.oneIn(12) else { return plainStatement() }
        hit("Statement.explain")
        return .explain(ExplainStatement(plainStatement(), isQueryPlan: flag("Explain.queryPlan")))
    }

    private mutating func plainStatement() -> Statement {
        switch random.below(17) {
        case 0, 1, 2: return counted("select", .select(select()))
        case 3: return counted("insert", .insert(insert()))
        case 4: return counted("update", .update(update()))
        case 5: return counted("delete", .delete(delete()))
        case 6: return counted("createTable", .createTable(createTable()))
        case 7: return counted("createIndex", .createIndex(createIndex()))
        case 8: return counted("createView", .createView(createView()))
        case 9: return counted("createTrigger", .createTrigger(createTrigger()))
        case 10: return counted("createVirtualTable", .createVirtualTable(createVirtualTable()))
        case 11: return counted("alterTable", .alterTable(alterTable()))
        case 12: return counted("drop", .drop(drop()))
        case 13: return counted("pragma", .pragma(pragma()))
        case 14: return attachment()
        case 15: return counted("transaction", .transaction(transaction()))
        default: return counted("upkeep", .upkeep(upkeep()))
        }
    }

    private mutating func attachment() -> Statement {
        if random.oneIn(2) { return counted("detach", .detach(DetachStatement(expression()))) }
        let key = maybe { $0.expression() }
        return counted("attach", .attach(AttachStatement(expression(), as: expression(), key: key)))
    }

    private mutating func counted(_ name: String, _ statement: Statement) -> Statement {
        hit("Statement." + name)
        return statement
    }
}
