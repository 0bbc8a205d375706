import WCDBStorage

/// Memory that the containers of coders point to.
///
/// A container is a plain value with one address in it, because the standard library copies it
/// for each field and would count references for anything better. A model may keep its container
/// for longer than it should; so the memory is never freed, only used again, and whoever is done
/// with it takes the row out.
final class StatePool<State>: @unchecked Sendable {
    private let lock = Lock(scheduler: nil)
    /// Guarded by `lock`.
    private var free: [UnsafeMutablePointer<State>] = []
    private let make: @Sendable () -> State

    init(_ make: @escaping @Sendable () -> State) { self.make = make }

    func take() -> UnsafeMutablePointer<State> {
        lock.lock()
        defer { lock.unlock() }
        if let state = free.popLast() { return state }
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: make())
        return state
    }

    func give(back state: UnsafeMutablePointer<State>) {
        lock.lock()
        defer { lock.unlock() }
        free.append(state)
    }
}
