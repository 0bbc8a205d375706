import Foundation
import Testing
import WCDBSwift

/// A step that rebuilds a table, as every step does that changes more than ALTER TABLE can, drops
/// the old one. With foreign keys on that deleted all rows that refer to its own.
@Suite struct `Schema steps and foreign keys` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private static var rebuild: SchemaStep {
        SchemaStep(1, "parents have a name") { handle in
            try handle.exec(
                sql: "CREATE TABLE p2(id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '')")
            try handle.exec(sql: "INSERT INTO p2(id) SELECT id FROM p")
            try handle.exec(sql: "DROP TABLE p")
            try handle.exec(sql: "ALTER TABLE p2 RENAME TO p")
        }
    }

    private func fill() throws {
        database.setConfig(
            named: "keys",
            withInvocation: {
                try $0.exec(StatementPragma().pragma(.foreignKeys).to(true))
            })
        try database.exec(sql: "CREATE TABLE p(id INTEGER PRIMARY KEY)")
        try database.exec(
            sql: "CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE)")
        try database.exec(sql: "INSERT INTO p VALUES(1), (2)")
        try database.exec(sql: "INSERT INTO c VALUES(10, 1), (11, 2), (12, 2)")
    }

    private func areEnforced() throws -> Bool {
        try database.getValue(sql: "PRAGMA foreign_keys")?.intValue == 1
    }

    @Test func `a parent table is rebuilt, and its children stay`() throws {
        try fill()
        try database.migrate([Self.rebuild])
        #expect(try temporary.rows(of: "SELECT id, p FROM c") == ["10|1", "11|2", "12|2"])
        #expect(try temporary.rows(of: "SELECT id, name FROM p") == ["1|", "2|"])
        // Behind the step the keys do what they say.
        #expect(try areEnforced())
        #expect(throws: WCDBError.self) { try database.exec(sql: "INSERT INTO c VALUES(13, 9)") }
        try database.exec(sql: "DELETE FROM p WHERE id = 2")
        #expect(try temporary.rows(of: "SELECT id FROM c") == ["10"])
    }

    /// A column without a type that refers to texts was never whole, and no step could be done.
    @Test func `what an INSERT may write is whole behind a step`() throws {
        try database.exec(sql: "PRAGMA foreign_keys = 1")
        try database.exec(sql: "CREATE TABLE p(k TEXT PRIMARY KEY)")
        try database.exec(sql: "CREATE TABLE c(v REFERENCES p)")
        try database.exec(sql: "INSERT INTO p VALUES('3')")
        try database.exec(sql: "INSERT INTO c VALUES(3)")
        let more = SchemaStep(1, "more") { try $0.exec(sql: "CREATE TABLE more(x)") }
        try database.migrate([more])
        let orphan = SchemaStep(2, "orphan") { handle in
            try handle.exec(sql: "DELETE FROM p")
            try handle.exec(sql: "INSERT INTO p VALUES('3.0')")
        }
        let error = #expect(throws: WCDBError.self) { try database.migrate([more, orphan]) }
        #expect(error?.code == .Constraint)
    }

    @Test func `keys are enforced again behind a step that fails`() throws {
        try fill()
        let orphan = SchemaStep(1, "orphan") { try $0.exec(sql: "DELETE FROM p WHERE id = 1") }
        let error = #expect(throws: WCDBError.self) { try database.migrate([orphan]) }
        #expect(error?.code == .Constraint)
        #expect(try temporary.rows(of: "SELECT id FROM p") == ["1", "2"])
        #expect(try areEnforced())
    }

    /// A transaction around the steps has counted a broken key, which a step mends.
    @Test func `steps within a transaction are whole at its end`() throws {
        try fill()
        try database.run(transaction: { handle in
            try handle.exec(sql: "PRAGMA defer_foreign_keys = 1")
            try handle.exec(sql: "INSERT INTO c VALUES(13, 3)")
            try database.migrate([
                SchemaStep(1, "the third") { try $0.exec(sql: "INSERT INTO p VALUES(3)") },
                SchemaStep(2, "rebuild") { handle in
                    try handle.exec(sql: "CREATE TABLE p2(id INTEGER PRIMARY KEY)")
                    try handle.exec(sql: "INSERT INTO p2 SELECT id FROM p")
                    try handle.exec(sql: "DROP TABLE p")
                    try handle.exec(sql: "ALTER TABLE p2 RENAME TO p")
                },
            ])
        })
        #expect(try temporary.rows(of: "SELECT count(*) FROM c") == ["4"])
        #expect(try temporary.rows(of: "SELECT id FROM p") == ["1", "2", "3"])
        #expect(try areEnforced())
    }

    @Test func `a step that ends its transaction does not count as done`() throws {
        try fill()
        for end in ["COMMIT", "ROLLBACK", "COMMIT; BEGIN"] {
            let step = SchemaStep(1, "ends") { handle in
                try handle.exec(sql: "INSERT INTO p VALUES(7)")
                for part in end.components(separatedBy: "; ") {
                    try handle.exec(sql: SQLTemplate(stringLiteral: part))
                }
            }
            let error = #expect(throws: WCDBError.self) { try database.migrate([step]) }
            #expect(error?.code == .Misuse)
            #expect(!database.isInTransaction)
            #expect(try database.pendingSteps([step]).count == 1)
            try database.exec(sql: "DELETE FROM p WHERE id = 7")
        }
    }
}
