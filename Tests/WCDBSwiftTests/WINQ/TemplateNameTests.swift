import Testing
import WCDBSwift

/// Names in SQL text are names, whatever they are and wherever they stand.
@Suite struct `WINQ templates with names` {
    private static let evil = "zz' OR 1 --"

    @Test func `a name within quotes or a comment is refused`() {
        let x = Self.evil
        let templates: [SQLTemplate] = [
            "b == '\(table: x)'", "b == '\(table: "t")'", "b == '\(table: "''")'",
            "b == '\(Column(named: x))'", "b == '\(Column(named: "'x'"))'",
            "b == \"\(schema: "\" OR 1 --")\"", "b == \"\(table: "\"\"")\"",
            "b == [\(table: "] OR 1 --")]", "b == [\(table: "[x]")]",
            "b == `\(table: "` OR 1 --")`", "b == `\(Column(named: "``"))`",
            "b /* \(table: "*/ OR 1 --") */", "b -- \(table: "x\n OR 1")",
            "b == x'\(table: "00' OR 1 --")'",
        ]
        for template in templates {
            #expect(sql(template).description.contains("a name stands within quotes"))
        }
    }

    @Test func `no row is deleted by what stands within quotes`() throws {
        let database = Database.createInMemoryDatabase()
        try database.exec(sql: "CREATE TABLE t(b)")
        try database.exec(sql: "INSERT INTO t VALUES(1), (2)")
        let x = Self.evil
        #expect(throws: WCDBError.self) {
            try database.exec(sql: "DELETE FROM t WHERE b == '\(table: x)'")
        }
        #expect(throws: WCDBError.self) {
            try database.exec(sql: "DELETE FROM t WHERE b == '\(Column(named: x))'")
        }
        #expect(try database.getValue(sql: "SELECT count(*) FROM t")?.intValue == 2)
    }

    @Test func `a name is one word with nothing beside it`() {
        let one = Column(named: "a")
        let two = Column(named: "b")
        let templates: [SQLTemplate] = [
            "\(one)\(two)", "1\(Column(named: "e5"))", "x\(one)", "\(one)x", "\(one)7",
            "'s'\(one)", "\(one)'s'", "?\(one)", "\(1)\(one)", "\(one)\(1)", "t_\(table: "x")",
        ]
        for template in templates {
            #expect(sql(template).description.contains("a name touches what stands beside it"))
        }
        expect(sql("(\(one)+\(two))*\(one)"), "(a + b) * a")
        expect(sql("\(table: "t").\(one)==\(two)"), "t.a == b")
        expect(sql("max(\([one, two]))"), "max(a, b)")
        expect(sql("\(one.in(table: "my t")) IS\n\(two)"), "`my t`.a IS b")
    }

    /// It was a number and its alias: the column was never read.
    @Test func `a number and its point are no table`() {
        for template: SQLTemplate in [
            "SELECT 1.\(a) FROM t", "SELECT 20.\(table: "a")", "SELECT x, 1.5.\(a) FROM t",
        ] {
            let text = StatementSQL(template).description
            #expect(text.contains("a name touches what stands beside it"))
        }
        expect(StatementSQL("SELECT t1.\(a), t .\(a) FROM t1"), "SELECT t1.a, t.a FROM t1")
        expect(StatementSQL("SELECT \(table: "t").\(a) FROM t"), "SELECT t.a FROM t")
        expect(StatementSQL("SELECT 1. \(a)"), "SELECT 1.0 AS a")
    }

    @Test func `a name that is empty is refused`() {
        let statements: [SQLTemplate] = [
            "SELECT a FROM \(table: "") t", "SELECT a \(Column(named: "")) FROM t",
            "SELECT a FROM \(schema: "").t", "SELECT a \(Column(named: "").in(table: "t")) FROM t",
        ]
        for template in statements {
            #expect(StatementSQL(template).description.contains("a name is empty"))
        }
        #expect(StatementSQL("SELECT \(table: "a\0")").description.contains("zero character"))
        expect(StatementSQL("SELECT a FROM \(table: "\"\"")"), "SELECT a FROM \"\"")
    }

    @Test func `a column that stands for an expression is one`() {
        let count = a.count().as(Item.Properties.id)
        expect(sql("\(count) > 1"), "COUNT(a) > 1")
        expect(sql("\(count.asColumn()) > 1"), "COUNT(a) > 1")
    }
}
