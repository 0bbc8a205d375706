#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Synchronization

/// A thread that runs one closure. Whoever made it joins it, from any thread; one that was never
/// joined goes on by itself. Under a scheduler the closure is one of its tasks.
package final class BackgroundThread: @unchecked Sendable {
    private let guardian = Lock(scheduler: nil)
    /// Nil once joined, or when the system had no thread to give. Guarded by `guardian`.
    private var handle: pthread_t?
    private let work: Work
    private let scheduler: (any Scheduler)?
    /// False if the system refused the thread; the closure then never runs.
    package let isStarted: Bool

    /// The system shows the first 15 bytes of `name`. Without `stackSize` it decides how much stack
    /// there is.
    package init(
        name: String, scheduler: (any Scheduler)? = nil, stackSize: Int? = nil,
        _ body: @escaping @Sendable () -> Void
    ) {
        self.scheduler = scheduler
        work = Work(name: name, scheduler: scheduler, body: body)
        let argument = Unmanaged.passRetained(work)
        #if canImport(Darwin)
            var created: pthread_t?
        #else
            var created = pthread_t()
        #endif
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        let code = pthread_create(
            &created, &attributes,
            { argument in
                BackgroundThread.run(argument)
                return nil
            }, argument.toOpaque())
        isStarted = code == 0
        handle = code == 0 ? created : nil
        if code != 0 { argument.release() }
    }

    deinit {
        if let handle { pthread_detach(handle) }
    }

    /// Waits for the closure to return. A second call returns at once, and so does one from
    /// within the closure, which cannot wait for itself.
    package func join() {
        let taken = guardian.withLock { () -> pthread_t? in
            guard let handle, pthread_equal(handle, pthread_self()) == 0 else { return nil }
            self.handle = nil
            return handle
        }
        guard let taken else { return }
        _ = scheduler?.wait(until: nil) { self.work.end.isReached.load(ordering: .acquiring) }
        pthread_join(taken, nil)
    }

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void
        let end: End

        init(
            name: String, scheduler: (any Scheduler)?, body: @escaping @Sendable () -> Void
        ) {
            self.name = name
            let end = End()
            self.end = end
            let marked: @Sendable () -> Void = {
                body()
                end.isReached.store(true, ordering: .releasing)
            }
            self.body = scheduler?.task(name, marked) ?? marked
        }
    }

    /// Whether the closure has returned.
    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) {
        guard let argument else { return }
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        let name = String(decoding: work.name.utf8.prefix(15), as: UTF8.self)
        #if canImport(Darwin)
            pthread_setname_np(name)
        #else
            _ = SystemCall.setThreadName?(pthread_self(), name)
        #endif
        work.body()
    }
}
