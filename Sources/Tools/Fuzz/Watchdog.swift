import Foundation
import StorageSimulation
import Synchronization

/// Watches while an input is taken: more than a second of the processor, or more memory than
/// sixteen times the input and eight mebibytes, is a failure. The clock on the wall would blame a
/// busy machine; it counts only when nothing seems to run at all.
///
/// **Users.** One thread is watched at a time; a thread of its own notices what never returns, and
/// then ends the process, since a thread cannot be stopped.
final class Watchdog: Sendable {
    static let shared = Watchdog()

    static let seconds = 1.0
    /// On the wall: for a thread that waits for what never comes.
    static let patience = 120.0
    static func memoryLimit(forInputOf count: Int) -> Int { 16 * count + 8 << 20 }

    private struct Watch {
        var start = Date()
        var processor = ThreadTime()
        var residentLimit = Int.max
    }

    private let memory = ProcessMemory()
    private let watch = Mutex<Watch?>(nil)
    /// What to say when the process has to end: how to see it again.
    private let reproduction = Mutex("")

    private init() {
        Thread.detachNewThread {
            while true {
                Thread.sleep(forTimeInterval: 0.05)
                self.look()
            }
        }
    }

    func setReproduction(_ text: String) { reproduction.withLock { $0 = text } }

    /// Runs `body`, which takes an input of `count` bytes.
    func watching<R>(inputOf count: Int, _ body: () throws -> R) throws -> R {
        let before = memory.restartPeak()
        let limit = before.map { $0 + Watchdog.memoryLimit(forInputOf: count) } ?? .max
        watch.withLock { $0 = Watch(residentLimit: limit) }
        defer { watch.withLock { $0 = nil } }
        let processor = ThreadTime()
        let result = try body()
        if processor.seconds > Watchdog.seconds { throw WatchdogAlarm(Watchdog.slowness) }
        if let before, let peak = memory.peak, peak > limit {
            throw WatchdogAlarm("\(peak - before) bytes more for an input of \(count)")
        }
        return result
    }

    private static let slowness = "an input takes longer than \(seconds) s"

    private func look() {
        let alarm = watch.withLock { watch -> String? in
            guard let watch else { return nil }
            if watch.processor.seconds > Watchdog.seconds
                || Date().timeIntervalSince(watch.start) > Watchdog.patience
            {
                return Watchdog.slowness
            }
            if let peak = memory.peak, peak > watch.residentLimit {
                return "an input takes \(peak - watch.residentLimit) bytes too much"
            }
            return nil
        }
        guard let alarm else { return }
        print("failure: \(alarm)")
        print("reproduce: \(reproduction.withLock { $0 })")
        exit(1)
    }
}

/// What the watchdog saw.
struct WatchdogAlarm: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
