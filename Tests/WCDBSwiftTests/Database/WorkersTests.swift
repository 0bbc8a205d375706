import Testing

@testable import WCDBSwift

@Suite struct `Workers without threads` {
    private func job(_ done: Collected<Int>, _ number: Int) -> Workers.Job {
        Workers.Job(calledOff: {}) { done.add(number) }
    }

    /// It counts on the thread that is being made, which there will not be.
    @Test func `a job that comes while the system refuses a thread is run`() {
        let done = Collected<Int>()
        let refused = Collected<Workers>()
        let workers = Workers(limit: 1) { _ in
            refused.all.first?.start(job(done, 2))
            return false
        }
        refused.add(workers)
        workers.start(job(done, 1))
        #expect(done.all == [1, 2])
        workers.start(job(done, 3))
        #expect(done.all == [1, 2, 3, 2])
    }
}
