/// Decides, under simulation, which task runs. Locks, waits and threads call it; a real run has
/// none.
package protocol Scheduler: AnyObject, Sendable {
    /// A point where another task may run first.
    func yield()
    /// Blocks the running task until `condition` holds or `deadline` has passed.
    /// Returns false when the deadline passed.
    func wait(until deadline: UInt64?, _ condition: () -> Bool) -> Bool
    /// Makes a task of what a new thread is about to do; the thread runs what this returns.
    func task(_ name: String, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
