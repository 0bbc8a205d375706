import Foundation
import WCDBSwift

/// What somebody has. All balances together are nothing, for money only moves.
struct Account: TableCodable {
    static let table = "accounts"
    static let count = 32

    var id: Int
    var balance = 0
    /// How often somebody has touched it.
    var touches = 0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Account
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, balance, touches
    }
}

/// What a member of the crowd has written: its entries are numbered from 1 without a gap.
struct Entry: TableCodable {
    static let table = "entries"

    var id: Int?
    var author: Int
    var number: Int
    var text: String

    var isAutoIncrement: Bool { id == nil }

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Entry
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
            BindIndex(author, number, namedWith: "_by_author", isUnique: true)
        }
        case id, author, number, text
    }
}
