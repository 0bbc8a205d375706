import Foundation
import Testing
import WCDBSwift

@Suite struct `Schema steps` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    struct Refusal: Error {}

    private static var create: SchemaStep {
        SchemaStep(1, "create") {
            try $0.exec(sql: "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
        }
    }
    private static var fill: SchemaStep {
        SchemaStep(2, "fill") {
            try $0.exec(sql: "INSERT INTO t VALUES(1, 'x')")
        }
    }

    @Test func `each step is done once, in order`() throws {
        let steps = [Self.fill, Self.create]
        #expect(try database.pendingSteps(steps).map(\.number) == [1, 2])
        #expect(try database.migrate(steps).map(\.number) == [1, 2])
        #expect(try database.migrate(steps).isEmpty)
        let more =
            steps + [
                SchemaStep(7, "more") { try $0.exec(sql: "INSERT INTO t VALUES(2, 'y')") }
            ]
        #expect(try database.migrate(more).map(\.name) == ["more"])
        #expect(try temporary.rows() == [["1", "x"], ["2", "y"]])
    }

    @Test func `a step that throws is undone, and stops the others`() throws {
        let failing = SchemaStep(3, "fails") { handle in
            try handle.exec(sql: "DROP TABLE t")
            throw Refusal()
        }
        let last = SchemaStep(4, "last") { try $0.exec(sql: "DELETE FROM t") }
        let steps = [Self.create, Self.fill, failing, last]
        #expect(throws: Refusal.self) { try database.migrate(steps) }
        #expect(try temporary.rows() == [["1", "x"]])
        #expect(try database.pendingSteps(steps).map(\.number) == [3, 4])
    }

    @Test func `a list that does not fit the database is refused`() throws {
        try database.migrate([Self.create, Self.fill])
        let missing = #expect(throws: WCDBError.self) { try database.migrate([Self.create]) }
        #expect(missing?.message == "The database has schema step 2, which is not listed.")
        let renamed = SchemaStep(2, "other") { _ in }
        let other = #expect(throws: WCDBError.self) {
            try database.migrate([Self.create, renamed])
        }
        #expect(other?.message == "Schema step 2 is 'fill', not 'other'.")
        let twice = #expect(throws: WCDBError.self) {
            try database.migrate([Self.create, Self.create])
        }
        #expect(twice?.message == "Two schema steps have the number 1.")
    }

    @Test func `threads that migrate together do each step once`() throws {
        let database = database
        let failures = Collected<String>()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                try database.migrate([
                    SchemaStep(1, "create") { try $0.exec(sql: "CREATE TABLE t(a, b)") },
                    SchemaStep(2, "fill") { try $0.exec(sql: "INSERT INTO t VALUES(1, 'x')") },
                ])
            } catch {
                failures.add("\(error)")
            }
        }
        #expect(failures.all.isEmpty)
        #expect(try temporary.rows() == [["1", "x"]])
    }
}
