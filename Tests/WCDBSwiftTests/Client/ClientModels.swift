import Foundation
import WCDBSwift

// Models as programs write them. These files are compiled in Swift 6 mode, in Swift 5 mode, and
// with the main actor as the default isolation.

final class ClientNote: TableCodable {
    var identifier: Int?
    var text: String?
    var created = Date(timeIntervalSince1970: 0)
    var isAutoIncrement = false
    var lastInsertedRowID: Int64 = 0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientNote
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(identifier, isPrimary: true, isAutoIncrement: true)
            BindColumnConstraint(text, isNotNull: true, defaultTo: "?")
            BindColumnConstraint(created, defaultTo: nil, collate: "BINARY")
            BindIndex(text, namedWith: "_text")
            BindIndex(
                text, created.asIndex(orderBy: .descending), namedWith: "_both", isUnique: true)
            BindChecks {
                CodingKeys.identifier > 0
                CodingKeys.text.length() < 1000 && CodingKeys.text != ""
            }
        }
        case identifier = "id"
        case text
        case created
    }
}

class ClientBase: TableCodable {
    var id = 0
    var name = ""

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientBase
        static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case id
        case name
    }
}

struct ClientPoint: TableCodable {
    var x: Double
    var y: Double
    var label: String?

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientPoint
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindMultiPrimary(x, y, onConflict: .Replace)
        }
        case x, y, label
    }
}

/// Keys of several columns, by the names of the cases alone.
struct ClientPlace: TableCodable {
    var room: Int
    var shelf: Int
    var label: String?

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientPlace
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindMultiPrimary(.room, .shelf)
            BindMultiUnique(.shelf, .label, onConflict: .Replace)
        }
        case room, shelf, label
    }
}

struct ClientWriteOnly: TableEncodable {
    var id = 0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientWriteOnly
        static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case id
    }
}

enum ClientChoice: TableCodable {
    case number(Int)

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientChoice
        static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case number
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self = .number(try container.decode(Int.self, forKey: .number))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if case .number(let number) = self { try container.encode(number, forKey: .number) }
    }
}

struct ClientSize: ColumnJSONCodable {
    var width = 0.0
    var height = 0.0
}

enum ClientMood: Int, ColumnCodable, LiteralValueConvertible {
    case sad, happy

    static var columnType: ColumnType { .integer64 }

    init?(with value: Value) { self.init(rawValue: value.intValue) }

    func archivedValue() -> Value { Value(Int64(rawValue)) }
}

struct ClientBox<Content: ColumnCodable>: TableCodable {
    var content: Content?
    var size = ClientSize()
    var mood = ClientMood.sad

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientBox
        // A generic type can have no stored static property.
        static var objectRelationalMapping: TableBinding<CodingKeys> {
            TableBinding(CodingKeys.self) {
                BindColumnConstraint(.content, isPrimary: true)
                BindColumnConstraint(mood, defaultTo: ClientMood.happy)
            }
        }
        case content, size, mood
    }
}

/// Declared as the 1.x API wants it.
final class ClientOld: TableCodable {
    var identifier: Int?
    var part: Int?

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientOld
        static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case identifier
        case part

        static var columnConstraintBindings: [CodingKeys: ColumnConstraintBinding]? {
            [
                .identifier: ColumnConstraintBinding(isPrimary: true, orderBy: .ascending),
                .part: ColumnConstraintBinding(isNotNull: true, defaultTo: 1),
            ]
        }
        static var indexBindings: [IndexBinding.Subfix: IndexBinding]? {
            ["_part": IndexBinding(isUnique: true, indexesBy: part.asIndex(orderBy: .descending))]
        }
        static var tableConstraintBindings:
            [TableConstraintBinding.Name: any TableConstraintBinding]?
        {
            ["unique_part": MultiUniqueBinding(indexesBy: identifier, part)]
        }
    }
}
