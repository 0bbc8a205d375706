import Foundation
import Testing
import WCDBSwift

@testable import WCDBSQL

/// Column types are found without values, and nothing that a model does can trap.
@Suite struct `WINQ column types` {
    enum Mood: Int, ColumnCodable {
        case sad = 3
        case happy
        static var columnType: ColumnType { .integer32 }
        init?(with value: Value) { self.init(rawValue: value.intValue) }
        func archivedValue() -> Value { Value(Int32(rawValue)) }
    }

    struct Size: ColumnJSONCodable {
        var width: Double
        var names: [String]
        var inner: [Size]
    }

    struct Full: TableCodable {
        var a: Bool
        var b: Int8
        var c: UInt32
        var d: Int
        var e: UInt64?
        var f: Float
        var g: Date
        var h: Data?
        var i: URL?
        var j: [String: Int]
        var k: Set<Int>
        var l: Mood
        var m: Size
        var n: Mood?
        var o: String
        var p: Double

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Full
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p
        }
    }

    @Test func `of a structure with everything`() {
        let outline = Full.CodingKeys.objectRelationalMapping.outline
        #expect(outline.problems.isEmpty)
        #expect(
            outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(a INTEGER, b INTEGER, c INTEGER, d INTEGER, "
                + "e INTEGER, f REAL, g REAL, h BLOB, i TEXT, j BLOB, k BLOB, l INTEGER, m BLOB, "
                + "n INTEGER, o TEXT, p REAL)")
    }

    class Base: TableCodable {
        var id = 0

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Base
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id
        }
    }

    struct Odd: TableCodable {
        struct Inner: Codable { var x = 0 }
        var id = 0
        var inner = Inner()

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Odd
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, inner
        }
    }

    struct Throwing: TableCodable {
        var id = 0
        var name = ""

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            throw CancellationError()
        }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Throwing
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, name
        }
    }

    @Test func `of classes that are not final, with one key`() {
        #expect(Base.CodingKeys.all.map(\.name) == ["id"])
        #expect(
            Base.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(id INTEGER)")
    }

    @Test func `what cannot be stored is reported`() {
        let outline = Odd.CodingKeys.objectRelationalMapping.outline
        #expect(outline.problems.count == 1)
        #expect(outline.columns.count == 2)
        let stopped = Throwing.CodingKeys.objectRelationalMapping.outline
        #expect(stopped.problems.count == 1 && stopped.problems[0].hasPrefix("name: "))
    }

    @Test func `all keys in their order`() {
        #expect(
            Full.CodingKeys.all.map(\.name) == "abcdefghijklmnop".map { String($0) })
        #expect(Full.Properties.any.description == "*")
        #expect(Item.Properties.all[1].codingTableKey?.stringValue == "item_name")
        #expect(ObjectIdentifier(Item.Properties.id.rootType) == ObjectIdentifier(Item.self))
    }
}
