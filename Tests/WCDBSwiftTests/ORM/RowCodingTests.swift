import Foundation
import Testing
import WCDBSQL

@testable import WCDBSwift

/// Objects become rows and rows become objects, without a database.
@Suite struct `Coding of rows` {
    enum Mood: Int, Codable, Equatable { case sad = -1, happy = 7 }
    enum Shade: String, Codable, Equatable { case light, dark }

    struct Size: ColumnJSONCodable, Equatable {
        var width = 0.0
        var parts: [String] = []
    }

    struct Everything: TableCodable, Equatable {
        var flag = true
        var int8 = Int8.min
        var int16 = Int16.max
        var int32 = Int32.min
        var int64 = Int64.min
        var int = -1
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var uint = UInt.max
        var float: Float = 1.5
        var double = Double.pi
        var text = "naïve \u{0} 🐢"
        var data = Data([0, 255, 1])
        var date = Date(timeIntervalSince1970: 1.25)
        var url = URL(string: "https://example.com/a?b=c")
        var list = [1, 2, 3]
        var set: Set<String> = ["a"]
        var dictionary = ["k": 1.5]
        var mood = Mood.happy
        var shade = Shade.dark
        var size = Size(width: 2, parts: ["x"])
        var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var noInt: Int?
        var noText: String?
        var noData: Data?
        var noMood: Mood?
        var someMood: Mood? = .sad
        var someText: String? = ""

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Everything
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case flag, int8, int16, int32, int64, int, uint8, uint16, uint32, uint64, uint
            case float, double, text, data, date, url, list, set, dictionary
            case mood, shade, size, uuid
            case noInt, noText, noData, noMood, someMood, someText
        }
    }

    /// Encodes an object and decodes a row of the same values.
    static func roundTrip<Object: TableCodable>(_ object: Object) throws -> Object {
        let layout = Object.CodingKeys.objectRelationalMapping.layout
        let encoder = RowEncoder(layout, table: "t")
        // The values are the encoder's.
        return try withExtendedLifetime(encoder) {
            let values = try encoder.encode(object)
            let decoder = RowDecoder(layout, columnCount: values.count, table: "t")
            decoder.row(
                UnsafePointer(try #require(values.baseAddress)), count: values.count, number: 1)
            defer { decoder.end() }
            return try Object(from: decoder)
        }
    }

    @Test func `every built-in type comes back`() throws {
        let object = Everything()
        #expect(try Self.roundTrip(object) == object)
        #expect(Everything.CodingKeys.objectRelationalMapping.outline.problems == [])
    }

    @Test func `how types are stored`() throws {
        let layout = Everything.CodingKeys.objectRelationalMapping.layout
        let encoder = RowEncoder(layout, table: "t")
        let values = try withExtendedLifetime(encoder) {
            try encoder.encode(Everything()).map { Value($0) }
        }
        func stored(_ name: String) throws -> Value {
            values[try #require(layout.names.firstIndex(of: name))]
        }
        // Unsigned integers of 32 and 64 bits by their bits.
        #expect(try stored("uint32").int64Value == -1)
        #expect(try stored("uint64").int64Value == -1)
        #expect(try stored("uint16").int64Value == 65535)
        #expect(try stored("flag").int64Value == 1)
        #expect(try stored("date").doubleValue == 1.25)
        #expect(try stored("url").stringValue == "https://example.com/a?b=c")
        #expect(try stored("list").stringValue == "[1,2,3]")
        #expect(try stored("list").type == .BLOB)
        // Enumerations by their raw values, a UUID as text.
        #expect(try stored("mood").int64Value == 7)
        #expect(try stored("shade").stringValue == "dark")
        #expect(try stored("uuid").stringValue == "01020304-0506-0708-090A-0B0C0D0E0F10")
        #expect(try stored("noInt").type == .null)
        #expect(try stored("someText").type == .text)
        let columns = Everything.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
        #expect(columns.contains("mood INTEGER, shade TEXT, size BLOB, uuid TEXT"))
    }

    @Test func `one encoder serves many objects, and nothing is left of the one before`() throws {
        let layout = Everything.CodingKeys.objectRelationalMapping.layout
        let encoder = RowEncoder(layout, table: "t")
        var object = Everything()
        object.noText = String(repeating: "long ", count: 1000)
        _ = try encoder.encode(object)
        object.noText = nil
        object.text = "short"
        let values = try withExtendedLifetime(encoder) {
            try encoder.encode(object).map { Value($0) }
        }
        let position = try #require(layout.names.firstIndex(of: "noText"))
        #expect(values[position].type == .null)
        #expect(values.contains { $0.stringValue == "short" })
    }

    @Test func `only the columns that were asked for`() throws {
        let layout = ColumnLayout(
            [Everything.Properties.int, Everything.Properties.text], of: Everything.CodingKeys.self)
        let encoder = RowEncoder(layout, table: "t")
        let values = try withExtendedLifetime(encoder) {
            try encoder.encode(Everything()).map { Value($0) }
        }
        #expect(values.map(\.stringValue) == ["-1", "naïve \u{0} 🐢"])
    }

    struct Series: TableCodable {
        var id: Int
        var values: [Double]?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Series
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, values
        }
    }

    /// Has a form of its own, which JSON need not be able to say.
    struct Reading: ColumnCodable {
        var value: Double
        static var columnType: ColumnType { .float }
        init(_ value: Double) { self.value = value }
        init?(with value: Value) { self.value = value.type == .null ? .nan : value.doubleValue }
        func archivedValue() -> Value { value.isFinite ? Value(value) : Value(nil) }
    }

    struct Sample: TableCodable {
        var id: Int
        var reading: Reading

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Sample
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, reading
        }
    }

    @Test func `what stores nothing by itself is left alone`() throws {
        let database = Database.createInMemoryDatabase()
        try database.create(table: "s", of: Sample.self)
        try database.insert(Sample(id: 1, reading: Reading(.nan)), intoTable: "s")
        #expect(try database.getRow(sql: "SELECT typeof(reading) FROM s")?[0].stringValue == "null")
    }

    /// The whole list was stored as NULL.
    @Test func `what JSON cannot say is refused, not stored as nothing`() throws {
        let database = Database.createInMemoryDatabase()
        try database.create(table: "s", of: Series.self)
        try database.insert(Series(id: 1, values: [1, 2]), intoTable: "s")
        let error = try #require(throws: WCDBError.self) {
            try database.insert(Series(id: 2, values: [1, .nan]), intoTable: "s")
        }
        #expect(error.code == .Misuse)
        #expect(error.extInfos["Column"]?.stringValue == "values")
        #expect(throws: WCDBError.self) {
            try database.update(
                table: "s", on: [Series.Properties.values], with: [[Double.infinity]])
        }
        let all: [Series] = try database.getObjects(fromTable: "s")
        #expect(all.map(\.values) == [[1, 2]])
    }
}
