import Foundation
import Testing
import WCDBSwift

/// The spellings of the 1.x tutorials.
@Suite struct `WINQ client 1.x forms` {
    private let identifier = Column(named: "identifier")

    private func say(_ object: some CustomStringConvertible) -> String { object.description }

    @Test func `columns and results`() {
        let result = ColumnResult(with: identifier)
        #expect(
            say(StatementSelect().select(result).from("sampleTable"))
                == "SELECT identifier FROM sampleTable")
        #expect(say(identifier.asColumnResult()) == "identifier")
        #expect(say(Column.any) == "*" && say(WCDBSwift.Expression.bindParameter) == "?")
        #expect(say(identifier.notNull()) == "identifier NOTNULL")
        let results: [any ColumnResultConvertible] = [identifier]
        #expect(say(StatementSelect().select(results)) == "SELECT identifier")
    }

    @Test func `orders`() {
        let term: OrderTerm = .ascending
        #expect(
            say(
                StatementSelect().select(identifier).from("t")
                    .order(by: identifier.asOrder(by: .ascending)).limit(from: 1, to: 100))
                == "SELECT identifier FROM t ORDER BY identifier ASC LIMIT 1, 100")
        #expect(say(ClientOld.Properties.part.asOrder(by: term)) == "part ASC")
        #expect(say(identifier.asOrder()) == "identifier")
        let indexed: any ColumnIndexConvertible = identifier.asIndex(orderBy: .descending)
        #expect(say(indexed.asIndex()) == "identifier DESC")
    }

    /// Only whether it compiles: each closure finds the form that it fits.
    private func traceEverything(_ database: Database) {
        Database.globalTrace(ofPerformance: { tag, sqls, cost in print(tag ?? 0, sqls, cost) })
        Database.globalTrace(ofPerformance: { path, handle, sql, cost in
            print(path, handle, sql, cost * 1000)
        })
        Database.globalTrace(ofPerformance: { print($0, $1, $2, $3) })
        Database.globalTrace { tag, path, handle, sql, cost in
            print(tag, path, handle, sql, cost * 1000)
        }
        Database.globalTrace(ofDatabaseOperation: { database, operation in
            print(database.path, operation)
        })
        Database.globalTrace(ofDatabaseOperation: nil)
        Database.globalTrace(ofPerformance: nil)
        Database.globalTrace(ofSQL: { sql in print(sql.count) })
        Database.globalTrace(ofSQL: { print($0) })
        Database.globalTrace(ofSQL: { path, handle, sql in print(path, handle, sql) })
        Database.globalTrace(ofSQL: nil)
        database.trace(ofPerformance: { print($0, $1, $2, $3, $4) })
        database.trace(ofPerformance: { tag, _, _, sql, info in
            print(tag, sql, info.costInNanoseconds)
        })
        database.trace(ofPerformance: nil)
        database.trace { _, _, _, sql, info in print(sql, info.tablePageReadCount) }
    }

    /// Only whether it compiles: what the tutorials of 2.1 print.
    private func traceAsInTutorials(_ database: Database) {
        Database.globalTrace(ofPerformance: { (tag, path, handleId, sql, info) in
            print("\(handleId) at \(path) takes \(info.costInNanoseconds) for \(sql)")
        })
        Database.globalTrace(ofPerformance: { (_, _, _, sql, info) in
            let pages = info.tablePageReadCount + info.indexPageReadCount
            guard pages > 100 else { return }
            print(sql, pages)
        })
        Database.globalTrace(ofPerformance: { print($0, $1, $2, $3, $4) })
        database.trace(ofPerformance: { (tag, path, handleId, sql, info) in
            print("\(handleId) at \(path) takes \(info.costInNanoseconds) for \(sql)")
        })
        Database.globalTrace(ofSQL: { (tag, path, handleId, sql, info) in
            print("The handle with id \(handleId) at path \(path) executed sql \(sql)")
        })
        Database.globalTrace(ofSQL: { (_, _, _, sql, info) in
            let line = sql + info
            print(line)
        })
        database.trace(ofSQL: { (tag, path, handleId, sql, info) in
            print("The handle with id \(handleId) at path \(path) executed sql \(sql)")
        })
        database.trace(ofSQL: { print($0, $1, $2, $3, $4) })
        database.trace(ofSQL: nil)
        Database.globalTrace(ofDatabaseOperation: { (database, operation, infos) in
            print(database.path, operation, infos[Database.OperationInfoKeyHandleCount] as Any)
        })
        Database.globalTrace(ofError: { (error: WCDBError) in
            assert(error.level != .Fatal)
            print(error)
        })
        database.trace(ofError: { (error: WCDBError) in
            assert(error.level != .Fatal)
            print(error)
        })
    }

    @Test func `a case as it was spelt once`() {
        let key = ForeignKey().references(with: "p").match(with: .Patial)
        #expect(say(key) == "REFERENCES p MATCH PARTIAL")
    }

    @Test func `all cases of how keys match`() {
        func word(_ match: ForeignKey.MatchType) -> String {
            switch match {
            case .Simple: "SIMPLE"
            case .Full: "FULL"
            case .Patial: "PARTIAL"
            }
        }
        for match in [ForeignKey.MatchType.Simple, .Full, .Partial] {
            let key = ForeignKey().references(with: "p").match(with: match)
            #expect(say(key) == "REFERENCES p MATCH " + word(match))
        }
    }

    @Test func `tables with their columns in one call`() {
        let columns = ["a", "b"].map { Column(named: $0).asDef(with: .text) }
        let made = "CREATE TABLE IF NOT EXISTS m(a TEXT, b TEXT"
        let create = StatementCreateTable()
        #expect(say(create.create(table: "m", with: columns[0], columns[1])) == made + ")")
        let constraint = TableConstraint().unique().indexed(by: Column(named: "a"))
        #expect(
            say(StatementCreateTable().create(table: "m", with: columns, and: [constraint]))
                == made + ", UNIQUE(a))")
        #expect(
            say(StatementCreateTable().create(table: "m").with(columns: columns))
                == "CREATE TABLE m(a TEXT, b TEXT)")
    }

    @Test func `inserts and pragmas`() {
        #expect(
            say(StatementInsert().insert(intoTable: "sampleTable", with: identifier).values(1))
                == "INSERT INTO sampleTable(identifier) VALUES(1)")
        #expect(
            say(
                StatementInsert().insert(
                    intoTable: "t", with: ClientOld.Properties.all, onConflict: .replace
                ).values(1, 2))
                == "INSERT OR REPLACE INTO t(identifier, part) VALUES(1, 2)")
        #expect(
            say(StatementPragma().pragma(.secureDelete, to: true)) == "PRAGMA secure_delete = 1")
    }

    @Test func `transactions`() {
        #expect(say(StatementTransaction().begin(.immediate)) == "BEGIN IMMEDIATE")
        #expect(say(StatementTransaction().begin()) == "BEGIN")
        #expect(say(StatementTransaction().commit()) == "COMMIT")
        #expect(say(StatementTransaction().rollback()) == "ROLLBACK")
    }

    @Test func `old types`() {
        let conflict: Conflict = .rollback
        #expect(conflict == .Rollback)
        let value: ColumnDef.DefaultType = .text("x")
        #expect(say(value) == "'x'" && say(LiteralValue.null) == "NULL")
        let subquery: Subquery = Subquery(withTable: "t")
        let join: JoinClause = JoinClause(with: subquery).join("u")
        #expect(say(join) == "t JOIN u")
    }
}
