import Foundation
import WCDBSwift

// What the examples of the documentation take for granted: three models, a database with some
// objects of theirs, and the values and functions that a program would have.

/// Foundation has a type of this name too.
typealias Expression = WCDBSwift.Expression

struct Note: TableCodable {
    var id = 0
    var title: String?
    var text: String?
    var author = 0
    var stars = 0
    var isDraft = false
    var created = Date(timeIntervalSince1970: 0)

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Note
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, title, text, author, stars, isDraft, created
    }
}

struct Author: TableCodable {
    var id = 0
    var name = ""

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Author
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, name
    }
}

struct Book: TableCodable {
    var id = 0
    var title = ""
    var author = 0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Book
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, title, author
    }
}

/// The objects that an example finds. Each example that runs has a world of its own.
struct ExampleWorld {
    let database = Database.createInMemoryDatabase()
    let handle: Handle

    /// The world of the example that runs; made when the example asks for it.
    nonisolated(unsafe) private static var world: ExampleWorld?

    static func begin() { world = nil }

    static var current: ExampleWorld {
        if let world { return world }
        do {
            let new = try ExampleWorld()
            world = new
            return new
        } catch {
            fatalError("the world of the examples cannot be made: \(error)")
        }
    }

    private init() throws {
        try database.create(table: "notes", of: Note.self)
        try database.create(table: "orders", of: Note.self)
        try database.create(table: "items", of: Note.self)
        try database.create(table: "authors", of: Author.self)
        try database.create(table: "books", of: Book.self)
        try database.insert(notes, intoTable: "notes")
        try database.insert([Author(id: 1, name: "Ada")], intoTable: "authors")
        try database.insert([Book(id: 1, title: "Notes", author: 1)], intoTable: "books")
        handle = try database.getHandle()
    }
}

var database: Database { ExampleWorld.current.database }
var handle: Handle { ExampleWorld.current.handle }
var table: Table<Note> { database.getTable(named: "notes", of: Note.self) }
var select: StatementSelect { StatementSelect().select(Note.Properties.id).from("notes") }

/// The notes that are in the table.
let notes = [
    Note(id: 7, title: "Milk", text: "Two bottles", author: 1, stars: 3),
    Note(id: 8, title: "Bread", text: "Rye", author: 1, stars: 5),
    Note(id: 9, title: "Idea", text: nil, author: 2, isDraft: true),
]
/// A note that is not in the table.
let note = Note(id: 10, title: "Tea", text: "Green", author: 2)
let order = note
let items = [Note(id: 11), Note(id: 12)]

let name = "Ada"
let names = ["Ada", "Bob"]
let age = 17
let limit = 10
let tag = "shop"
let tags = ["shop", "home"]
let files = [("a.txt", 12), ("b.txt", 34)]
let copy = "/tmp/copy.db"
let backup = "/tmp/backup.db"
let quarantine = "/tmp/quarantine"
let archive = "/tmp/archive"
let cachePath = "/tmp/cache.db"
let steps = [SchemaStep(1, "drafts") { try $0.create(table: "drafts", of: Note.self) }]

/// The row that an initialiser of `Note` reads. There is none outside: such examples only compile.
var row: StoredRow<Note.CodingKeys> { fatalError("an example reads a row that is not there") }

func show(_ value: some Any) {}
func log(_ text: String) {}
func report(_ text: String) {}
func reload() {}
func upload() {}
