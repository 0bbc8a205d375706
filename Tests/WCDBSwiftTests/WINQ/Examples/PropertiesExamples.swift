import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Properties.
@Suite struct `WINQ examples of properties` {
    @Test func `texts of Property and CodingTableKey`() {
        expect(Item.Properties.name.asProperty(), "item_name")
        expect(Item.Properties.name.asColumn(), "item_name")
        expect(Item.Properties.id.in(table: "t"), "id")
        expect(Item.Properties.id.in(table: "t").asColumn(), "t.id")
        expect(Item.Properties.id.in(table: "t").of(schema: "main").asColumn(), "main.t.id")
        expect(Item.Properties.all[1].name, "item_name")
        expect(Item.Properties.id == 1, "id == 1")
        expect(Item.Properties.id < Item.Properties.name, "id < item_name")
        expect(
            Item.Properties.id.in(table: "t") == Item.Properties.name.in(table: "u"),
            "t.id == u.item_name")
        expect(!Item.Properties.id, "NOT id")
        expect(Item.Properties.id.isNull(), "id ISNULL")
        expect(Item.Properties.id.max().as(Item.Properties.id), "MAX(id)")
        expect(a.count().as("x").as(Item.Properties.id), "COUNT(a) AS x")
        expect(
            StatementSelect().select(Item.Properties.id.max().as(Item.Properties.id)).from("t"),
            "SELECT MAX(id) FROM t")
        expect(Item.Properties.id.as(Item.Properties.name), "id")
        expect(Item.Properties.name.match("x*"), "item_name MATCH 'x*'")
    }
}
