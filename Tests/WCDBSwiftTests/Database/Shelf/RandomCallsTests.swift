import Testing
import WCDBSwift

/// Random calls in and around transactions: what objects do through calls that go on with one
/// another, and what the same statements do as text, each afresh, must be the same.
@Suite struct `Random calls` {
    struct Item: TableCodable, Equatable {
        var id: Int
        var a: Int
        var b: String?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Item
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isPrimary: true)
                BindIndex(a.asIndex(), namedWith: "_a", isUnique: true)
            }
            case id, a, b
        }

        var text: String { b.map { "'\($0)'" } ?? "NULL" }
        var values: String { "\(id), \(a), \(text)" }
    }

    /// One database that is used through calls, one that is told the same in SQL.
    private final class Pair {
        private let called: Handle
        private let told: Handle
        private let databases: [TemporaryDatabase]
        private var state: UInt64
        private let properties = Item.Properties.self
        private(set) var refused = 0

        init(seed: UInt64) throws {
            databases = [TemporaryDatabase(), TemporaryDatabase()]
            for temporary in databases {
                try temporary.database.create(table: "items", of: Item.self)
                try temporary.database.exec(sql: "CREATE TABLE log(x)")
            }
            called = try databases[0].database.getHandle()
            told = try databases[1].database.getHandle()
            state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        }

        private func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: (state >> 33) % UInt64(bound))
        }

        /// Both do it, or neither.
        private func both(_ call: (Handle) throws -> Void, _ sql: String) throws {
            var failure: (any Error)?
            do { try call(called) } catch { failure = error }
            do {
                try told.exec(sql: SQLTemplate(stringLiteral: sql))
                try #require(failure == nil, "\(sql): \(String(describing: failure))")
            } catch let error as WCDBError {
                refused += 1
                try #require((failure as? WCDBError)?.code == error.code, "\(sql)")
            }
        }

        func step(depth: Int = 0) throws {
            let item = Item(
                id: random(12), a: random(40), b: random(4) == 0 ? nil : "t\(random(9))")
            switch random(18) {
            case 0...3:
                try both(
                    { try $0.insert(item, intoTable: "items") },
                    "INSERT INTO items VALUES(\(item.values))")
            case 4:
                try both(
                    { try $0.insertOrReplace(item, intoTable: "items") },
                    "INSERT OR REPLACE INTO items VALUES(\(item.values))")
            case 5...8:
                try both(
                    {
                        try $0.update(
                            table: "items", on: properties.a, properties.b, with: item,
                            where: properties.id == item.id)
                    },
                    "UPDATE items SET a = \(item.a), b = \(item.text) WHERE id = \(item.id)")
            case 9:
                try both(
                    {
                        try $0.update(
                            table: "items", on: properties.b, with: item,
                            where: properties.a > item.a)
                    },
                    "UPDATE items SET b = \(item.text) WHERE a > \(item.a)")
            case 10:
                try both(
                    { try $0.delete(fromTable: "items", where: properties.id == item.id) },
                    "DELETE FROM items WHERE id = \(item.id)")
            case 11:
                let sql = "UPDATE items SET a = a + 40 WHERE id = \(item.id)"
                try both({ try $0.exec(sql: SQLTemplate(stringLiteral: sql)) }, sql)
            case 12: try compare(item.id)
            case 13 where depth == 0: try changeTransaction()
            case 14 where depth < 3: try nest(depth)
            case 15: try changeSchema()
            default: try compare()
            }
        }

        private func changeTransaction() throws {
            guard called.isInTransaction else { return try both({ try $0.begin() }, "BEGIN") }
            if random(4) == 0 {
                try both({ try $0.rollback() }, "ROLLBACK")
            } else {
                try both({ try $0.commit() }, "COMMIT")
            }
        }

        private func nest(_ depth: Int) throws {
            let isKept = random(2) == 0
            let count = random(6)
            let savepoint = "s\(depth)"
            try told.exec(sql: "SAVEPOINT \(table: savepoint)")
            try called.run(controllableTransaction: { _ in
                for _ in 0..<count { try self.step(depth: depth + 1) }
                return isKept
            })
            if !isKept { try told.exec(sql: "ROLLBACK TO \(table: savepoint)") }
            try told.exec(sql: "RELEASE \(table: savepoint)")
        }

        private func changeSchema() throws {
            let sql = [
                "CREATE TRIGGER IF NOT EXISTS g AFTER UPDATE ON items BEGIN "
                    + "INSERT INTO log VALUES(new.a); END",
                "DROP TRIGGER IF EXISTS g",
                "CREATE INDEX IF NOT EXISTS i ON items(b, a)", "DROP INDEX IF EXISTS i",
                "CREATE TRIGGER IF NOT EXISTS h BEFORE INSERT ON items WHEN new.a = 7 BEGIN "
                    + "SELECT RAISE(FAIL, 'seven'); END",
                "DROP TRIGGER IF EXISTS h",
            ][random(6)]
            try both({ try $0.exec(sql: SQLTemplate(stringLiteral: sql)) }, sql)
        }

        private func compare(_ id: Int) throws {
            let object: Item? = try called.getObject(
                fromTable: "items", where: properties.id == id)
            let expected: Item? = try told.getObject(
                fromTable: "items", where: properties.id == id)
            try #require(object == expected)
        }

        func compare() throws {
            let objects: [Item] = try called.getObjects(
                fromTable: "items", orderBy: [properties.id.order(.ascending)])
            let expected: [Item] = try told.getObjects(
                fromTable: "items", orderBy: [properties.id.order(.ascending)])
            try #require(objects == expected)
            let log = StatementSelect().select(Column(named: "x")).from("log")
            let (ours, theirs) = (try called.getRows(from: log), try told.getRows(from: log))
            try #require(ours.map { $0.map(\.int64Value) } == theirs.map { $0.map(\.int64Value) })
        }

        func finish() throws {
            if called.isInTransaction { try both({ try $0.commit() }, "COMMIT") }
            try compare()
        }
    }

    /// Replay one with `swift test --filter` and its number.
    @Test(arguments: 1...60 as ClosedRange<UInt64>) func `do what SQL says`(seed: UInt64) throws {
        let pair = try Pair(seed: seed)
        for _ in 0..<150 { try pair.step() }
        try pair.finish()
        #expect(pair.refused > 0)
    }
}
