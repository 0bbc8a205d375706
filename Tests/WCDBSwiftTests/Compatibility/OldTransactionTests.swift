import Foundation
import Testing
import WCDBSwift

/// Transactions and statements as the 1.x tutorials use them.
@Suite struct `Transactions and statements of 1.x` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(3) }

    private var ids: [Int] {
        get throws {
            try database.getColumn(
                on: Memo.Properties.id, fromTable: "memos", orderBy: [Memo.Properties.id]
            ).map(\.intValue)
        }
    }

    @Test func `a transaction commits`() throws {
        let transaction = try database.getTransaction()
        try transaction.begin()
        #expect(transaction.isInTransaction)
        try transaction.insert(objects: Memo(id: 4), intoTable: "memos")
        try transaction.delete(fromTable: "memos", where: Memo.Properties.id == 1)
        #expect(transaction.changes == 1)
        try transaction.commit()
        #expect(try ids == [2, 3, 4])
        #expect(transaction.path == database.path && transaction.tag == nil)
    }

    @Test func `what is not committed goes with the object`() throws {
        do {
            let transaction = try database.getTransaction()
            try transaction.begin(.immediate)
            try transaction.exec(StatementDelete().delete(from: "memos"))
            try transaction.begin()
            try transaction.insert(Memo(id: 7), intoTable: "memos")
        }
        #expect(try ids == [1, 2, 3])
        #expect(!database.isInTransaction)
    }

    /// The object rolled back whatever was open on its thread, silently.
    @Test func `what the object did not begin is not undone with it`() throws {
        try database.begin()
        try database.insert(Memo(id: 4), intoTable: "memos")
        do { _ = try database.getTransaction().path }
        do {
            let transaction = try database.getTransaction()
            try transaction.insert(objects: Memo(id: 5), intoTable: "memos")
        }
        do {
            let transaction = try database.getTransaction()
            try transaction.begin()
            try transaction.insert(objects: Memo(id: 6), intoTable: "memos")
        }
        do {
            let transaction = try database.getTransaction()
            try transaction.begin()
            try transaction.insert(objects: Memo(id: 7), intoTable: "memos")
            try transaction.commit()
        }
        try database.insert(Memo(id: 8), intoTable: "memos")
        try database.commit()
        #expect(try ids == [1, 2, 3, 4, 5, 7, 8])
    }

    /// It was ended by others, and the next transaction was taken for it.
    @Test func `a later transaction is not undone with it`() throws {
        do {
            let transaction = try database.getTransaction()
            try transaction.begin()
            try transaction.insert(objects: Memo(id: 4), intoTable: "memos")
            try database.commit()
            try database.begin()
            try database.insert(Memo(id: 5), intoTable: "memos")
        }
        try database.insert(Memo(id: 6), intoTable: "memos")
        try database.commit()
        #expect(try ids == [1, 2, 3, 4, 5, 6])
        do {
            let transaction = try database.getTransaction()
            try transaction.begin()
            try database.commit()
            try transaction.begin()
            try transaction.insert(objects: Memo(id: 7), intoTable: "memos")
        }
        #expect(try !database.isInTransaction && ids == [1, 2, 3, 4, 5, 6])
    }

    @Test func `another thread undoes nothing, and says so`() throws {
        final class Holder { var transaction: Transaction? }
        let holder = Holder()
        let heard = Collected<String>()
        database.traceError { heard.add($0.message ?? "") }
        holder.transaction = try database.getTransaction()
        try holder.transaction?.begin()
        try database.insert(Memo(id: 4), intoTable: "memos")
        OtherThread.run { holder.transaction = nil }
        database.traceError(nil)
        #expect(
            heard.all == [
                "A transaction was let go on another thread than its own: "
                    + "what it did not end stays open."
            ])
        try database.commit()
        #expect(try ids == [1, 2, 3, 4])
    }

    @Test func `a transaction has all calls`() throws {
        let transaction = try database.getTransaction()
        try transaction.run(transaction: {
            try transaction.create(table: "others", of: Memo.self)
            try transaction.insertOrReplace(Memo(id: 1, text: "x"), intoTable: "others")
            try transaction.update(
                table: "others", on: Memo.Properties.text, with: ["y"])
        })
        let memo: Memo? = try transaction.getObject(fromTable: "others")
        #expect(memo?.text == "y")
        let select = try transaction.prepareSelect(of: Memo.self, fromTable: "others")
        #expect(try select.allObjects(of: Memo.self) == [Memo(id: 1, text: "y")])
        #expect(throws: WCDBError.self) {
            try transaction.run(controllableTransaction: {
                try transaction.drop(table: "others")
                return try transaction.getRows(fromTable: "others").isEmpty
            })
        }
        #expect(try transaction.isTableExists("others"))
    }

    @Test func `a statement is prepared on its own`() throws {
        let statement = try database.prepare(
            StatementSelect().select(Memo.Properties.id, Memo.Properties.stars).from("memos")
                .where(Memo.Properties.id >= BindParameter(1)).order(by: Memo.Properties.id))
        statement.bind(2, toIndex: 1)
        var found: [Int] = []
        while try statement.step() {
            let id: Int? = statement.value(atIndex: 0)
            found.append(id ?? -1)
        }
        #expect(found == [2, 3])
        statement.reset()
        statement.bind(3, toIndex: 1)
        #expect(try statement.step())
        #expect(statement.columnCount() == 2 && statement.columnName(atIndex: 1) == "stars")
        #expect(statement.index(byName: "stars") == 1)
        #expect(statement.columnType(atIndex: 1) == .float)
        #expect(statement.columnTableName(atIndex: 0) == "memos")
        statement.finalize()
        #expect(throws: WCDBError.self) { try statement.step() }
        #expect(statement.path == database.path && statement.tag == nil)
    }

    @Test func `a statement that changes things`() throws {
        let insert = try database.prepare(
            StatementInsert().insert(intoTable: "memos").columns(Memo.Properties.all)
                .values(BindParameter.bindParameters(3)))
        try insert.bind(Memo.Properties.all, of: Memo(id: 8, text: "eight", stars: 1))
        try insert.step()
        #expect(insert.changes == 1 && insert.lastInsertedRowID == 8)
        let transaction = try database.getTransaction()
        let again = try transaction.prepare(
            StatementDelete().delete(from: "memos").where(Memo.Properties.id == 8))
        try again.step()
        #expect(try ids == [1, 2, 3])
    }

    @Test func `begin with a mode`() throws {
        try database.begin(.deferred)
        try database.insert(Memo(id: 4), intoTable: "memos")
        try database.begin(.exclusive)
        try database.rollback()
        try database.commit()
        #expect(try ids == [1, 2, 3, 4])
    }
}
