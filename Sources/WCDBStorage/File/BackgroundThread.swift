#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A thread that runs one closure. Not for short work: handing over costs more than ten commits.
///
/// **Users.** Whoever made it joins it, once, from another thread.
package final class BackgroundThread: @unchecked Sendable {
    /// Carries the closure over the C boundary.
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    #if canImport(Darwin)
        private var thread: pthread_t?
    #else
        private var thread = pthread_t()
    #endif
    private let isRunning: Bool

    /// Starts the thread; when the system has none to give, the body runs never.
    package init(_ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let result = pthread_create(&thread, nil, BackgroundThread.main, argument)
        isRunning = result == 0
        if !isRunning { Unmanaged<Body>.fromOpaque(argument).release() }
    }

    #if canImport(Darwin)
        private static let main:
            @convention(c) (UnsafeMutableRawPointer) ->
                UnsafeMutableRawPointer? = { argument in
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                    return nil
                }
    #else
        private static let main:
            @convention(c) (UnsafeMutableRawPointer?) ->
                UnsafeMutableRawPointer? = { argument in
                    guard let argument else { return nil }
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                    return nil
                }
    #endif

    /// Waits until the body has returned.
    package func join() {
        guard isRunning else { return }
        #if canImport(Darwin)
            if let thread { pthread_join(thread, nil) }
        #else
            pthread_join(thread, nil)
        #endif
    }
}
