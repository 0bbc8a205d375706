#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Synchronization

/// The number of a thread: never given twice in a process, unlike the system's own.
package struct ThreadNumber: Hashable, Sendable {
    private let value: UInt

    /// That of the thread that asks.
    package static var current: ThreadNumber {
        guard let key else {
            return ThreadNumber(value: UInt(bitPattern: pthread_self().hashValue))
        }
        if let known = pthread_getspecific(key) {
            return ThreadNumber(value: UInt(bitPattern: known))
        }
        let number = next.wrappingAdd(1, ordering: .relaxed).newValue
        // The number takes the place of the address that the system keeps for each thread.
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
        return ThreadNumber(value: number)
    }

    /// One that no thread has: for work that goes from thread to thread.
    package static func makeUnused() -> ThreadNumber {
        ThreadNumber(value: next.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// The number as programs are shown it.
    package var rawValue: UInt64 { UInt64(value) }

    private static let next = Atomic<UInt>(0)

    /// Nil if the process has used up all keys; then the system's own numbers must do.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()
}
