import Foundation
import Testing
import WCDBSwift

/// Threads that wait for one another are told, where they would have waited for ever.
@Suite struct `Deadlocks` {
    /// Runs a transaction of `first` that writes to `second` too, once both threads write.
    private func cross(
        _ first: TemporaryDatabase, _ second: TemporaryDatabase, _ meeting: DispatchGroup,
        _ errors: Collected<WCDBError?>
    ) {
        do {
            try first.database.run(transaction: { _ in
                try first.database.exec(TemporaryDatabase.insert(1, "own"))
                meeting.leave()
                meeting.wait()
                try second.database.exec(TemporaryDatabase.insert(2, "other's"))
            })
            errors.add(nil)
        } catch {
            errors.add(error as? WCDBError)
        }
    }

    @Test func `of two databases are reported to one of two threads`() throws {
        let (left, right) = (TemporaryDatabase(), TemporaryDatabase())
        try left.createTable()
        try right.createTable()
        let meeting = DispatchGroup()
        meeting.enter()
        meeting.enter()
        let errors = Collected<WCDBError?>()
        for (first, second) in [(left, right), (right, left)] {
            Thread { self.cross(first, second, meeting, errors) }.start()
        }
        for _ in 0..<12_000 where errors.all.count < 2 { Thread.sleep(forTimeInterval: 0.01) }
        let told = try #require(errors.all.count == 2 ? errors.all.compactMap(\.self) : nil)
        #expect(told.count == 1)
        #expect(told.first?.code == .Busy)
        #expect(told.first?.message?.contains("waits, directly or not") == true)
        // The other one is whole in both files, the refused one in none.
        let rows = try left.rows() + right.rows()
        #expect(rows.sorted { $0[0] < $1[0] } == [["1", "own"], ["2", "other's"]])
    }
}
