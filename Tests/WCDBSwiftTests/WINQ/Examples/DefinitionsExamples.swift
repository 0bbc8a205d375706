import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Definitions.
@Suite struct `WINQ examples of definitions` {
    @Test func `texts of StatementCreateIndex`() {
        expect(
            StatementCreateIndex().create(index: "i").on(table: "t").indexesBy(a),
            "CREATE INDEX i ON t(a)")
        expect(
            StatementCreateIndex().create(index: "i", isUnique: true).on(table: "t").indexesBy(
                a, b.asIndex(orderBy: .descending)),
            "CREATE UNIQUE INDEX i ON t(a, b DESC)")
        expect(
            StatementCreateIndex().create(index: "i").unique().ifNotExists().of(schema: "main").on(
                table: "t"
            ).indexesBy([a]).where(a > 1),
            "CREATE UNIQUE INDEX IF NOT EXISTS main.i ON t(a) WHERE a > 1")
        expect(
            StatementCreateIndex().create(index: "i").on(table: "t").indexesBy(a).indexesBy(b),
            "CREATE INDEX i ON t(b)")
        expect(
            StatementCreateIndex().create(index: "i").on(table: "t").indexesBy(
                IndexedColumn(with: a.lower())),
            "CREATE INDEX i ON t(LOWER(a))")
        expect(
            StatementCreateIndex().create(index: "i").on(table: "t").indexesBy(
                Item.Properties.id, Item.Properties.name.asIndex(orderBy: .descending)),
            "CREATE INDEX i ON t(id, item_name DESC)")
        expect(
            StatementCreateIndex().create(index: "i").on(table: "t"),
            "CREATE INDEX i ON t()")
    }

    @Test func `texts of StatementCreateTable`() {
        expect(StatementCreateTable().create(table: "t"), "")
        expect(
            StatementCreateTable().create(table: "t").with(
                columns: ColumnDef(with: a, and: .text), ColumnDef(with: b)),
            "CREATE TABLE t(a TEXT, b)")
        expect(
            StatementCreateTable().create(table: "t").ifNotExists().of(schema: "main").with(
                columns: ColumnDef(with: a)),
            "CREATE TABLE IF NOT EXISTS main.t(a)")
        expect(
            StatementCreateTable().create(table: "t", isTemp: true).ifNotExists().of(schema: "main")
                .with(columns: ColumnDef(with: a)),
            "CREATE TEMP TABLE IF NOT EXISTS t(a)")
        expect(
            StatementCreateTable().create(table: "t").with(columns: ColumnDef(with: a)).constraint(
                TableConstraint().primaryKey().indexed(by: a)),
            "CREATE TABLE t(a, PRIMARY KEY(a))")
        expect(
            StatementCreateTable().create(table: "t").with(columns: [
                ColumnDef(with: a), ColumnDef(with: b),
            ]).constraint([
                TableConstraint().unique().indexed(by: a), TableConstraint(named: "k").check(a > 1),
            ]).withoutRowid(),
            "CREATE TABLE t(a, b, UNIQUE(a), CONSTRAINT k CHECK(a > 1)) WITHOUT "
                + "ROWID")
        expect(
            StatementCreateTable().create(table: "t").as(sel),
            "CREATE TABLE t AS SELECT a FROM t")
        expect(
            StatementCreateTable().create(table: "t").as(sel).withoutRowid(),
            "CREATE TABLE t AS SELECT a FROM t")
        expect(
            StatementCreateTable().create(table: "t").with(columns: ColumnDef(with: a)).with(
                columns: ColumnDef(with: b)),
            "CREATE TABLE t(b)")
        expect(
            StatementCreateTable().create(table: "t").with(columns: ColumnDef(with: a)).constraint(
                nil),
            "CREATE TABLE t(a)")
        expect(
            StatementCreateTable().create(table: "t").with(
                columns: Item.Properties.id.asDef(with: .integer64).makePrimary(
                    isAutoIncrement: true),
                Item.Properties.name.asDef(with: .text).makeNotNull().makeDefault(to: "d")),
            "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, item_name "
                + "TEXT NOT NULL DEFAULT 'd')")
    }

    @Test func `texts of StatementCreateView`() {
        expect(
            StatementCreateView().create(view: "v").as(sel),
            "CREATE VIEW v AS SELECT a FROM t")
        expect(
            StatementCreateView().create(view: "v", isTemp: true).ifNotExists().of(schema: "main")
                .as(sel),
            "CREATE TEMP VIEW IF NOT EXISTS v AS SELECT a FROM t")
        expect(
            StatementCreateView().create(view: "v").ifNotExists().of(schema: "main").with(
                columns: a, b
            ).as(sel),
            "CREATE VIEW IF NOT EXISTS main.v(a, b) AS SELECT a FROM t")
    }

