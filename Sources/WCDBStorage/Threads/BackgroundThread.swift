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

    /// Whether a thread beside another one gains anything: on one processor, one of them stands
    /// still. As the machine was when this was first asked for.
    package static let hasProcessor = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

    /// The system shows the first 15 bytes of `name`.
    package convenience init(
        name: String, scheduler: (any Scheduler)? = nil, _ body: @escaping @Sendable () -> Void
    ) {
        self.init(Work(name: name, scheduler: scheduler, body: body), scheduler: scheduler)
    }

    /// Without `stackSize` the system decides how much stack there is.
    private init(_ work: Work, scheduler: (any Scheduler)? = nil, stackSize: Int? = nil) {
        self.scheduler = scheduler
        self.work = work
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

    /// Does the work on a thread that has this much stack, and waits for it. Nil if the system had
    /// no thread to give; the work was then not begun.
    ///
    /// The work need not be safe for two threads: this one does nothing between making the other
    /// and joining it, and both steps order memory, so that each sees all that the other wrote.
    package static func wait<Outcome, Thrown: Error>(
        name: String, stackSize: Int, for body: @escaping () throws(Thrown) -> Outcome
    ) -> Result<Outcome, Thrown>? {
        var outcome: Result<Outcome, Thrown>?
        let work = Work(name: name) {
            do throws(Thrown) {
                outcome = .success(try body())
            } catch {
                outcome = .failure(error)
            }
        }
        BackgroundThread(work, stackSize: stackSize).join()
        return outcome
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

    /// What a thread is given to do.
    private final class Work {
        let name: String
        let body: () -> Void
        let end = End()

        init(name: String, scheduler: (any Scheduler)?, body: @escaping @Sendable () -> Void) {
            self.name = name
            let marked: @Sendable () -> Void = { [end] in
                body()
                end.isReached.store(true, ordering: .releasing)
            }
            self.body = if let scheduler { scheduler.task(name, marked) } else { marked }
        }

        /// For one thread that waits for another.
        init(name: String, body: @escaping () -> Void) {
            self.name = name
            self.body = body
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
            _ = setName?(pthread_self(), name)
        #endif
        work.body()
    }

    #if !canImport(Darwin)
        private typealias SetName = @convention(c) (pthread_t, UnsafePointer<CChar>) -> Int32

        /// `pthread_setname_np`, which Swift's C library modules hide; a program linked statically
        /// does not have it, and does without.
        private static let setName: SetName? = {
            guard let symbol = dlsym(nil, "pthread_setname_np") else { return nil }
            return unsafeBitCast(symbol, to: SetName.self)
        }()
    #endif
}
