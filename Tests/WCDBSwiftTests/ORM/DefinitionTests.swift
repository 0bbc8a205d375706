import Testing
import WCDBSwift

@testable import WCDBSQL

/// The statements that a binding makes.
@Suite struct `WINQ definitions from bindings` {
    final class Thing: TableCodable {
        var id = 0
        var name: String?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Thing
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(
                    id, isPrimary: true, orderBy: .descending, isAutoIncrement: true,
                    onConflict: .Replace)
                BindColumnConstraint(
                    name, isNotNull: true, isUnique: true, defaultTo: "dft", collate: "NOCASE")
                BindIndex(
                    id, name.asIndex(orderBy: .descending), namedWith: "_idx", isUnique: true)
                BindMultiPrimary(id, name.asIndex(orderBy: .ascending), onConflict: .Ignore)
                BindMultiUnique(name, id)
                BindChecks { CodingKeys.id > 1 }
                BindForeginKey(
                    name,
                    foreignKey: ForeignKey().references(with: "p").columns(Column(named: "pk"))
                        .onDelete(.cascade))
            }
            case id, name
        }
    }

    @Test func `tables and indexes`() {
        let outline = Thing.CodingKeys.objectRelationalMapping.outline
        #expect(outline.problems.isEmpty)
        #expect(
            outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY DESC ON CONFLICT REPLACE "
                + "AUTOINCREMENT, name TEXT NOT NULL UNIQUE DEFAULT 'dft' COLLATE NOCASE, "
                + "PRIMARY KEY(id, name ASC) ON CONFLICT IGNORE, UNIQUE(name, id), "
                + "CHECK(id > 1), FOREIGN KEY(name) REFERENCES p(pk) ON DELETE CASCADE)")
        #expect(
            outline.createIndexes(on: "t").map(\.sql)
                == ["CREATE UNIQUE INDEX IF NOT EXISTS t_idx ON t(id, name DESC)"])
        #expect(
            outline.createIndexes(on: "'my t'").map(\.sql)
                == ["CREATE UNIQUE INDEX IF NOT EXISTS 'my t_idx' ON 'my t'(id, name DESC)"])
        #expect(outline.autoIncrementKeys == ["id"])
    }

    /// Is archived as a number, and says that it is a text.
    struct Grade: ColumnCodable {
        static var columnType: ColumnType { .text }
        init?(with value: Value) {}
        init() {}
        func archivedValue() -> Value { Value(Int64(7)) }
    }

    final class Marked: TableCodable {
        var id = 0
        var grade: Grade?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Marked
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, defaultTo: UInt8(5))
                BindColumnConstraint(grade, defaultTo: Grade())
            }
            case id, grade
        }
    }

    @Test func `a default is of the class of its type`() {
        #expect(
            Marked.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(id INTEGER DEFAULT 5, grade TEXT DEFAULT '7')")
    }

    final class Note: TableCodable {
        var id = 0
        var name: String?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Note
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isNotIndexed: true)
                BindVirtualTable(
                    withModule: .FTS5, and: BuiltinTokenizer.Verbatim,
                    BuiltinTokenizer.Parameter.SkipStemming, withExternalContent: "src")
            }
            case id, name
        }
    }

    final class OldNote: TableCodable {
        var id = 0
        var name: String?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = OldNote
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isNotIndexed: true)
                BindVirtualTable(withModule: .FTS3, and: BuiltinTokenizer.OneOrBinary)
            }
            case id, name
        }
    }

    @Test func `virtual tables`() {
        #expect(
            Note.CodingKeys.objectRelationalMapping.outline.createVirtualTable("v").sql
                == "CREATE VIRTUAL TABLE IF NOT EXISTS v USING fts5("
                + "tokenize = 'wcdb_verbatim skip_stemming', content='src', id UNINDEXED, name)")
        #expect(
            OldNote.CodingKeys.objectRelationalMapping.outline.createVirtualTable("v").sql
                == "CREATE VIRTUAL TABLE IF NOT EXISTS v USING fts3("
                + "tokenize = WCDB, id INTEGER, name TEXT, notindexed=id)")
    }

    @Test func `may be asked for by many threads at once`() async {
        let binding = TableBinding(Thing.CodingKeys.self) {
            BindColumnConstraintOfThing(.id, isPrimary: true)
        }
        let texts = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { binding.outline.createTable("t").sql } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, name TEXT)"])
    }

    private typealias BindColumnConstraintOfThing = ColumnConstraintConfig<Thing.CodingKeys>
}
