import Foundation
import Testing
import WCDBSwift

/// Dates and bytes are read from values of other classes as `Value` reads them.
@Suite struct `Reading of dates and bytes` {
    private final class Moment: TableCodable {
        var id = 0
        var at = Date(timeIntervalSince1970: 7)
        var maybe: Date?
        var bytes = Data([1])

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Moment
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, at, maybe, bytes
        }
    }

    private let database = Database.createInMemoryDatabase()

    /// Reads the SQL of a value in all ways there are.
    private func dates(_ value: String) throws -> [Double] {
        try database.exec(sql: "DROP TABLE IF EXISTS moments")
        try database.exec(sql: "CREATE TABLE moments(id, at, maybe, bytes)")
        try database.exec(
            StatementSQL(
                SQLTemplate(
                    stringLiteral: "INSERT INTO moments VALUES(1, \(value), \(value), x'')")))
        let moments: [Moment] = try database.getObjects(fromTable: "moments")
        let moment = try #require(moments.first)
        let handle = try database.getHandle()
        try handle.prepare(sql: "SELECT at FROM moments")
        defer { handle.finalize() }
        #expect(try handle.step())
        let other: Date = try #require(handle.value(atIndex: 0, of: Date.self))
        return [moment.at, try #require(moment.maybe), other].map(\.timeIntervalSince1970)
    }

    @Test(arguments: [
        ("'2024-05-01 10:00:00'", 0.0), ("'12abc'", 0), ("' 5'", 0), ("x'3132'", 0), ("'0x10'", 16),
        ("'2.5'", 2.5), ("12", 12), ("-1.25", -1.25), ("''", 0),
    ])
    func `a date is the whole text or nothing`(value: String, seconds: Double) throws {
        #expect(try dates(value) == [seconds, seconds, seconds])
    }

    @Test func `bytes of a number are its text in Swift`() throws {
        try database.exec(sql: "CREATE TABLE moments(id, at, maybe, bytes)")
        try database.exec(
            sql: "INSERT INTO moments VALUES(1, 0, 0, 1e30), (2, 0, 0, 12), (3, 0, 0, 'ab')")
        let moments: [Moment] = try database.getObjects(
            fromTable: "moments", orderBy: [Moment.Properties.id.order(.ascending)])
        #expect(moments.map(\.bytes) == ["1e+30", "12", "ab"].map { Data($0.utf8) })
    }
}
