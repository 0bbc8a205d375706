import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Constraints.
@Suite struct `WINQ examples of constraints` {
    @Test func `a foreign key has its columns and actions`() {
        expect(ForeignKey(), "")
        expect(ForeignKey().references(with: "t"), "REFERENCES t")
        expect(ForeignKey().references(with: "t").columns(a, b), "REFERENCES t(a, b)")
        expect(
            ForeignKey().references(with: "t").columns([a]).columns([b]),
            "REFERENCES t(a, b)")
        expect(
            ForeignKey().references(with: "t").onDelete(.setNull),
            "REFERENCES t ON DELETE SET NULL")
        expect(
            ForeignKey().references(with: "t").onDelete(.setDefault),
            "REFERENCES t ON DELETE SET DEFAULT")
        expect(
            ForeignKey().references(with: "t").onDelete(.cascade),
            "REFERENCES t ON DELETE CASCADE")
        expect(
            ForeignKey().references(with: "t").onDelete(.restrict),
            "REFERENCES t ON DELETE RESTRICT")
        expect(
            ForeignKey().references(with: "t").onDelete(.noAction),
            "REFERENCES t ON DELETE NO ACTION")
        expect(
            ForeignKey().references(with: "t").onUpdate(.setNull),
            "REFERENCES t ON UPDATE SET NULL")
        expect(
            ForeignKey().references(with: "t").onUpdate(.cascade).onDelete(.restrict),
            "REFERENCES t ON UPDATE CASCADE ON DELETE RESTRICT")
        expect(
            ForeignKey().references(with: "t").match(with: .Simple),
            "REFERENCES t MATCH SIMPLE")
        expect(
            ForeignKey().references(with: "t").match(with: .Full),
            "REFERENCES t MATCH FULL")
        expect(
            ForeignKey().references(with: "t").match(with: .Partial),
            "REFERENCES t MATCH PARTIAL")
        expect(ForeignKey().references(with: "t").deferrable(), "REFERENCES t DEFERRABLE")
        expect(
            ForeignKey().references(with: "t").deferrable(.deferred),
            "REFERENCES t DEFERRABLE INITIALLY DEFERRED")
        expect(
            ForeignKey().references(with: "t").deferrable(.immediate),
            "REFERENCES t DEFERRABLE INITIALLY IMMEDIATE")
        expect(
            ForeignKey().references(with: "t").notDeferrable(),
            "REFERENCES t NOT DEFERRABLE")
    }

    @Test func `a foreign key is checked when it says so`() {
        expect(
            ForeignKey().references(with: "t").notDeferrable(.deferred),
            "REFERENCES t NOT DEFERRABLE INITIALLY DEFERRED")
        expect(
            ForeignKey().references(with: "t").notDeferrable(.immediate),
            "REFERENCES t NOT DEFERRABLE INITIALLY IMMEDIATE")
        expect(
            ForeignKey().deferrable(.deferred).match(with: .Full).onDelete(.cascade).columns(a)
                .references(with: "t"),
            "REFERENCES t(a) ON DELETE CASCADE MATCH FULL DEFERRABLE INITIALLY "
                + "DEFERRED")
    }

    @Test func `a constraint of a column: keys, and what conflicts do`() {
        expect(ColumnConstraint(), "")
        expect(ColumnConstraint(named: "c"), "")
        expect(ColumnConstraint().primaryKey(), "PRIMARY KEY")
        expect(ColumnConstraint(named: "c").primaryKey(), "CONSTRAINT c PRIMARY KEY")
        expect(ColumnConstraint().primaryKey().order(.ascending), "PRIMARY KEY ASC")
        expect(ColumnConstraint().primaryKey().autoIncrement(), "PRIMARY KEY AUTOINCREMENT")
        expect(
            ColumnConstraint().primaryKey().conflict(action: .Rollback),
            "PRIMARY KEY ON CONFLICT ROLLBACK")
        expect(
            ColumnConstraint().primaryKey().order(.descending).conflict(action: .Replace)
                .autoIncrement(),
            "PRIMARY KEY DESC ON CONFLICT REPLACE AUTOINCREMENT")
        expect(ColumnConstraint().notNull(), "NOT NULL")
        expect(
            ColumnConstraint().notNull().conflict(action: .Ignore),
            "NOT NULL ON CONFLICT IGNORE")
        expect(
            ColumnConstraint().unique().conflict(action: .Abort),
            "UNIQUE ON CONFLICT ABORT")
        expect(ColumnConstraint().unique().conflict(action: .Fail), "UNIQUE ON CONFLICT FAIL")
        expect(ColumnConstraint().check(with: a > 1), "CHECK(a > 1)")
        expect(ColumnConstraint().default(with: 1), "DEFAULT 1")
        expect(ColumnConstraint().default(with: "s"), "DEFAULT 's'")
        expect(ColumnConstraint().default(with: true), "DEFAULT 1")
        expect(ColumnConstraint().default(with: LiteralValue(true)), "DEFAULT TRUE")
        expect(ColumnConstraint().default(with: LiteralValue(nil)), "DEFAULT NULL")
    }

