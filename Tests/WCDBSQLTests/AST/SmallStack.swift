import Foundation
import WCDBStorage

/// Runs work on a thread with the stack of a secondary thread: 512 KiB, or what takes their place
/// under a sanitizer.
enum SmallStack {
    static let size = (512 << 10) * StackSpace.frameScale

    static func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = size
            thread.start()
        }
    }
}