    @Test func `texts of StatementCreateTrigger`() {
        expect(
            StatementCreateTrigger().create(trigger: "tr").before().insert().on(table: "t").execute(
                StatementDelete().delete(from: "t2")),
            "CREATE TRIGGER tr BEFORE INSERT ON t BEGIN DELETE FROM t2; END")
        expect(
            StatementCreateTrigger().create(trigger: "tr").after().update().of(columns: a, b).on(
                table: "t"
            ).forEachRow().when(a > 1).execute(StatementInsert().insert(intoTable: "t2").values(1))
                .execute(sel),
            "CREATE TRIGGER tr AFTER UPDATE OF a, b ON t FOR EACH ROW WHEN a > "
                + "1 BEGIN INSERT INTO t2 VALUES(1); SELECT a FROM t; END")
        expect(
            StatementCreateTrigger().create(trigger: "tr", isTemp: true).ifNotExists().of(
                schema: "main"
            ).insteadOf().delete().on(table: "v").execute(sel),
            "CREATE TEMP TRIGGER IF NOT EXISTS tr INSTEAD OF DELETE ON v BEGIN "
                + "SELECT a FROM t; END")
        expect(
            StatementCreateTrigger().create(trigger: "tr").of(schema: "main").delete().on(
                table: "t"
            ).execute(sel),
            "CREATE TRIGGER main.tr DELETE ON t BEGIN SELECT a FROM t; END")
        expect(
            StatementCreateTrigger().create(trigger: "tr").insert().of(columns: a).on(table: "t")
                .execute(StatementInsert().insert(intoTable: "t2").of(schema: "main").values(1)),
            "CREATE TRIGGER tr INSERT ON t BEGIN INSERT INTO t2 VALUES(1); END")
        expect(
            StatementCreateTrigger().create(trigger: "tr").delete().on(table: "t").execute(
                StatementUpdate().update(table: QualifiedTable(with: "t3").of(schema: "main")).set(
                    a
                ).to(1)
            ).execute(
                StatementDelete().delete(from: QualifiedTable(with: "t4").of(schema: "main"))),
            "CREATE TRIGGER tr DELETE ON t BEGIN UPDATE t3 SET a = 1; DELETE "
                + "FROM t4; END")
    }

    @Test func `texts of StatementCreateVirtualTable`() {
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").using(module: "m"),
            "CREATE VIRTUAL TABLE t USING m")
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").ifNotExists().of(schema: "main")
                .using(module: .FTS4).arguments(a, b),
            "CREATE VIRTUAL TABLE IF NOT EXISTS main.t USING fts4(a, b)")
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").using(module: .FTS5).arguments([
                "a", "b UNINDEXED", "tokenize = porter",
            ]),
            "CREATE VIRTUAL TABLE t USING fts5(a, b UNINDEXED, tokenize = 'porter')")
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").using(module: "FTS5").arguments(
                "a", "tokenize=porter"),
            "CREATE VIRTUAL TABLE t USING FTS5(a, tokenize=porter)")
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").using(module: .FTS4).arguments(
                "a TEXT", "b TEXT UNINDEXED", "tokenize = porter"),
            "CREATE VIRTUAL TABLE t USING fts4(a TEXT, b TEXT, tokenize = "
                + "porter, notindexed=b)")
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").using(module: .FTS3).arguments(
                ColumnDef(with: a, and: .text), ColumnDef(with: b, and: .text).makeNotIndexed()),
            "CREATE VIRTUAL TABLE t USING fts3(a TEXT, b TEXT, notindexed=b)")
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").using(module: .FTS4).arguments(
                "a", "b"
            ).arguments("c"),
            "CREATE VIRTUAL TABLE t USING fts4(a, b, c)")
    }

    @Test func `keys are arguments of a virtual table by their columns`() {
        // What an enumeration describes itself as is not the name of its column.
        let keys = ClientNote.Properties.self
        expect(
            StatementCreateVirtualTable().create(virtualTable: "t").using(module: .FTS5).arguments(
                keys.identifier, keys.text.asProperty(), "tokenize = porter"),
            "CREATE VIRTUAL TABLE t USING fts5(id, text, tokenize = 'porter')")
    }
}