    @Test func `a constraint of a column: defaults, collations, references`() {
        expect(
            ColumnConstraint().default(with: LiteralValue.currentTimestamp()),
            "DEFAULT CURRENT_TIMESTAMP")
        expect(ColumnConstraint().default(with: a + 1), "DEFAULT (a + 1)")
        expect(ColumnConstraint().default(with: -5), "DEFAULT -5")
        expect(ColumnConstraint().collate(with: "NOCASE"), "COLLATE NOCASE")
        expect(
            ColumnConstraint(named: "k").foreignKey(
                with: ForeignKey().references(with: "t").columns(a)),
            "CONSTRAINT k REFERENCES t(a)")
        expect(ColumnConstraint().unIndexed(), "UNINDEXED")
        expect(ColumnConstraint().primaryKey().notNull(), "NOT NULL")
    }

    @Test func `texts of ColumnDef`() {
        expect(ColumnDef(with: a), "a")
        expect(ColumnDef(with: a, and: .integer32), "a INTEGER")
        expect(ColumnDef(with: a, and: .float), "a REAL")
        expect(ColumnDef(with: a, and: .BLOB), "a BLOB")
        expect(ColumnDef(with: a, and: .null), "a NULL")
        expect(ColumnDef(named: "a"), "a")
        expect(ColumnDef(named: "my col", and: .text), "`my col` TEXT")
        expect(ColumnDef(with: Item.Properties.name, and: .text), "item_name TEXT")
        expect(ColumnDef(with: a, and: .integer64).makePrimary(), "a INTEGER PRIMARY KEY")
        expect(
            ColumnDef(with: a, and: .integer64).makePrimary(isAutoIncrement: true),
            "a INTEGER PRIMARY KEY AUTOINCREMENT")
        expect(
            ColumnDef(with: a, and: .integer64).makePrimary(
                orderBy: .ascending, isAutoIncrement: true, onConflict: .Replace),
            "a INTEGER PRIMARY KEY ASC ON CONFLICT REPLACE AUTOINCREMENT")
        expect(ColumnDef(with: a, and: .text).makeDefault(to: "x"), "a TEXT DEFAULT 'x'")
        expect(
            ColumnDef(with: a, and: .text).makeNotNull().makeUnique().makeDefault(to: 1),
            "a TEXT NOT NULL UNIQUE DEFAULT 1")
        expect(
            ColumnDef(with: a, and: .text).makeForeignKey(
                ForeignKey().references(with: "t").columns(b)),
            "a TEXT REFERENCES t(b)")
        expect(ColumnDef(with: a, and: .text).makeNotIndexed(), "a TEXT UNINDEXED")
    }

    @Test func `texts of TableConstraint`() {
        expect(TableConstraint(), "")
        expect(TableConstraint().primaryKey().indexed(by: a), "PRIMARY KEY(a)")
        expect(
            TableConstraint(named: "c").primaryKey().indexed(
                by: a, b.asIndex(orderBy: .descending)),
            "CONSTRAINT c PRIMARY KEY(a, b DESC)")
        expect(
            TableConstraint().primaryKey().indexed(by: [a, b]).onConflict(.Replace),
            "PRIMARY KEY(a, b) ON CONFLICT REPLACE")
        expect(
            TableConstraint().unique().indexed(by: a).onConflict(.Ignore),
            "UNIQUE(a) ON CONFLICT IGNORE")
        expect(TableConstraint().unique().indexed(by: a).indexed(by: b), "UNIQUE(b)")
        expect(TableConstraint().primaryKey(), "PRIMARY KEY()")
        expect(TableConstraint(named: "c").check(a > 1), "CONSTRAINT c CHECK(a > 1)")
        expect(
            TableConstraint().foreignKey(
                a, b, foreignKey: ForeignKey().references(with: "t").columns(c)),
            "FOREIGN KEY(a, b) REFERENCES t(c)")
        expect(
            TableConstraint().foreignKey([a], foreignKey: ForeignKey().references(with: "t")),
            "FOREIGN KEY(a) REFERENCES t")
    }
}
