import Foundation
import Testing
import WCDBSwift

// The forms of queries that must compile without a word about types. What they say is tested
// too, since an overload that compiles may be the wrong one.

@Suite struct `WINQ client forms` {
    private typealias Keys = ClientNote.Properties

    private func say(_ object: some CustomStringConvertible) -> String { object.description }

    @Test func `operators with literals and each other`() {
        let a = Column(named: "a")
        let b = Column(named: "b")
        #expect(say(a == 1 && b == "x" || a != 2.5) == "((a == 1) AND (b == 'x')) OR (a != 2.5)")
        #expect(say(Keys.identifier > 1 && Keys.text == "x") == "(id > 1) AND (text == 'x')")
        #expect(say(!(Keys.identifier > 1) && a.isNull()) == "(NOT (id > 1)) AND (a ISNULL)")
        #expect(say(-a + b * 2 - 1) == "((-a) + (b * 2)) - 1")
        #expect(say((1 as WCDBSwift.Expression) == a) == "1 == a")
        #expect(say(a == true) == "a == 1" && say(a == BindParameter.def) == "a == ?")
        #expect(say((a << 1) >> 2) == "(a << 1) >> 2" && say(~a & 3 | b) == "((~a) & 3) | b")
        let limit = 3
        let name = "n"
        #expect(say(a < limit && b > name) == "(a < 3) AND (b > 'n')")
        #expect(say(Keys.created < Date(timeIntervalSince1970: 1)) == "created < 1.0")
    }

    @Test func `two keys are equal in Swift, or in SQL where SQL is wanted`() {
        let isSame = Keys.identifier == Keys.text
        #expect(isSame == false)
        let sql: WCDBSwift.Expression = Keys.identifier == Keys.text
        #expect(say(sql) == "id == text")
        #expect(say(Keys.identifier != Keys.text && Keys.text > 1) == "(id != text) AND (text > 1)")
        #expect(say(Keys.identifier.asProperty() == Keys.text.asProperty()) == "id == text")
        #expect(say(Keys.identifier.in(table: "t") == Keys.text.in(table: "u")) == "t.id == u.text")
    }

    @Test func `lists, arrays and variadics`() {
        let a = Column(named: "a")
        let ids = [1, 2]
        let names: Set = ["x"]
        #expect(say(a.in(ids)) == "a IN(1, 2)" && say(a.in(1, "x", 2.5)) == "a IN(1, 'x', 2.5)")
        #expect(say(a.notIn(Array(names))) == "a NOT IN('x')")
        #expect(say(a.in(Keys.all)) == "a IN(id, text, created)")
        let select = StatementSelect().select(Keys.all).from("t").order(by: Keys.text, a.order(nil))
        #expect(say(select) == "SELECT id, text, created FROM t ORDER BY text, a")
        #expect(say(a.in(select)) == "a IN(SELECT id, text, created FROM t ORDER BY text, a)")
        let columns: [any ResultColumnConvertible] = [a, Keys.text, a.max(), 1]
        #expect(say(StatementSelect().select(columns)) == "SELECT a, text, MAX(a), 1")
        let values = BindParameter.bindParameters(3)
        #expect(
            say(StatementInsert().insert(intoTable: "t").columns(Keys.all).values(values))
                == "INSERT INTO t(id, text, created) VALUES(?1, ?2, ?3)")
    }

    @Test func `conditions and orders as roles`() {
        let condition: any Condition = Keys.identifier > 1
        let orders: [any OrderBy] = [Keys.text.order(.descending), Keys.identifier]
        let limit: any Limit = 3
        let select = StatementSelect().select(Keys.any).from("t").where(condition)
            .order(by: orders).limit(limit)
        #expect(say(select) == "SELECT * FROM t WHERE id > 1 ORDER BY text DESC, id LIMIT 3")
    }

    @Test func `collations as expression and as term`() {
        let a = Column(named: "a")
        let term: OrderingTerm = a.collate("NOCASE")
        let expression: WCDBSwift.Expression = a.collate("NOCASE")
        #expect(say(term) == say(expression))
        #expect(say(a.collate("X").isNull()) == "(a COLLATE X) ISNULL")
        #expect(say("s".collate("X").order(.ascending)) == "'s' COLLATE X ASC")
        #expect(say(BindParameter._1.collate("X")) == "?1 COLLATE X")
    }

    @Test func `keys of generic types, and values of a program's own types`() {
        let keys = ClientBox<String>.Properties.self
        #expect(
            say(keys.mood == ClientMood.happy && keys.content == "x")
                == "(mood == 1) AND (content == 'x')")
        #expect(say(StatementSelect().select(keys.all)) == "SELECT content, size, mood")
        #expect(say(LiteralValue(ClientMood.sad)) == "0")
    }

    @Test func `nil where a value is wanted`() {
        let a = Column(named: "a")
        #expect(say(a.is(LiteralValue(nil))) == "a IS NULL")
        #expect(say(a.isNot(nil as WCDBSwift.Expression)) == "a IS NOT NULL")
        let literal: LiteralValue = nil
        #expect(say(literal) == "NULL")
    }

    @Test func `redirected results`() {
        let property = Keys.identifier.max().as(Keys.identifier)
        #expect(property.codingTableKey?.stringValue == "id" && property.name == "MAX(id)")
        #expect(say(Column(named: "a").as("x")) == "a AS x")
        #expect(say(StatementSelect().select(property, Keys.text)) == "SELECT MAX(id), text")
    }
}
