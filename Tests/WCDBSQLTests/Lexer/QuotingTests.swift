import Testing
import WCDBSQL

@Suite struct `Names` {
    @Test(arguments: ["\"a b\"", "`a b`", "[a b]"])
    func `keep the quotes they came with`(text: String) throws {
        let expression = try Parser.expression(text)
        guard case .column(let column) = expression else {
            Issue.record("no column")
            return
        }
        #expect(column.name.text == "a b")
        #expect(column.name.mayBeString == text.hasPrefix("\""))
        #expect(expression.sql == text)
    }

    @Test(arguments: [
        ("a b", "`a b`"), ("a`b", "`a``b`"), ("select", "`select`"), ("key", "key"),
        ("1a", "`1a`"), ("$a", "`$a`"), ("_a$1", "_a$1"), ("käse", "käse"), ("a.b", "`a.b`"),
        ("true", "`true`"), ("current_date", "`current_date`"), ("*", "`*`"), ("", ""),
        ("left", "left"), ("replace", "replace"), ("\"a", "`\"a`"), ("a'b", "`a'b`"),
    ])
    func `get quotes if they need some`(name: String, text: String) throws {
        let expression = Expression.column(ColumnReference(Name(name)))
        #expect(expression.sql == text)
        if !name.isEmpty { #expect(try Parser.expression(text) == expression) }
    }

    @Test(arguments: [
        ("\"my col\"", "my col", "\"my col\""), ("[a]", "a", "[a]"), ("`a``b`", "a`b", "`a``b`"),
        ("\"a\"b\"", "\"a\"b\"", "`\"a\"b\"`"), ("'a'", "'a'", "`'a'`"), ("[a]]", "[a]]", "`[a]]`"),
        ("\"", "\"", "`\"`"), ("\"\"", "", "\"\""),
    ])
    func `of a caller may be quoted already`(spelling: String, name: String, text: String) {
        #expect(Name(spelling: spelling).text == name)
        #expect(Name(spelling: spelling).sql == text)
    }

    @Test func `of tables may be in single quotes`() throws {
        let name = QualifiedName(Name(anySpelling: "'my t'"))
        #expect(DropStatement(.table, name).sql == "DROP TABLE 'my t'")
        #expect(try Parser.statement("SELECT 't'.'a' AS 'b'").sql == "SELECT `t`.`a` AS `b`")
    }

    @Test func `are compared by their bytes`() {
        #expect(Name("\u{E9}") != Name("e\u{301}"))
        #expect(Name("a", quoting: .backticks) == Name("a"))
        #expect(Name("a", quoting: .doubleQuotes) != Name("a"))
        #expect(Name("a", offset: 3) == Name("a"))
        #expect(Literal.text("\u{E9}") != Literal.text("e\u{301}"))
    }

    @Test func `in a text know their place`() throws {
        guard case .column(let column) = try Parser.expression("  s.t.a") else {
            Issue.record("no column")
            return
        }
        #expect(column.schema?.offset == 2 && column.table?.offset == 4)
        #expect(column.name.offset == 6)
    }

    @Test func `all keywords are found in any case`() {
        for keyword in Keyword.allCases {
            #expect(Keyword.find(keyword.rawValue) == keyword)
            #expect(Keyword.find(keyword.rawValue.uppercased()) == keyword)
            #expect(Keyword.find(keyword.rawValue + "_") == nil)
        }
        #expect(Keyword.find("rowid") == nil && Keyword.find("") == nil)
    }
}
