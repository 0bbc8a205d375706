import Foundation
import WCDBSwift

// The models of the cookbook.

struct Author: TableCodable, Equatable {
    var id = 0
    var name = ""
    var country: String?

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Author
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
            BindColumnConstraint(name, isNotNull: true, isUnique: true)
        }
        case id, name, country
    }
}

struct Book: TableCodable, Equatable {
    var id = 0
    var author = 0
    var title = ""
    var year = 0
    var price = 0.0
    var stock = 0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Book
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
            BindIndex(author, year, namedWith: "_author")
        }
        case id, author, title, year, price, stock
    }
}

extension TemporaryDatabase {
    func fillShop() throws {
        try database.create(table: "authors", of: Author.self)
        try database.create(table: "books", of: Book.self)
        try database.insert(
            [
                Author(id: 1, name: "Ada", country: "UK"), Author(id: 2, name: "Grace"),
                Author(id: 3, name: "Barbara", country: "US"), Author(id: 4, name: "Frances"),
            ], intoTable: "authors")
        try database.insert(
            [
                Book(id: 1, author: 1, title: "Notes", year: 1843, price: 10, stock: 3),
                Book(id: 2, author: 2, title: "Compilers", year: 1952, price: 20, stock: 0),
                Book(id: 3, author: 2, title: "Nanoseconds", year: 1985, price: 5, stock: 7),
                Book(id: 4, author: 3, title: "Abstraction", year: 1974, price: 30, stock: 1),
                Book(id: 5, author: 3, title: "Subtyping", year: 1994, price: 25, stock: 2),
                Book(id: 6, author: 3, title: "Argus", year: 1988, price: 15, stock: 0),
            ], intoTable: "books")
    }
}
