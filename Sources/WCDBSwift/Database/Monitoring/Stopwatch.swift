import Foundation
import WCDBStorage

/// Time since it was made: on the wall, and of this thread on the processor.
struct Stopwatch {
    private let start = SystemFileSystem.shared.now()
    private let processorStart = Stopwatch.processorTime()

    var nanoseconds: UInt64 { SystemFileSystem.shared.now() &- start }
    var microseconds: Int64 { Int64(clamping: nanoseconds / 1000) }
    var processorMicroseconds: Int64 { (Stopwatch.processorTime() &- processorStart) / 1000 }

    private static func processorTime() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
