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

    @Test func `a query stands behind IN and EXISTS`() {
        expect(sql("a IN (\(sel))"), "a IN(SELECT a FROM t)")
        expect(sql("a IN \(sel)"), "a IN(SELECT a FROM t)")
        expect(sql("a NOT IN (\(sel)) AND b"), "a NOT IN(SELECT a FROM t) AND b")
        expect(sql("(a, 1) IN \(sel)"), "(a, 1) IN(SELECT a FROM t)")
        expect(sql("EXISTS \(sel)"), "EXISTS(SELECT a FROM t)")
        expect(sql("NOT EXISTS(\(sel)) OR b"), "NOT EXISTS(SELECT a FROM t) OR b")
        // In more parentheses, or beside something, it is one value.
        expect(sql("a IN (\(sel), 1)"), "a IN((SELECT a FROM t), 1)")
        expect(sql("a IN ((\(sel)))"), "a IN((SELECT a FROM t))")
        #expect(sql("EXISTS(\(1))").description.contains("a value may not stand here: 1"))
        #expect(sql("a IN \(1)").description.contains("a value may not stand here: 1"))
    }

    /// Behind FROM it was refused, with parentheses and without.
    @Test func `a query stands where queries stand`() throws {
        let some = StatementSelect().select(a).from("t").where(a > 1).order(by: a).limit(5)
        let text = "SELECT a FROM t WHERE a > 1 ORDER BY a LIMIT 5"
        let statements: [(SQLTemplate, String)] = [
            ("SELECT * FROM (\(some))", "SELECT * FROM (\(text))"),
            ("SELECT * FROM \(some)", "SELECT * FROM (\(text))"),
            ("SELECT x.a FROM (\(some)) AS x", "SELECT x.a FROM (\(text)) AS x"),
            ("SELECT x.a FROM t, \(some) x", "SELECT x.a FROM t, (\(text)) AS x"),
            (
                "SELECT * FROM t JOIN (\(some)) y USING (a)",
                "SELECT * FROM t JOIN (\(text)) AS y USING(a)"
            ),
            ("SELECT * FROM (\(some) x, t)", "SELECT * FROM ((\(text)) AS x, t)"),
            ("WITH c AS (\(some)) SELECT * FROM c", "WITH c AS(\(text)) SELECT * FROM c"),
            ("WITH c AS \(some) SELECT * FROM c", "WITH c AS(\(text)) SELECT * FROM c"),
            ("INSERT INTO t \(some)", "INSERT INTO t \(text)"),
            ("CREATE VIEW v AS \(some)", "CREATE VIEW v AS \(text)"),
            ("CREATE TABLE n AS \(some)", "CREATE TABLE n AS \(text)"),
            ("\(some)", text), ("EXPLAIN QUERY PLAN \(some);", "EXPLAIN QUERY PLAN \(text)"),
        ]
        let database = Database.createInMemoryDatabase()
        try database.exec(sql: "CREATE TABLE t(a)")
        for (template, text) in statements {
            expect(StatementSQL(template), text)
            try database.exec(StatementSQL(template))
        }
        // A part of a compound has no parentheses, order or limit.
        for template: SQLTemplate in [
            "\(some) UNION SELECT 1", "SELECT 1 UNION \(some)", "SELECT * FROM (\(some) LIMIT 1)",
            "SELECT * FROM (\(1))", "SELECT * FROM \(a + 1)", "\(1)",
        ] {
            #expect(throws: WCDBError.self) { try database.exec(StatementSQL(template)) }
        }
    }

    @Test func `all rows of a query count`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(sql: "CREATE TABLE t(a)")
        try database.exec(sql: "INSERT INTO t VALUES(1), (2), (3)")
        let some = StatementSelect().select(a).from("t").where(a > 1)
        for template: SQLTemplate in ["a IN (\(some))", "a IN \(some)", "EXISTS \(some) AND a > 1"]
        {
            let count = StatementSelect().select(Column.all().count()).from("t")
            #expect(try database.getValue(from: count.where(sql(template)))?.intValue == 2)
        }
    }

    @Test func `an error names the value`() {
        let statements: [(SQLTemplate, String)] = [
            ("PRAGMA user_version = \(3)", "3"), ("CREATE TABLE t(a DEFAULT \(5))", "5"),
            ("SELECT a COLLATE \("NOCASE")", "'NOCASE'"), ("SELECT a FROM \("t")", "'t'"),
        ]
        for (template, value) in statements {
            let description = StatementSQL(template).description
            #expect(description.contains("a value may not stand here: \(value)"))
        }
        #expect(
            StatementSQL("CREATE VIRTUAL TABLE t USING m(\(1))").description
                .contains("a value stands where none may"))
    }

    /// It took a minute, as the prefix of the parameters was sought one underscore at a time.
    @Test(.timeLimit(.minutes(1))) func `long words are no trouble`() {
        let name = "value" + String(repeating: "_", count: 100_000)
        expect(sql(SQLTemplate(stringLiteral: "a == :" + name)), "a == :" + name)
    }

    /// A question mark in it is a parameter of the text, and nothing is put in its place.
    @Test func `a trusted text is taken as it is`() {
        let text = ["a > 1", "b == ?1"].joined(separator: " AND ")
        expect(sql(SQLTemplate(trusted: text)), "(a > 1) AND (b == ?1)")
        expect(StatementSQL(SQLTemplate(trusted: "SELECT 1")), "SELECT 1")
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

    /// Two statements were said to be an incomplete one.
    @Test func `a text is one statement`() {
        let two = StatementSQL("CREATE TABLE a(x); CREATE TABLE b(x)")
        #expect(two.description.contains("more than one statement"))
        #expect(StatementSQL("DROP TABLE a; ; SELEC").description.contains("syntax error"))
        expect(StatementSQL("DROP TABLE a; ; "), "DROP TABLE a")
    }

    @Test func `templates may be passed on`() {
        let template: SQLTemplate = "a > \(1)"
        expect(
            StatementSelect().select(a).from("t").where(sql(template)),
            "SELECT a FROM t WHERE a > 1")
    }
}
