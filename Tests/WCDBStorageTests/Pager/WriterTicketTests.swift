import Testing

@testable import WCDBStorage

@Suite struct `The right to write` {
    /// Does what it is told when it is asked, and says how long to wait.
    private final class Patience: WriterPatience {
        let deadline: UInt64? = nil
        var asked = 0
        let answer: (Int) -> Bool

        init(_ answer: @escaping (Int) -> Bool) { self.answer = answer }

        func goesOn(holder: ThreadNumber?) -> Bool {
            asked += 1
            return answer(asked)
        }
    }

    private let ticket = WriterTicket(fileSystem: SystemFileSystem.shared)
    /// So that a wait which nobody ends is a failure of the test, not the end of all.
    private var soon: UInt64 { SystemFileSystem.shared.now() + 2_000_000_000 }

    /// A task was cancelled just before its connection stood in line: nobody woke it any more, and
    /// it waited as long as the writer before it.
    @Test func `a wait that is called off before it begins ends`() throws {
        #expect(ticket.tryTake())
        #expect(throws: StorageError.interrupted) {
            try ticket.take(until: soon, patience: Patience { _ in false })
        }
        ticket.give()
        #expect(ticket.tryTake())
    }

    @Test func `a call that comes while the question is asked is not lost`() throws {
        #expect(ticket.tryTake())
        let patience = Patience { [ticket] count in
            if count == 1 { ticket.wakeWaiters() }
            return count == 1
        }
        #expect(throws: StorageError.interrupted) {
            try ticket.take(until: soon, patience: patience)
        }
        #expect(patience.asked == 2)
        ticket.give()
    }

    @Test func `a patient one gets the right when it is given back`() throws {
        #expect(ticket.tryTake())
        let patience = Patience { [ticket] _ in
            ticket.give()
            return true
        }
        try ticket.take(until: soon, patience: patience)
        #expect(patience.asked == 1)
        #expect(!ticket.tryTake())
        ticket.give()
    }
}
