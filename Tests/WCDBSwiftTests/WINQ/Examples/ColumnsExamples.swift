import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Columns.
@Suite struct `WINQ examples of columns` {
    @Test func `a column keeps its table, and its schema with one`() {
        expect(Column(named: "x"), "x")
        expect(Column(named: ""), "")
        expect(Column(named: "select"), "`select`")
        expect(Column(named: "a b"), "`a b`")
        expect(Column.all(), "*")
        expect(Column.rowid(), "rowid")
        expect(Column(named: "x").in(table: "t"), "t.x")
        expect(Column(named: "x").in(table: "t").of(schema: "main"), "main.t.x")
        expect(Column(named: "x").in(table: "t").of(schema: Schema.temp), "temp.t.x")
        expect(Column(named: "x").of(schema: "main"), "x")
        expect(Column.all().in(table: "t"), "t.*")
        expect(Column.all().in(table: "t").of(schema: "s"), "s.t.*")
        expect(Column.rowid().in(table: "t"), "t.rowid")
        expect(a.as("n"), "a AS n")
        expect(Column(named: "x").asExpression(), "x")
        expect(Column(named: "x").asResultColumn(), "x")
        expect(Column(named: "x").asOrder(), "x")
        expect(Column(named: "x").asIndex(), "x")
    }

    @Test func `a column of an index, of a table, of an order`() {
        expect(Column(named: "x").asIndex(orderBy: .descending), "x DESC")
        expect(Column(named: "x").asIndex(orderBy: nil), "x")
        expect(Column(named: "x").asDef(), "x")
        expect(Column(named: "x").asDef(with: .text), "x TEXT")
        expect(Column(named: "x").order(.ascending), "x ASC")
    }

    @Test func `texts of ResultColumn`() {
        expect(ResultColumn(with: a), "a")
        expect(ResultColumn(with: a + 1), "a + 1")
        expect(ResultColumn(with: a).as("n"), "a AS n")
        expect(ResultColumn(with: a).as("n").as("m"), "a AS m")
        expect(ResultColumn(with: "lit"), "'lit'")
        expect(ResultColumn(with: 1).as("one"), "1 AS one")
        expect(ResultColumn(with: sel), "(SELECT a FROM t)")
        expect(ResultColumn(with: Column.all().in(table: "t")), "t.*")
        expect(sel.asResultColumn().as("q"), "(SELECT a FROM t) AS q")
        expect(a.as("has space"), "a AS `has space`")
    }

    @Test func `texts of OrderingTerm`() {
        expect(OrderingTerm(with: a), "a")
        expect(OrderingTerm(with: a).order(.ascending), "a ASC")
        expect(OrderingTerm(with: a).order(.descending), "a DESC")
        expect(OrderingTerm(with: a).order(nil), "a")
        expect(OrderingTerm(with: a).collate("NOCASE"), "a COLLATE NOCASE")
        expect(
            OrderingTerm(with: a).order(.ascending).collate("NOCASE"),
            "a COLLATE NOCASE ASC")
        expect(OrderingTerm(with: a + 1).order(.ascending), "a + 1 ASC")
        expect(OrderingTerm(with: 1), "1")
        expect(OrderingTerm.ascendingRowid(), "rowid ASC")
        expect(OrderingTerm.descendingRowid(), "rowid DESC")
        expect(a.order(.descending), "a DESC")
        expect(a.order(.ascending).order(.descending), "a DESC")
        expect(a.order(.ascending).order(nil), "a ASC")
        expect((a + 1).order(.ascending), "a + 1 ASC")
        expect(a.count().order(.descending), "COUNT(a) DESC")
        expect(a.asOrder().collate("BINARY"), "a COLLATE BINARY")
        expect(a.collate("BINARY").order(.ascending), "a COLLATE BINARY ASC")
        expect(Item.Properties.name.order(.descending), "item_name DESC")
    }

    @Test func `texts of IndexedColumn`() {
        expect(IndexedColumn(with: a), "a")
        expect(IndexedColumn(with: a + 1), "a + 1")
        expect(IndexedColumn(with: a.lower()), "LOWER(a)")
        expect(IndexedColumn(with: a).order(.ascending), "a ASC")
        expect(IndexedColumn(with: a).collate("NOCASE"), "a COLLATE NOCASE")
        expect(
            IndexedColumn(with: a).order(.descending).collate("NOCASE"),
            "a COLLATE NOCASE DESC")
        expect(Item.Properties.id.asIndex(), "id")
        expect(Item.Properties.name.asIndex(orderBy: .ascending), "item_name ASC")
    }
}
