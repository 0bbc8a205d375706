import Testing
import WCDBSwift

/// Foundation has a type of this name too.
typealias Expression = WCDBSwift.Expression

/// The model of the examples.
final class Item: TableCodable {
    var id = 0
    var name: String?

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Item
        static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case id
        case name = "item_name"
    }
}

// What the examples are made of, fresh at each use.
var a: Column { Column(named: "a") }
var b: Column { Column(named: "b") }
var c: Column { Column(named: "c") }
var sel: StatementSelect { StatementSelect().select(a).from("t") }

func expect(
    _ object: some CustomStringConvertible, _ text: String,
    at location: SourceLocation = #_sourceLocation
) {
    #expect(object.description == text, sourceLocation: location)
    expectRoundTrip(object, at: location)
}
