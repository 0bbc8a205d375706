import Foundation
import Testing
import WCDBSwift

/// Types that read their rows themselves.
@Suite struct `Reading rows by hand` {
    enum Mood: String, Codable { case good, bad }

    struct Entry: TableCodable, Equatable {
        var id: Int
        var text: String?
        var score: Double
        var isOpen: Bool
        var data: Data
        var date: Date?
        var mood: Mood
        var tags: [String]

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Entry
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, text, score, isOpen, data, date, mood, tags
        }
    }

    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private let entry = Entry(
        id: 3, text: "t", score: 2.5, isOpen: true, data: Data([1, 2]),
        date: Date(timeIntervalSince1970: 7), mood: .good, tags: ["a", "b"])

    init() throws {
        try temporary.database.create(table: "e", of: Entry.self)
        try temporary.database.insert(entry, intoTable: "e")
    }

    /// The same columns, read by hand.
    struct Hand: TableCodable, Equatable {
        var id: Int
        var text: String?
        var score: Double
        var isOpen: Bool
        var data: Data
        var date: Date?
        var mood: Mood
        var tags: [String]

        init(row: StoredRow<CodingKeys>) throws {
            id = try row.value(.id)
            text = try row.value(.text)
            score = try row.value(.score)
            isOpen = try row.value(.isOpen)
            data = try row.value(.data)
            date = try row.value(.date)
            mood = try row.value(.mood)
            tags = try row.value(.tags)
        }

        init(from decoder: any Decoder) throws { throw CancellationError() }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Hand
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, text, score, isOpen, data, date, mood, tags
        }
    }

    /// Optionals of types that have no reading of their own.
    struct Loose: TableCodable, Equatable {
        var id: Int8?
        var mood: Mood?
        var tags: [String]?

        init(id: Int8?, mood: Mood?, tags: [String]?) {
            self.id = id
            self.mood = mood
            self.tags = tags
        }

        init(row: StoredRow<CodingKeys>) throws {
            id = try row.value(.id)
            mood = try row.value(.mood)
            tags = try row.value(.tags)
        }

        init(from decoder: any Decoder) throws { throw CancellationError() }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Loose
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, mood, tags
        }
    }

    /// Two overloads took a value that may be nothing, and no call could choose between them.
    @Test func `reads what may be nothing, of any type`() throws {
        try database.exec(sql: "INSERT INTO e(id) VALUES (4)")
        let all: [Loose] = try database.getObjects(
            fromTable: "e", orderBy: [Loose.Properties.id])
        #expect(
            all == [
                Loose(id: 3, mood: .good, tags: ["a", "b"]), Loose(id: 4, mood: nil, tags: nil),
            ])
        let some: [Loose] = try database.getObjects(
            on: Loose.Properties.mood, fromTable: "e", orderBy: [Loose.Properties.id])
        #expect(some.map(\.mood) == [.good, nil] && some.allSatisfy { $0.tags == nil })
    }

    @Test func `finds what Codable finds, and does not ask it`() throws {
        let hand: Hand = try #require(try database.getObject(fromTable: "e"))
        #expect(hand.id == entry.id && hand.text == entry.text && hand.score == entry.score)
        #expect(hand.isOpen && hand.data == entry.data && hand.date == entry.date)
        #expect(hand.mood == entry.mood && hand.tags == entry.tags)
        let reversed: [Hand] = try database.getObjects(
            on: Array(Hand.Properties.all.reversed()), fromTable: "e")
        #expect(reversed == [hand])
    }

    @Test func `names what was not asked for`() throws {
        let error = try #require(throws: WCDBError.self) {
            let _: [Hand] = try database.getObjects(on: Hand.Properties.id, fromTable: "e")
        }
        #expect(error.extInfos["Column"]?.stringValue == "score")
    }

    @Test func `what does not fit is named with its place`() throws {
        try database.exec(StatementSQL("INSERT INTO e(id, mood, tags) VALUES (4, 'ugly', '[]')"))
        let error = try #require(throws: WCDBError.self) {
            let _: [Entry] = try database.getObjects(
                fromTable: "e", orderBy: [Entry.Properties.id])
        }
        #expect(error.code == .Misuse)
        #expect(error.extInfos["Table"]?.stringValue == "e")
        #expect(error.extInfos["Column"]?.stringValue == "mood")
        #expect(error.extInfos["Row"]?.intValue == 2)
        #expect(error.extInfos["Expected"]?.stringValue == "Mood")
        #expect(error.extInfos["Stored"]?.stringValue == "a text")
        try database.exec(StatementSQL("UPDATE e SET mood = 'bad', tags = 'no list' WHERE id = 4"))
        let other = try #require(throws: WCDBError.self) {
            let _: [Entry] = try database.getObjects(fromTable: "e")
        }
        #expect(
            other.message
                == "If [tags] would be decoded as nil, please make it optional. "
                + "Expected Array<String>, stored is a text. (table e, column tags, row 2)")
    }

    /// By hand the number that a text begins with was taken: the year, as seconds.
    @Test func `a text where a date should be is the same either way`() throws {
        for text in ["2024-01-01", "12.5", "x"] {
            try database.exec(sql: "UPDATE e SET date = \(text)")
            let plain: [Entry] = try database.getObjects(fromTable: "e")
            let hand: [Hand] = try database.getObjects(fromTable: "e")
            #expect(plain[0].date == hand[0].date, "\(text)")
        }
    }
}
