import Foundation
import Testing
import WCDBSwift

@testable import WCDBSQL

extension Decimal: ColumnCodable {
    static var columnType: ColumnType { .text }

    init?(with value: Value) { self.init(string: value.stringValue) }

    func archivedValue() -> Value { Value("\(self)") }
}

/// Types that are made of some values only must not hide the types of the columns behind them: an
/// identifier without a type is given out by nobody.
@Suite struct `Column types behind demanding ones` {
    enum Shape: ColumnJSONCodable {
        case circle(radius: Double)
        indirect case pair(Shape, Shape)
        case none
    }

    /// Nothing but `leaf` ends.
    indirect enum Tree: ColumnJSONCodable {
        case node(Tree, Tree)
        case leaf(URL)
    }

    struct HasAddress: ColumnJSONCodable {
        var address: URL
    }

    final class Parcel: ColumnJSONCodable {
        var address: URL
        init(address: URL) { self.address = address }
    }

    struct Point: ColumnJSONCodable {
        let x: Double
        let y: Double

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            x = try list.decode(Double.self)
            y = try list.decode(Double.self)
        }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(x)
            try list.encode(y)
        }
    }

    /// Asks for keys of a type that has no values: none may be made up.
    struct Keyless: ColumnJSONCodable {
        enum NoKeys: CodingKey {}

        init(from decoder: any Decoder) throws {
            guard try decoder.container(keyedBy: NoKeys.self).allKeys.isEmpty else {
                throw CancellationError()
            }
        }

        func encode(to encoder: any Encoder) throws {}
    }

    /// Takes for granted what its database holds.
    struct Trusting: ColumnCodable {
        let word: String
        let letter: Character
        let address: URL

        enum CodingKeys: String, CodingKey { case word, address }

        init(word: String, address: URL) {
            self.word = word
            self.address = address
            letter = word.first ?? "?"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                word: try container.decode(String.self, forKey: .word),
                address: try container.decode(URL.self, forKey: .address))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(word, forKey: .word)
            try container.encode(address, forKey: .address)
        }

        static var columnType: ColumnType { .text }

        init?(with value: Value) {
            let parts = value.stringValue.split(separator: " ")
            // Out of bounds where nothing, a number or one word is stored.
            self.init(word: String(parts[1]), address: URL(fileURLWithPath: String(parts[0])))
        }

        func archivedValue() -> Value { Value("\(address.path) \(word)") }
    }

    struct HasTrusting: TableCodable {
        var trusting: Trusting
        var others: [Trusting]
        var id: Int

        enum CodingKeys: String, CodingTableKey {
            typealias Root = HasTrusting
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case trusting, others, id
        }
    }

    @Test func `no made-up stored form is handed to a type that can be decoded`() {
        let outline = HasTrusting.CodingKeys.objectRelationalMapping.outline
        #expect(outline.problems.isEmpty)
        #expect(
            outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(trusting TEXT, others BLOB, id INTEGER)")
    }

    /// Reads a list until there is nothing more to be had.
    struct Tags: ColumnJSONCodable {
        var texts: [String] = []

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while let text = try? list.decode(String.self) { texts.append(text) }
            while let inner = try? list.nestedUnkeyedContainer() { _ = inner }
            while (try? list.decodeNil()) == true {}
        }

        func encode(to encoder: any Encoder) throws { try texts.encode(to: encoder) }
    }

    struct Place: TableCodable {
        var url: URL
        var id: Int?
        var shape: Shape
        var tree: Tree
        var price: Decimal
        var holder: HasAddress
        var parcel: Parcel
        var key: UUID
        var point: Point
        var keyless: Keyless
        var tags: Tags
        var name: String

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Place
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
            }
            case url, id, shape, tree, price, holder, parcel, key, point, keyless, tags, name
        }
    }

    @Test func `all of them have values`() {
        let outline = Place.CodingKeys.objectRelationalMapping.outline
        #expect(outline.problems.isEmpty && outline.remarks.isEmpty)
        #expect(
            outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(url TEXT, id INTEGER PRIMARY KEY AUTOINCREMENT, "
                + "shape BLOB, tree BLOB, price TEXT, holder BLOB, parcel BLOB, key TEXT, "
                + "point BLOB, keyless BLOB, tags BLOB, name TEXT)")
    }

    struct Visit: TableCodable {
        var url: URL
        var id: Int?
        var name: String

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Visit
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isPrimary: true)
            }
            case url, id, name
        }
    }

    @Test func `identifiers are given out`() throws {
        let database = Database.createInMemoryDatabase()
        let url = try #require(URL(string: "https://example.org"))
        try database.create(table: "visits", of: Visit.self)
        try database.insert(
            [Visit(url: url, name: "a"), Visit(url: url, name: "b")], intoTable: "visits")
        let visits: [Visit] = try database.getObjects(fromTable: "visits")
        #expect(visits.map(\.id) == [1, 2])
    }

    /// A decoder that looks at the values.
    struct Checked: TableCodable {
        var title: String
        var count: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title = try container.decode(String.self, forKey: .title)
            guard !title.isEmpty else { throw CancellationError() }
            count = try container.decode(Int.self, forKey: .count)
        }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Checked
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case title, count
        }
    }

    @Test func `a decoder that refuses empty texts`() {
        let outline = Checked.CodingKeys.objectRelationalMapping.outline
        #expect(
            outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(title TEXT, count INTEGER)")
        #expect(outline.problems.isEmpty)
    }

    /// Made of nothing that could be guessed.
    final class Riddle: ColumnCodable {
        static var columnType: ColumnType { .text }

        init?(with value: Value) {
            guard value.stringValue == "the answer" else { return nil }
        }

        init(from decoder: any Decoder) throws { throw CancellationError() }

        func encode(to encoder: any Encoder) throws {}

        func archivedValue() -> Value { Value("the answer") }
    }

    struct Puzzle: TableCodable {
        var riddle: Riddle
        var id: Int?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Puzzle
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isPrimary: true)
            }
            case riddle, id
        }
    }

    @Test func `a type that stays unknown is an error`() throws {
        let database = Database.createInMemoryDatabase()
        let error = #expect(throws: WCDBError.self) {
            try database.create(table: "t", of: Puzzle.self)
        }
        #expect(error?.message?.hasPrefix("id: its type is not known") == true)
        #expect(try !database.isTableExists("t"))
    }

    /// Its decoder leaves a key out.
    struct Partial: TableCodable {
        var id = 0
        var total = 0

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Partial
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, total
        }
    }

    @Test func `a key that decoding does not ask for is remarked`() {
        let outline = Partial.CodingKeys.objectRelationalMapping.outline
        #expect(outline.problems.isEmpty)
        #expect(outline.remarks.count == 1)
        #expect(outline.remarks.first?.hasPrefix("total: ") == true)
    }

    /// Sure of what its column holds; nothing there is zero.
    enum Kind: Int, ColumnCodable {
        case first = 1
        case second

        static var columnType: ColumnType { .integer32 }

        init?(with value: Value) { self = Kind(rawValue: value.intValue)! }

        func archivedValue() -> Value { Value(Int32(rawValue)) }
    }

    /// On Linux, CGFloat traps when it is made of an integer that is not an `Int`.
    struct Badge: TableCodable {
        var id = 0
        var kind = Kind.second
        var width: CGFloat = 1.5
        var corners = [CGPoint(x: 1, y: 2)]

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Badge
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, kind, width, corners
        }
    }

    @Test func `types that trap on what nobody stored`() throws {
        let database = Database.createInMemoryDatabase()
        try database.create(table: "badges", of: Badge.self)
        try database.insert(Badge(), intoTable: "badges")
        let badge: Badge? = try database.getObject(fromTable: "badges")
        #expect(badge?.kind == .second && badge?.width == 1.5)
        #expect(badge?.corners == [CGPoint(x: 1, y: 2)])
    }
}
