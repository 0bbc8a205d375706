import Testing
import WCDBSwift

@Suite struct `Raw SQL` {
    let database = Database.createInMemoryDatabase()

    @Test func `values are bound, never pasted`() throws {
        try database.exec(sql: "CREATE TABLE people(name TEXT, age INT)")
        let name = "Robert'); DROP TABLE people;--"
        try database.exec(sql: "INSERT INTO people VALUES(\(name), \(7))")
        let handle = try database.getHandle()
        try handle.exec(sql: "INSERT INTO people VALUES(\("Ada"), \(nil as Int?))")
        #expect(try database.getValue(sql: "SELECT name FROM people")?.stringValue == name)
        let names = [name, "Ada"]
        #expect(
            try handle.getColumn(sql: "SELECT age FROM people WHERE name IN (\(names))")
                .map(\.type) == [.integer64, .null])
        #expect(try database.getRow(sql: "SELECT 1 WHERE 2 = \(3)") == nil)
        let column = Column(named: "age")
        #expect(
            try database.getRows(
                sql: "SELECT name FROM \(table: "people") WHERE \(column) > \(5)"
            ).count == 1)
    }

    @Test func `a statement is prepared with values of its own and with parameters`() throws {
        try database.exec(sql: "CREATE TABLE people(name TEXT, age INT)")
        try database.exec(sql: "INSERT INTO people VALUES('Ada', 36), ('Bob', 7), ('Cem', 40)")
        let handle = try database.getHandle()
        let limit = 20
        try handle.prepare(sql: "SELECT name FROM people WHERE age > \(limit) AND name <> ?")
        var names: [[String]] = []
        for excluded in ["Ada", "Cem"] {
            handle.reset()
            handle.bind(excluded, toIndex: 1)
            names.append(try handle.oneColumnValue(atIndex: 0).map(\.stringValue))
        }
        handle.finalize()
        #expect(names == [["Cem"], ["Ada"]])
        #expect(throws: WCDBError.self) { try handle.prepare(sql: "SELECT FROM people") }
        #expect(!handle.isPrepared)
    }

    @Test func `what is no SQL is refused with its text`() throws {
        let error = #expect(throws: WCDBError.self) { try database.exec(sql: "DELETE people") }
        #expect(error?.message == "near \"people\": syntax error")
        #expect(error?.code == .Error)
        let second = #expect(throws: WCDBError.self) {
            try database.exec(sql: "SELECT 1; SELECT 2")
        }
        #expect(second?.code == .Error)
    }

    @Test func `an error says where in the text it is`() {
        func place(_ sql: SQLTemplate) -> [String?] {
            let error = #expect(throws: WCDBError.self) { try database.exec(sql: sql) }
            return ["Offset", "Place"].map { error?.extInfos[$0]?.stringValue }
        }
        #expect(place("DELETE people") == ["7", "line 1, column 8"])
        #expect(place("DELETE FROM people\n  WHER id = 1") == ["21", "line 2, column 3"])
        #expect(place("SELECT 'ä' FORM people") == ["17", "line 1, column 17"])
        #expect(place("SELECT (1") == ["9", "line 1, column 10"])
        // Values and names count as they are shown in the statement.
        #expect(place("SELECT \(10), \("a") FORM \(table: "t")") == ["20", "line 1, column 21"])
        #expect(place("DELETE FROM \(table: "people") WHER id = 1") == ["19", "line 1, column 20"])
        #expect(place("SELECT '\(1)'") == ["8", "line 1, column 9"])
        // Nobody knows which of the values it is.
        #expect(place("CREATE VIRTUAL TABLE v USING m(\(1))") == [nil, nil])
    }

    @Test func `an error of what is to be explained says where it is`() {
        let error = #expect(throws: WCDBError.self) {
            try database.exec(StatementExplain().explain(StatementSQL("DELETE people")))
        }
        #expect(error?.sql == "DELETE people")
        #expect(error?.extInfos["Offset"]?.intValue == 7)
    }

    @Test func `an error has the text as it was written`() throws {
        let name = "Ada"
        let cases: [(SQLTemplate, String)] = [
            ("SELEC 1", "SELEC 1"),
            ("INSERT INTO people VALUES('\(7)')", "INSERT INTO people VALUES('7')"),
            ("SELEC \(name), \(Column(named: "age"))", "SELEC 'Ada', age"),
        ]
        for (template, text) in cases {
            let error = #expect(throws: WCDBError.self) { try database.exec(sql: template) }
            #expect(error?.sql == text)
        }
    }
}
