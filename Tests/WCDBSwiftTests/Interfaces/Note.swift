import Foundation
import WCDBSwift

/// The model of the tests of this folder, as a program would write it.
final class Note: TableCodable {
    var id: Int?
    var text: String?
    var stars = 0.0
    var content = Data()
    var isAutoIncrement = false
    var lastInsertedRowID: Int64 = 0

    init(_ id: Int? = nil, _ text: String? = nil, stars: Double = 0) {
        self.id = id
        self.text = text
        self.stars = stars
    }

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Note
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
            BindIndex(text, namedWith: "_text")
        }
        case id, text, stars, content
    }
}

/// A value with the same columns.
struct Memo: TableCodable, Equatable {
    var id = 0
    var text: String?
    var stars = 0.0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Memo
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, text, stars
    }
}

/// A text for each row.
func texts(_ rows: MultiRowsValue) -> [String] {
    rows.map { row in
        row.map { $0.type == .null ? "NULL" : $0.stringValue }.joined(separator: "|")
    }
}

extension TemporaryDatabase {
    /// The rows of a query, as text.
    func rows(of sql: SQLTemplate) throws -> [String] {
        texts(try database.getRows(from: StatementSQL(sql)))
    }

    /// A table `memos` of the type `Memo` with so many rows.
    func fillMemos(_ count: Int) throws {
        try database.create(table: "memos", of: Memo.self)
        let memos = (1...count).map {
            Memo(id: $0, text: $0 % 3 == 0 ? nil : "text \($0)", stars: Double($0) / 2)
        }
        try database.insert(memos, intoTable: "memos")
    }
}
