import Foundation
import Testing
import WCDBSwift

/// What belongs to one thread refuses the others, and stays as it is.
@Suite struct `Handles on other threads` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(3) }

    private func code(_ body: () throws -> Void) -> WCDBError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? WCDBError)?.code
        }
    }

    @Test func `calls that can throw do`() throws {
        let handle = try database.getHandle()
        let select = StatementSelect().select(Memo.Properties.id).from("memos")
        OtherThread.run {
            #expect(code { try handle.exec(select) } == .Misuse)
            #expect(code { try handle.prepare(select) } == .Misuse)
            #expect(code { _ = try handle.getOrCreatePreparedStatement(with: select) } == .Misuse)
            #expect(code { try handle.step() } == .Misuse)
            #expect(code { try handle.begin() } == .Misuse)
            #expect(code { try handle.insert(Memo(id: 9), intoTable: "memos") } == .Misuse)
            #expect(code { _ = try handle.getRows(fromTable: "memos") } == .Misuse)
            #expect(!handle.isInTransaction)
        }
        #expect(try handle.getRows(fromTable: "memos").count == 3)
    }

    @Test func `calls that cannot throw do nothing`() throws {
        let handle = try database.getHandle()
        try handle.insert(Memo(id: 9, text: "nine"), intoTable: "memos")
        try handle.prepare(
            StatementSelect().select(Memo.Properties.text).from("memos")
                .where(Memo.Properties.id == BindParameter(1)))
        handle.bind(9, toIndex: 1)
        try handle.step()
        let heard = Collected<String>()
        database.traceError { heard.add($0.message ?? "") }
        OtherThread.run {
            #expect(handle.lastInsertedRowID == 0 && handle.changes == 0)
            #expect(handle.value(atIndex: 0).type == .null)
            #expect(handle.columnCount() == 0 && !handle.isPrepared)
            handle.bind(1, toIndex: 1)
            handle.reset()
            handle.finalize()
            handle.finalizeAllStatement()
        }
        database.traceError(nil)
        #expect(heard.all.count >= 8)
        #expect(Set(heard.all) == ["A handle was used on another thread than its own."])
        #expect(handle.value(atIndex: 0).stringValue == "nine")
        #expect(handle.lastInsertedRowID == 9)
        handle.finalize()
    }

    @Test func `prepared statements and chain calls`() throws {
        let handle = try database.getHandle()
        let statement = try handle.getOrCreatePreparedStatement(
            with: StatementSelect().select(Memo.Properties.id).from("memos"))
        let select = try database.prepareSelect(of: Memo.self, fromTable: "memos")
        let update = try database.prepareUpdate(table: "memos", on: Memo.Properties.text)
        let insert = try database.prepareInsert(of: Memo.self, intoTable: "memos")
        let delete = try database.prepareDelete(fromTable: "memos")
        OtherThread.run {
            #expect(code { try statement.step() } == .Misuse)
            #expect(code { _ = try select.nextObject() } == .Misuse)
            #expect(code { try update.execute(with: ["x"]) } == .Misuse)
            #expect(code { try insert.execute(with: Memo(id: 9)) } == .Misuse)
            #expect(code { try delete.execute() } == .Misuse)
        }
        #expect(try statement.step())
        #expect(try select.allObjects(of: Memo.self).count == 3)
    }

    private final class Handles {
        var all: [Handle]
        init(_ handle: Handle) { all = [handle] }
    }

    /// The last reference may go on any thread; the connection is there for its thread afterwards.
    @Test func `a handle that another thread lets go of`() throws {
        for _ in 1...50 {
            nonisolated(unsafe) let handles = Handles(try database.getHandle())
            let isDone = DispatchSemaphore(value: 0)
            Thread {
                handles.all.removeAll()
                isDone.signal()
            }.start()
            #expect(try database.getRows(fromTable: "memos").count == 3)
            isDone.wait()
        }
        database.close()
        #expect(!database.isOpened)
    }
}
