import Foundation
import Testing
import WCDBSwift

/// SQL text with values in it.
@Suite struct `WINQ templates` {
    @Test func `values become literals of the tree`() {
        let name = "x' OR 1 == 1 --"
        expect(sql("a == \(name)"), "a == 'x'' OR 1 == 1 --'")
        expect(sql("a > \(1) AND b < \(2.5)"), "(a > 1) AND (b < 2.5)")
        expect(sql("a - \(-1)"), "a - -1")
        expect(sql("-\(-1)"), "-(-1)")
        let none: Int? = nil
        expect(sql("a IS \(none)"), "a IS NULL")
        expect(sql("a == \(Data([1, 255]))"), "a == X'01FF'")
        expect(sql("f(\(true))"), "f(1)")
    }

    @Test func `expressions keep their parentheses`() {
        expect(sql("\(a + b) * 2"), "(a + b) * 2")
        expect(sql("a IN (\([1, 2, 3]))"), "a IN(1, 2, 3)")
        expect(sql("a == \(sel)"), "a == (SELECT a FROM t)")
        expect(sql("\(Item.Properties.name) LIKE \("x%")"), "item_name LIKE 'x%'")
        expect(sql("\(Column(named: "select")) > ?1"), "`select` > ?1")
        expect(sql("a == :value0 AND b == \(7)"), "(a == :value0) AND (b == 7)")
    }

    @Test func `whole statements too`() {
        expect(
            StatementSQL("UPDATE \(table: "my t") SET \(Item.Properties.id) = \(5) WHERE a=\("b")"),
            "UPDATE `my t` SET id = 5 WHERE a == 'b'")
        expect(
            StatementSQL("SELECT * FROM \(schema: "main").t LIMIT \(3)"),
            "SELECT * FROM main.t LIMIT 3")
    }

    @Test func `what is no SQL is refused later`() {
        #expect(sql("a >").description.contains("incomplete input"))
        #expect(sql("a > 1; DROP TABLE t").description.contains("syntax error"))
        #expect(sql("a == '\(1)'").description.contains("within quotes"))
        #expect(sql("a -- \(1)").description.contains("within quotes"))
        #expect(StatementSQL("SELEC \(1)").description.contains("syntax error"))
        #expect(StatementSQL("").description.contains("incomplete input"))
    }

    @Test func `templates may be passed on`() {
        let template: SQLTemplate = "a > \(1)"
        expect(
            StatementSelect().select(a).from("t").where(sql(template)),
            "SELECT a FROM t WHERE a > 1")
    }
}
