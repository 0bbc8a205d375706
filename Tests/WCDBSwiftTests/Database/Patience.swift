import Foundation

/// All tests share the threads of a machine that may be busy: who waits for something waits two
/// minutes before it is said that it did not come.
enum Patience {
    private static let looks = 12_000
    private static let milliseconds = 10

    /// Whether a condition holds at last. Blocks its thread.
    static func waits(for condition: () -> Bool) -> Bool {
        for _ in 0..<looks {
            if condition() { return true }
            Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
        }
        return condition()
    }

    /// The same for tests that are tasks: it blocks no thread that other tasks need.
    static func arrives(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<looks {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(milliseconds))
        }
        return condition()
    }
}
