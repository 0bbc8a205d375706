import Foundation
import Testing
import WCDBSwift

/// Vacuuming used to end the queries of its connection without a word: their rows were lost.
@Suite struct `Maintenance within a loop over rows` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    /// Goes through all rows, does something after the fifth, and returns how many rows there were.
    private func rows(doing work: () throws -> Void) throws -> Int {
        let select = try database.prepareSelect(of: Memo.self, fromTable: "memos")
        var count = 0
        while let _: Memo = try select.nextObject() {
            count += 1
            if count == 5 { try work() }
        }
        return count
    }

    @Test func `vacuuming is refused, as VACUUM is`() throws {
        try temporary.fillMemos(300)
        var errors: [WCDBError?] = []
        let count = try rows {
            errors.append(
                #expect(throws: WCDBError.self) { try database.vacuum(with: nil) })
            errors.append(#expect(throws: WCDBError.self) { try database.exec(sql: "VACUUM") })
        }
        #expect(count == 300)
        #expect(errors.count == 2)
        for error in errors {
            #expect(error?.code == .Error)
            #expect(error?.message == "cannot VACUUM - SQL statements in progress")
        }
        try database.vacuum(with: nil)
    }

    @Test func `gaps are closed, and the loop goes on`() throws {
        try temporary.fillMemos(300)
        let text = String(repeating: "x", count: 4000)
        try database.exec(sql: "UPDATE memos SET text = \(text) WHERE id > 20")
        try database.delete(fromTable: "memos", where: Memo.Properties.id.between(21, 200))
        try database.truncateCheckpoint()
        let before = try database.getFilesSize()
        let count = try rows { try database.incrementalVacuum(pages: .max) }
        #expect(count == 120)
        try database.truncateCheckpoint()
        #expect(try database.getFilesSize() < before / 2)
    }

    @Test func `two threads vacuum at a time`() throws {
        try temporary.fillMemos(300)
        let failures = Collected<String>()
        DispatchQueue.concurrentPerform(iterations: 4) { [database] _ in
            for _ in 0..<10 {
                do {
                    try database.vacuum(with: nil)
                } catch {
                    failures.add("\(error)")
                }
            }
        }
        #expect(failures.all.isEmpty)
        #expect(try temporary.rows(of: "SELECT count(*) FROM memos") == ["300"])
    }

    @Test(.timeLimit(.minutes(20)))
    func `vacuuming waits for no reader on another thread`() throws {
        try temporary.fillMemos(20_000)
        try database.exec(sql: "DELETE FROM memos WHERE rowid > 100")
        try database.truncateCheckpoint()
        let before = try database.getFilesSize()
        let (isReading, isVacuumed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let counts = Collected<Int>()
        Thread.detachNewThread { [database] in
            guard let handle = try? database.getHandle() else { return }
            try? handle.prepare(StatementSQL("SELECT * FROM memos"))
            var count = 0
            while (try? handle.step()) == true {
                if count == 0 {
                    isReading.signal()
                    isVacuumed.wait()
                }
                count += 1
            }
            handle.finalize()
            counts.add(count)
        }
        isReading.wait()
        try database.vacuum(with: nil)
        isVacuumed.signal()
        #expect(counts.waits { $0 == 100 })
        // The file was as long as the reader needed it.
        try database.truncateCheckpoint()
        #expect(try database.getFilesSize() < before / 4)
    }

    @Test(.timeLimit(.minutes(20))) func `whoever is told of the progress cannot vacuum`() throws {
        try temporary.fillMemos(300)
        var codes: Set<Int> = []
        try database.vacuum(with: { done, _ in
            guard done < 1 else { return true }
            for work in [
                { try database.vacuum(with: nil) }, { try database.exec(sql: "VACUUM") },
                { try database.incrementalVacuum(pages: 5) },
            ] {
                do {
                    try work()
                    codes.insert(0)
                } catch {
                    codes.insert((error as? WCDBError)?.code.rawValue ?? -1)
                }
            }
            return true
        })
        #expect(codes == [WCDBError.Code.Busy.rawValue])
    }
}
