import Foundation
import Testing
import WCDBStorage
import WCDBSwift

/// Tables that are older than their types get the columns that statements ask for.
@Suite struct `Columns that are missing` {
    struct Person: TableCodable, Equatable {
        var id = 0
        var name: String?
        var mail: String?
        var age: Int?
        var code: Int?
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Person
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isPrimary: true)
                BindColumnConstraint(code, isUnique: true)
            }
            case id, name, mail, age, code
        }
    }

    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private func columns(_ table: String) throws -> [String] {
        let pragma = StatementPragma().pragma(.tableInfo).with(table)
        return try database.getRows(from: pragma).map { $0[1].stringValue }
    }

    @Test func `are added by each kind of statement`() throws {
        let definition: SQLTemplate = "CREATE TABLE p(id INTEGER PRIMARY KEY, name, code UNIQUE)"
        let uses: [(Database) throws -> Void] = [
            { try $0.insert(Person(id: 1, mail: "m"), intoTable: "p") },
            { let _: [Person] = try $0.getObjects(fromTable: "p") },
            {
                try $0.update(
                    table: "p", on: Person.Properties.age, with: 7,
                    where: Person.Properties.mail == "m")
            },
            { try $0.delete(fromTable: "p", where: Person.Properties.age == 7) },
            { _ = try $0.getColumn(on: Person.Properties.mail.in(table: "p"), fromTable: "p") },
            { try $0.exec(StatementSelect().select(Person.Properties.age.max()).from("p")) },
        ]
        for use in uses {
            try database.exec(StatementSQL(definition))
            let notices = Notices(database)
            try use(database)
            #expect(try columns("p") == ["id", "name", "code", "mail", "age"])
            #expect(notices.all.contains("Auto add column: p.mail"))
            try database.drop(table: "p")
        }
    }

    /// They were taken for missing: making the table failed, each time that a program began.
    @Test(arguments: ["VIRTUAL", "STORED"])
    func `are not those that are generated`(storage: String) throws {
        let columns = "id INTEGER PRIMARY KEY, name, code UNIQUE, age AS (id * 2) \(storage)"
        try database.exec(StatementSQL(SQLTemplate(stringLiteral: "CREATE TABLE p(\(columns))")))
        let notices = Notices(database)
        try database.create(table: "p", of: Person.self)
        #expect(try self.columns("p") == ["id", "name", "code", "mail"])
        #expect(!notices.all.contains("Auto add column: p.age"))
        try database.insert(
            Person(id: 4, name: "n", mail: "m"),
            on: [Person.Properties.id, Person.Properties.mail],
            intoTable: "p")
        let ages = try database.getColumn(on: Person.Properties.age, fromTable: "p")
        #expect(ages.map(\.intValue) == [8])
    }

    struct Dotted: TableCodable {
        var id = 0
        var part = 0
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Dotted
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id
            case part = "whole.part"
        }
    }

    /// The name was read from the message, where the dot parts it from a table.
    @Test func `may have a dot in their name`() throws {
        try database.exec(StatementSQL("CREATE TABLE d(id)"))
        try database.insert(Dotted(id: 1, part: 2), intoTable: "d")
        #expect(try columns("d") == ["id", "whole.part"])
        try database.exec(StatementSQL("CREATE TABLE e(id)"))
        #expect(try database.getColumn(on: Dotted.Properties.part, fromTable: "e").isEmpty)
        #expect(try columns("e") == ["id", "whole.part"])
    }

    @Test func `are told of after the failure that they repair`() throws {
        try database.exec(StatementSQL("CREATE TABLE p(id INTEGER PRIMARY KEY, name, mail, code)"))
        let notices = Notices(database)
        let _: [Person] = try database.getObjects(fromTable: "p")
        #expect(notices.all == ["no such column: age: ", "Auto add column: p.age"])
    }

    @Test func `are not added where half of them are missing, or it is unclear where`() throws {
        try database.exec(StatementSQL("CREATE TABLE q(id INTEGER PRIMARY KEY, other TEXT)"))
        #expect(throws: WCDBError.self) { try database.insert(Person(id: 1), intoTable: "q") }
        #expect(try columns("q") == ["id", "other"])
        try database.exec(StatementSQL("CREATE TABLE a(id, name, code, mail)"))
        try database.exec(StatementSQL("CREATE TABLE b(id, name, code, mail)"))
        let both = StatementSelect().select(Person.Properties.age).from("a", "b")
        #expect(throws: WCDBError.self) { try database.exec(both) }
        #expect(try columns("a").count == 4)
        let qualified = StatementSelect().select(Person.Properties.age.in(table: "b"))
            .from("a", "b")
        try database.exec(qualified)
        #expect(try columns("a").count == 4)
        #expect(try columns("b").count == 5)
    }

    /// Only the first table got its columns, and the statement failed for want of the second's.
    @Test func `are added to each of several tables`() throws {
        try database.exec(StatementSQL("CREATE TABLE a(id, name, code, mail)"))
        try database.exec(StatementSQL("CREATE TABLE b(id, name, code)"))
        let keys = Person.Properties.self
        let joined = try database.prepareMultiSelect(
            on: keys.id.in(table: "a"), keys.age.in(table: "a"), keys.id.in(table: "b"),
            keys.age.in(table: "b"), keys.mail.in(table: "b"), fromTables: ["a", "b"]
        ).where(keys.id.in(table: "a") == keys.id.in(table: "b"))
        #expect(try joined.allMultiObjects().isEmpty)
        #expect(try columns("a") == ["id", "name", "code", "mail", "age"])
        #expect(try columns("b") == ["id", "name", "code", "mail", "age"])
    }

    /// A column that is there, but not where the statement names it, is no reason to try again.
    @Test func `are not added twice`() throws {
        try database.exec(StatementSQL("CREATE TABLE a(id, name, code, mail, age)"))
        let inner = StatementSelect().select(Person.Properties.id).from("a")
        let outer = StatementSelect().select(Person.Properties.age).from(inner)
        let error = #expect(throws: WCDBError.self) { try database.exec(outer) }
        #expect(error?.message == "no such column: age")
    }

    @Test func `are not added for keys, unique columns and plain names`() throws {
        try database.exec(StatementSQL("CREATE TABLE r(id, name, mail, age)"))
        #expect(throws: WCDBError.self) { try database.insert(Person(id: 1), intoTable: "r") }
        try database.exec(StatementSQL("CREATE TABLE s(id, name, mail, code)"))
        #expect(throws: WCDBError.self) {
            _ = try database.getColumn(on: Column(named: "age"), fromTable: "s")
        }
        #expect(try columns("r").count == 4)
        #expect(try columns("s").count == 4)
    }

    @Test func `do not spoil the transaction that they are added in`() throws {
        try database.exec(StatementSQL("CREATE TABLE p(id INTEGER PRIMARY KEY, name, code)"))
        try database.run(transaction: { handle in
            try handle.insert(Person(id: 1, age: 3), intoTable: "p")
        })
        let people: [Person] = try database.getObjects(fromTable: "p")
        #expect(people == [Person(id: 1, age: 3)])
    }

    @Test func `are looked for in statements that are as deep as may be`() throws {
        try database.exec(StatementSQL("CREATE TABLE p(id INTEGER PRIMARY KEY, name, mail, age)"))
        let told = Collected<String>()
        let thread = Thread { [database] in
            // A column that is unique cannot be added, so the statement is never compiled.
            var sum = Person.Properties.code + 1
            for _ in 0..<900 { sum = sum + 1 }
            do {
                try database.exec(StatementSelect().select(sum).from("p"))
            } catch {
                told.add("\(error)")
            }
        }
        // As much as a thread has that nobody asked for more.
        thread.stackSize = (512 << 10) * StackSpace.frameScale
        thread.start()
        #expect(told.waits { $0.contains("no such column") })
    }

    /// Of threads that missed the same columns at once, some failed though others had added them.
    @Test func `are added for all who miss them at once`() throws {
        for _ in 0..<20 {
            try database.exec(StatementSQL("CREATE TABLE p(id INTEGER PRIMARY KEY, name, code)"))
            let failures = Collected<String>()
            let group = DispatchGroup()
            for id in 1...4 {
                let database = self.database
                DispatchQueue(label: "\(id)").async(group: group) {
                    do {
                        let _: [Person] = try database.getObjects(fromTable: "p")
                        try database.insert(Person(id: id, mail: "m", age: id), intoTable: "p")
                    } catch {
                        failures.add("\(error)")
                    }
                }
            }
            group.wait()
            #expect(failures.all.isEmpty, "\(failures.all)")
            #expect(try columns("p").sorted() == ["age", "code", "id", "mail", "name"])
            let count = try database.getValue(
                on: Person.Properties.mail.count(), fromTable: "p")
            #expect(count.int64Value == 4)
            try database.drop(table: "p")
        }
    }
}
