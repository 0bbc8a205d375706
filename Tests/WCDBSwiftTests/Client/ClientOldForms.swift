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
