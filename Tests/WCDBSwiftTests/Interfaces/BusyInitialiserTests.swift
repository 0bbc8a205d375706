import Foundation
import Synchronization
import Testing
import WCDBSwift

/// Objects that use their database while they are read, and rows that are kept for too long.
@Suite struct `Initialisers that do more than read` {
    private enum Task {
        @TaskLocal static var database: Database?
        @TaskLocal static var keep: (@Sendable (StoredRow<Curious.CodingKeys>) -> Void)?
        @TaskLocal static var peek: (@Sendable () throws -> Void)?
    }

    struct Curious: TableCodable {
        var id: Int
        var data: Data
        var text: String
        var neighbours: [Int] = []

        init(row: StoredRow<CodingKeys>) throws {
            let id: Int = try row.value(.id)
            self.id = id
            Task.keep?(row)
            if let database = Task.database {
                let others: [Curious] = try Task.$database.withValue(nil) {
                    try database.getObjects(
                        fromTable: "e", where: Curious.Properties.id != id,
                        orderBy: [Curious.Properties.id])
                }
                neighbours = others.map(\.id)
                try database.exec(sql: "INSERT INTO log VALUES (\(id))")
            }
            data = try row.value(.data)
            text = try row.value(.text)
        }

        init(from decoder: any Decoder) throws { throw CancellationError() }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Curious
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, data, text
        }
    }

    /// Asks for what was kept of another row while its own is being read.
    struct Other: TableCodable {
        var id: Int
        var secret: String
        var more: String

        init(row: StoredRow<CodingKeys>) throws {
            id = try row.value(.id)
            try Task.peek?()
            secret = try row.value(.secret)
            more = try row.value(.more)
        }

        init(from decoder: any Decoder) throws { throw CancellationError() }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Other
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, secret, more
        }
    }

    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws {
        try temporary.database.exec(sql: "CREATE TABLE e(id INTEGER, data BLOB, text TEXT)")
        try temporary.database.exec(sql: "CREATE TABLE log(id INTEGER)")
        for id in 1...30 {
            let text = String(repeating: "\(id % 10)", count: 50 * id)
            try temporary.database.exec(
                sql: "INSERT INTO e VALUES (\(id), CAST(char(\(id % 10)) AS BLOB), \(text))")
        }
    }

    /// What changes something has all rows that are to come read first; the object went on with
    /// the last of them.
    @Test func `objects may read and write while they are read`() throws {
        let found: [Curious] = try Task.$database.withValue(database) {
            try database.getObjects(fromTable: "e", orderBy: [Curious.Properties.id])
        }
        #expect(found.map(\.id) == Array(1...30))
        for object in found {
            #expect(object.data == Data([UInt8(object.id % 10)]))
            #expect(object.text == String(repeating: "\(object.id % 10)", count: 50 * object.id))
            #expect(object.neighbours == (1...30).filter { $0 != object.id })
        }
        let logged = try database.getColumn(on: Column(named: "id"), fromTable: "log")
        #expect(logged.map(\.intValue) == Array(1...30))
    }

    private final class Box: @unchecked Sendable {
        var row: StoredRow<Curious.CodingKeys>?
    }

    /// It read the row of another statement, whose decoder had taken over the memory.
    @Test func `a row that is kept says that it is gone`() throws {
        let kept = Box()
        let refusals = Mutex(0)
        try Task.$keep.withValue({ kept.row = $0 }) {
            _ = try database.prepareSelect(of: Curious.self, fromTable: "e").allObjects()
        }
        let peek: @Sendable () throws -> Void = {
            let row = try #require(kept.row)
            let error = try #require(throws: WCDBError.self) {
                let _: String = try row.value(.text)
            }
            #expect(error.message?.contains("The row is gone.") == true)
            #expect(throws: (any Error).self) { try Curious(row: row) }
            refusals.withLock { $0 += 1 }
        }
        try database.exec(sql: "CREATE TABLE o(id INTEGER, secret TEXT, more TEXT)")
        try database.exec(sql: "INSERT INTO o VALUES (1, 's', 'm')")
        // Whose memory a decoder takes over is not sure while other tests run.
        for _ in 0..<20 {
            let others = try Task.$peek.withValue(peek) {
                try database.prepareSelect(of: Other.self, fromTable: "o").allObjects()
            }
            #expect(others.compactMap { ($0 as? Other)?.secret } == ["s"])
        }
        #expect(refusals.withLock { $0 } == 20)
    }
}
