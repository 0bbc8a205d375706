import Foundation
import WCDBSwift

/// Things that listeners were told, from whatever thread.
final class Collected<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var elements: [Element] = []

    func add(_ element: Element) { lock.withLock { elements.append(element) } }

    var all: [Element] { lock.withLock { elements } }

    /// Waits until something satisfies the condition; false when nothing does in two minutes.
    func waits(for condition: (Element) -> Bool) -> Bool {
        Patience.waits { all.contains(where: condition) }
    }

    /// Waits until there are so many; false when there are fewer after two minutes.
    func waits(forCount count: Int) -> Bool { Patience.waits { all.count >= count } }

    /// The same for tests that are tasks: it blocks no thread that other tasks need.
    func arrives(_ condition: (Element) -> Bool) async -> Bool {
        await Patience.arrives { all.contains(where: condition) }
    }

    func arrives(count: Int) async -> Bool { await Patience.arrives { all.count >= count } }
}

extension Collected where Element == WCDBError? {
    /// Runs a closure on a thread of its own, and adds how it ends: nil if it throws nothing.
    func start(_ body: @escaping @Sendable () throws -> Void) {
        Thread {
            do {
                try body()
                self.add(nil)
            } catch {
                self.add(error as? WCDBError)
            }
        }.start()
    }
}
