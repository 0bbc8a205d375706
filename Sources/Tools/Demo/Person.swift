import WCDBSwift

/// Somebody who wrote papers.
struct Person: TableCodable {
    var id: Int
    var name: String
    var born: Int?

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Person
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, name, born
    }
}

/// A paper. A class, so that it can be told the key that the database gave it.
final class Paper: TableCodable {
    var id: Int?
    var author = 0
    var title = ""
    var year = 0
    var keywords: [String] = []
    var isAutoIncrement = true
    var lastInsertedRowID: Int64 = 0

    init(by author: Int, _ title: String, _ year: Int, _ keywords: String...) {
        self.author = author
        self.title = title
        self.year = year
        self.keywords = keywords
    }

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Paper
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
            BindIndex(author, year.asIndex(orderBy: .descending), namedWith: "_author")
            BindChecks {
                CodingKeys.year > 1800
            }
        }
        case id, author, title, year, keywords
    }
}
