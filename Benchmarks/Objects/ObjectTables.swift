import Foundation
import WCDBSwift

/// A model that both sides can store.
typealias BenchmarkObject = TableCodable & PeerObject

/// Tables of objects on both sides, and the check that they hold the same.
struct ObjectTables<Object: BenchmarkObject> {
    static func insertStatement(_ connection: SQLiteConnection) throws -> SQLiteStatement {
        let count = Object.columns.split(separator: ",").count
        let marks = (1...count).map { "?\($0)" }.joined(separator: ", ")
        return try connection.prepare(
            "INSERT INTO \(Object.table)(\(Object.columns)) VALUES(\(marks))")
    }

    static func createPeer(
        _ bench: Workbench, _ setting: PeerSetting, _ objects: [Object]
    ) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            bench, path: try bench.scratchPath(), setting: setting)
        try connection.execute(Object.definition)
        try insertPeer(connection, objects)
        try connection.checkpoint()
        return connection
    }

    static func insertPeer(_ connection: SQLiteConnection, _ objects: [Object]) throws {
        guard !objects.isEmpty else { return }
        let insert = try insertStatement(connection)
        try connection.execute("BEGIN")
        for object in objects { try object.bind(insert) { try insert.run() } }
        try connection.execute("COMMIT")
    }

    static func createOurs(_ bench: Workbench, _ objects: [Object]) throws -> Database {
        let database = Database(at: try bench.scratchPath())
        // One thread works: it keeps its connection as a program in the middle of its work does.
        try database.create(table: Object.table, of: Object.self)
        try database.insert(objects, intoTable: Object.table)
        try database.truncateCheckpoint()
        return database
    }

    /// The sum of what readers touch, over all rows.
    static func check(_ connection: SQLiteConnection) throws -> UInt64 {
        try allPeer(connection).reduce(0) { $0 &+ $1.touched }
    }

    static func check(_ database: Database) throws -> UInt64 {
        let objects: [Object] = try database.getObjects(fromTable: Object.table)
        return objects.reduce(0) { $0 &+ $1.touched }
    }

    static func allPeer(_ connection: SQLiteConnection) throws -> [Object] {
        let select = try connection.prepare("SELECT \(Object.columns) FROM \(Object.table)")
        var objects: [Object] = []
        while try select.step() { objects.append(Object(select)) }
        return objects
    }
}
