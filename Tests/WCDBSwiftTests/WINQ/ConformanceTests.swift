import Foundation
import Testing
import WCDBSwift

@testable import WCDBSQL

/// Types of a program take part by conforming to the protocols.
@Suite struct `WINQ conformances` {
    struct Half: WCDBSwift.ExpressionConvertible {
        let column: Column
        func asExpression() -> WCDBSwift.Expression { column / 2 }
    }

    struct Place: ColumnConvertible {
        func asColumn() -> Column { Column(named: "place") }
    }

    enum Mood: Int, ColumnCodable, LiteralValueConvertible {
        case sad, happy
        static var columnType: ColumnType { .integer64 }
        init?(with value: Value) { self.init(rawValue: value.intValue) }
        func archivedValue() -> Value { Value(Int64(rawValue)) }
    }

    @Test func `of a program's own types`() {
        expect(Column(named: "x") > Half(column: a), "x > (a / 2)")
        expect(
            StatementSelect().select(Half(column: a)).order(by: Half(column: b)),
            "SELECT a / 2 ORDER BY b / 2")
        expect(a == Place(), "a == place")
        expect(Place().asIndex(orderBy: .ascending), "place ASC")
        expect(
            StatementUpdate().update(table: "t").set(Place()).to(Mood.happy),
            "UPDATE t SET place = 1")
        expect(a.in(Mood.happy, Mood.sad), "a IN(1, 0)")
    }

    @Test func `columns of keys know their model`() throws {
        let property = Item.Properties.id.in(table: "t").of(schema: "s")
        let origin = try #require(property.asColumn().column.origin.object as? BindingOrigin)
        #expect(ObjectIdentifier(origin.keys) == ObjectIdentifier(Item.CodingKeys.self))
        #expect(Column(named: "id").column.origin.isNone)
        #expect(Item.Properties.all[0].asColumn().column.origin.object is BindingOrigin)
        #expect(Property(with: Item.Properties.id).asColumn().column.origin.object != nil)
    }

    @Test func `immutable objects are shared`() async {
        let pragma = Pragma.userVersion
        let schema = Schema.main
        let parameter = BindParameter._1
        let texts = await Task.detached {
            [pragma.description, schema.description, "\(parameter)"]
        }
        .value
        #expect(texts == ["user_version", "main", "?1"])
    }
}
