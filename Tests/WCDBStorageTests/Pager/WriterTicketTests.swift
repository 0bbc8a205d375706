import Foundation
import Synchronization
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

    /// Somebody may be looking at a screen. The runner of tests has no main thread any more, so
    /// this one plays it.
    @Test func `the main thread goes to the head of the line`() throws {
        let main = ThreadNumber.current
        let ticket = WriterTicket(
            fileSystem: SystemFileSystem.shared, isUrgent: { ThreadNumber.current == main })
        #expect(ticket.tryTake())
        let order = Mutex<[String]>([])
        let isDone = DispatchSemaphore(value: 0)
        Thread { [soon] in
            #expect(!ThreadNumber.isMain)
            #expect(throws: Never.self) { try ticket.take(until: soon) }
            order.withLock { $0.append("other") }
            ticket.give()
            isDone.signal()
        }.start()
        while !ticket.hasWaiters { usleep(100) }
        let patience = Patience { _ in
            ticket.give()
            return true
        }
        try ticket.take(until: soon, patience: patience)
        order.withLock { $0.append("main") }
        ticket.give()
        isDone.wait()
        #expect(order.withLock(\.self) == ["main", "other"])
        #expect(!ticket.hasWaiters)
        #expect(ticket.tryTake())
        ticket.give()
    }

    /// Two threads that each wrote one file and then the other's waited for ever.
    @Test func `who would close a circle of threads that wait is refused`() throws {
        let other = WriterTicket(fileSystem: SystemFileSystem.shared)
        try ticket.take(until: nil)
        let outcome = Mutex<StorageError?>(nil)
        let holdsOther = DispatchSemaphore(value: 0)
        let thread = Thread { [ticket] in
            do {
                try other.take(until: nil)
                holdsOther.signal()
                // Waits for us, or is refused, whichever of the two comes last.
                try ticket.take(until: nil)
                ticket.give()
            } catch {
                outcome.withLock { $0 = error as? StorageError }
            }
            other.give()
        }
        thread.start()
        holdsOther.wait()
        do {
            try other.take(until: nil)
            other.give()
        } catch {
            outcome.withLock { $0 = error }
        }
        ticket.give()
        #expect(outcome.withLock { $0 } == .deadlock)
        try other.take(until: nil)
        #expect(throws: StorageError.deadlock) { try other.take(until: nil) }
        other.give()
        // Whoever sets a limit gets what the limit says.
        #expect(ticket.tryTake())
        #expect(throws: StorageError.busy) { try ticket.take(until: 0) }
        ticket.give()
    }
}
