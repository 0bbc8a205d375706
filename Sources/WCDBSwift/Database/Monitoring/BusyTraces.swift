import Synchronization
import WCDBStorage

/// Who hears of threads that wait long for another.
///
/// **Users.** Any thread. Listeners are called by the thread that waits, without a lock held.
final class BusyTraces: @unchecked Sendable {
    static let shared = BusyTraces()

    /// A listener, and after how many nanoseconds it wants to hear.
    struct Listener {
        let tell: Database.BusyTracer
        let timeout: UInt64
    }

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var stored: Listener?
    /// Whether there is one: asked by each statement.
    private let isOn = Atomic<Bool>(false)

    var isListening: Bool { isOn.load(ordering: .relaxed) }
    var listener: Listener? { lock.withLock { stored } }

    func set(_ trace: Database.BusyTracer?, timeOut: Double) {
        // Zero, a negative time and NaN switch it off.
        let isUsable = timeOut > 0 && timeOut < 1e9
        let listener =
            isUsable
            ? trace.map { Listener(tell: $0, timeout: UInt64(timeOut * 1e9)) } : nil
        lock.withLock { stored = listener }
        isOn.store(listener != nil, ordering: .relaxed)
    }
}

extension Database {
    /// Is told of a thread that waits: tag, path, the number of the thread it waits for, and what
    /// that one is running.
    ///
    /// ```swift
    /// let tracer: Database.BusyTracer = { tag, path, thread, sql in
    ///     log("\(path) is held by thread \(thread): \(sql)")
    /// }
    /// Database.globalTraceBusy(tracer, timeOut: 2)
    /// ```
    public typealias BusyTracer = (Tag, String, UInt64, String) -> Void

    /// Sets a closure that is told of each thread that waits too long for another.
    ///
    /// It is called by the waiting thread every `timeOut` seconds, and must not use the database.
    ///
    /// ```swift
    /// Database.globalTraceBusy({ tag, path, thread, sql in log("waits for \(sql)") }, timeOut: 2)
    /// ```
    public static func globalTraceBusy(_ trace: @escaping BusyTracer, timeOut: Double) {
        BusyTraces.shared.set(trace, timeOut: timeOut)
    }

    /// Removes the closure that is told of threads that wait: call it with nil.
    ///
    /// ```swift
    /// Database.globalTraceBusy(nil, timeOut: 0)
    /// ```
    public static func globalTraceBusy(_ trace: Void?, timeOut: Double) {
        BusyTraces.shared.set(nil, timeOut: 0)
    }
}
