import Foundation

/// Things that listeners were told, from whatever thread.
///
/// All tests share the threads of a machine that may be busy: who waits for something waits long
/// before it is said that it did not come.
final class Collected<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var elements: [Element] = []

    func add(_ element: Element) { lock.withLock { elements.append(element) } }

    var all: [Element] { lock.withLock { elements } }

    /// Waits until something satisfies the condition; false when nothing does in two minutes.
    func waits(for condition: (Element) -> Bool) -> Bool {
        for _ in 0..<12_000 {
            if all.contains(where: condition) { return true }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return false
    }

    /// The same for tests that are tasks: it blocks no thread that other tasks need.
    func arrives(_ condition: (Element) -> Bool) async -> Bool {
        for _ in 0..<12_000 {
            if all.contains(where: condition) { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
