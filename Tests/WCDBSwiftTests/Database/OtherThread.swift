import Foundation

/// For what must happen on another thread than that of the test.
enum OtherThread {
    /// Runs a closure on a thread of its own, to its end. Nothing happens at the same time, so it
    /// may use what the caller may.
    static func run(_ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        let isDone = DispatchSemaphore(value: 0)
        Thread {
            body()
            isDone.signal()
        }.start()
        isDone.wait()
    }
}
