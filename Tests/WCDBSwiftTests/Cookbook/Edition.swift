import Foundation
import WCDBSwift

// The model of the recipes with JSON, and its rows.

struct Edition: TableCodable, Equatable {
    struct Size: ColumnJSONCodable, Equatable {
        var width = 0.0
        var height = 0.0
    }

    var id = 0
    var size = Size()
    var tags: [String] = []

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Edition
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, size, tags
    }
}

extension TemporaryDatabase {
    func fillEditions() throws {
        try database.create(table: "editions", of: Edition.self)
        try database.insert(
            Edition(
                id: 1, size: Edition.Size(width: 12, height: 19), tags: ["poetry", "machines"]),
            Edition(id: 2, size: Edition.Size(width: 21, height: 30), tags: ["machines"]),
            Edition(id: 3, size: Edition.Size(width: 15, height: 22)), intoTable: "editions")
    }
}
