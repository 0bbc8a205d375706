import Dispatch
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

@Suite struct `Workers with many jobs` {
    /// Taking a job, and calling one off, moved all behind it.
    @Test(.timeLimit(.minutes(1)))
    func `jobs run in their order, those that are called off never`() {
        let done = Collected<Int>()
        let off = Collected<Int>()
        let count = 100_000
        let jobs = (0..<count).map { number in
            Workers.Job(calledOff: { off.add(number) }) { done.add(number) }
        }
        let (areThere, areDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let workers = Workers(limit: 1)
        workers.start(Workers.Job(calledOff: {}) { areThere.wait() })
        for job in jobs { workers.start(job) }
        workers.start(Workers.Job(calledOff: {}) { areDone.signal() })
        for number in [0, count - 1] + stride(from: 1, to: count - 1, by: 3) {
            workers.callOff(jobs[number])
            workers.callOff(jobs[number])
        }
        areThere.signal()
        areDone.wait()
        let gone = Set([0, count - 1]).union(stride(from: 1, to: count - 1, by: 3))
        #expect(done.all == (0..<count).filter { !gone.contains($0) })
        #expect(Set(off.all) == gone)
        #expect(off.all.count == gone.count)
    }
}
