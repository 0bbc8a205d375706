import Foundation
import Testing

@testable import WCDBStorage

@Suite struct `Locks, wait points and threads` {
    /// What the threads of a test share, guarded by its own lock.
    private final class Shared: @unchecked Sendable {
        let lock = Lock(scheduler: nil)
        let changed = WaitPoint(scheduler: nil)
        var count = 0
    }

    @Test func `a lock keeps increments of several threads apart`() {
        let shared = Shared()
        let threads = (0..<4).map { number in
            BackgroundThread(name: "adder \(number)") {
                for _ in 0..<5_000 { shared.lock.withLock { shared.count += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(shared.lock.withLock { shared.count } == 20_000)
    }

    @Test func `a taken lock refuses a second taker`() {
        let lock = Lock(scheduler: nil)
        #expect(lock.tryLock())
        #expect(!lock.tryLock())
        lock.unlock()
        #expect(lock.tryLock())
        lock.unlock()
    }

    @Test func `an error leaves the lock free`() {
        let lock = Lock(scheduler: nil)
        #expect(throws: StorageError.busy) {
            try lock.withLock { () throws(StorageError) in throw .busy }
        }
        #expect(lock.tryLock())
        lock.unlock()
    }

    @Test func `a wait ends at its deadline`() {
        let shared = Shared()
        let start = SystemClock.now()
        shared.lock.lock()
        var isInTime = true
        // Wake-ups without a cause are allowed.
        while isInTime { isInTime = shared.changed.wait(shared.lock, until: start + 20_000_000) }
        #expect(SystemClock.now() >= start + 20_000_000)
        #expect(!shared.lock.tryLock(), "the lock is held again after the wait")
        shared.lock.unlock()
    }

    @Test func `a wake-up reaches the waiter`() {
        let shared = Shared()
        let thread = BackgroundThread(name: "waker") {
            shared.lock.withLock { shared.count = 1 }
            shared.changed.wakeAll()
        }
        shared.lock.lock()
        while shared.count == 0 { #expect(shared.changed.wait(shared.lock, until: nil)) }
        shared.lock.unlock()
        thread.join()
    }

    @Test func `two threads pass a turn to and fro`() {
        let shared = Shared()
        let rounds = 500
        @Sendable func play(_ parity: Int) {
            for _ in 0..<rounds {
                shared.lock.lock()
                while shared.count % 2 != parity {
                    _ = shared.changed.wait(shared.lock, until: nil)
                }
                shared.count += 1
                shared.lock.unlock()
                shared.changed.wakeOne()
            }
        }
        let thread = BackgroundThread(name: "odd") { play(1) }
        play(0)
        thread.join()
        #expect(shared.lock.withLock { shared.count } == rounds * 2)
    }

    @Test func `joining twice does no harm`() {
        let thread = BackgroundThread(name: "a name longer than fifteen bytes") {}
        #expect(thread.isStarted)
        thread.join()
        thread.join()
    }

    @Test func `work that is waited for brings back its value or its error`() throws {
        let waiting = Thread.current
        var depth = 0
        let value = BackgroundThread.wait(name: "deep", stackSize: 8 << 20) {
            () throws(StorageError) in
            #expect(Thread.current != waiting)
            depth = Self.depth(reached: 0, using: 6 << 20)
            return depth
        }
        #expect(try value?.get() == depth)
        #expect(depth > 0)
        let error = BackgroundThread.wait(name: "failing", stackSize: 1 << 20) {
            () throws(StorageError) -> Int in throw .busy
        }
        #expect(throws: StorageError.busy) { try error?.get() }
    }

    /// How often 64 KiB of stack are taken until `size` bytes of it are in use.
    private static func depth(reached: Int, using size: Int) -> Int {
        guard size > 0 else { return reached }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { bytes in
            bytes[0] = 1
            return depth(reached: reached + 1, using: size - bytes.count)
        }
    }
}
