import Foundation

/// Runs work on a thread with the stack of a secondary thread: 512 KiB.
enum SmallStack {
    static let size = 512 << 10

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
