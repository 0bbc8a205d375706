#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How much of its stack a thread has left: what works through nested trees asks before it goes
/// deeper, and ends in an error where it would end the process.
///
/// Threads that an app did not make itself may have 512 KiB, and a build without optimisation
/// takes several times the stack of one with it: no number of levels is right for all of them.
package enum StackSpace {
    /// Enough for a few levels of whatever asks, and for saying what went wrong.
    private static let reserve = (128 << 10) * frameScale

    package static var isLow: Bool { remaining < reserve }

    /// How many times the usual stack a call takes: the address sanitizer, with which apps are
    /// tested, puts room around whatever lies there.
    package static let frameScale = dlsym(anyImage, "__asan_init") == nil ? 1 : 4

    /// What `dlsym` takes for all that the process has loaded.
    private static var anyImage: UnsafeMutableRawPointer? {
        #if canImport(Darwin)
            UnsafeMutableRawPointer(bitPattern: -2)
        #else
            nil
        #endif
    }

    /// Bytes below what is in use, as many as there can be where nobody knows.
    package static var remaining: Int {
        guard let end = lowestAddress else { return .max }
        // The sanitizer keeps variables elsewhere, but not those whose size it does not know.
        let current = withUnsafeTemporaryAllocation(
            byteCount: 16 * frameScale, alignment: 16
        ) { UInt(bitPattern: $0.baseAddress) }
        return current > end ? Int(clamping: current - end) : 0
    }

    /// Where the stack of this thread ends: kept for each thread, as the system takes its time.
    private static var lowestAddress: UInt? {
        guard let key else { return findLowestAddress() }
        if let known = pthread_getspecific(key) { return UInt(bitPattern: known) }
        let found = findLowestAddress()
        if let found { pthread_setspecific(key, UnsafeRawPointer(bitPattern: found)) }
        return found
    }

    /// Nil if the process has used up all keys.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private static func findLowestAddress() -> UInt? {
        #if canImport(Darwin)
            let thread = pthread_self()
            let top = UInt(bitPattern: pthread_get_stackaddr_np(thread))
            return top - UInt(pthread_get_stacksize_np(thread))
        #else
            var attributes = pthread_attr_t()
            guard let attributesOfThread, attributesOfThread(pthread_self(), &attributes) == 0
            else { return nil }
            defer { pthread_attr_destroy(&attributes) }
            var address: UnsafeMutableRawPointer?
            var size = 0
            guard pthread_attr_getstack(&attributes, &address, &size) == 0 else { return nil }
            return address.map { UInt(bitPattern: $0) }
        #endif
    }

    #if !canImport(Darwin)
        private typealias AttributesOfThread =
            @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

        /// `pthread_getattr_np`, which the system has but its module does not show.
        private static let attributesOfThread: AttributesOfThread? = {
            guard let symbol = dlsym(nil, "pthread_getattr_np") else { return nil }
            return unsafeBitCast(symbol, to: AttributesOfThread.self)
        }()
    #endif
}
