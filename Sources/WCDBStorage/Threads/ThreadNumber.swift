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
            // No number of the counter has the highest bit.
            #if canImport(Glibc)
                let handle = UInt(pthread_self())
            #else
                let handle = UInt(bitPattern: pthread_self())
            #endif
            return ThreadNumber(value: handle | 1 << (UInt.bitWidth - 1))
        }
        if let known = pthread_getspecific(key) {
            return ThreadNumber(value: UInt(bitPattern: known))
        }
        let number = next.wrappingAdd(1, ordering: .relaxed).newValue
        // The number takes the place of the address that the system keeps for each thread.
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
        return ThreadNumber(value: number)
    }

    /// Whether the thread that asks is the one the process began with. Not for hot paths.
    package static var isMain: Bool {
        #if canImport(Darwin)
            return pthread_main_np() != 0
        #else
            // The call that says it is hidden from Swift: "process/task/thread" does so too.
            var link = [CChar](repeating: 0, count: 64)
            let count = readlink("/proc/thread-self", &link, link.count)
            guard count > 0 else { return false }
            let numbers = link[..<count].split(separator: CChar(UInt8(ascii: "/")))
            return numbers.count == 3 && numbers[0] == numbers[2]
        #endif
    }

    /// One that no thread has: for work that goes from thread to thread.
    package static func makeUnused() -> ThreadNumber {
        ThreadNumber(value: next.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    private init(value: UInt) { self.value = value }

    /// The thread with a number; nil for 0, which is the number of none.
    package init?(rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        value = UInt(truncatingIfNeeded: rawValue)
    }

    /// The number as programs are shown it.
    package var rawValue: UInt64 { UInt64(value) }

    private static let next = Atomic<UInt>(0)

    /// Nil if the process has used up all keys; then the system's own numbers must do.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, { ThreadNumber.end($0) }) == 0 ? key : nil
    }()

    // MARK: The end of threads

    /// Has a closure called by each thread that ends and has asked for its number. Until the
    /// closure returns the thread keeps that number.
    package static func onEnd(_ body: @escaping @Sendable (ThreadNumber) -> Void) {
        endings.lock.withLock { endings.listeners.append(body) }
    }

    private final class Endings: @unchecked Sendable {
        let lock = Lock(scheduler: nil)
        /// Guard: `lock`.
        var listeners: [@Sendable (ThreadNumber) -> Void] = []
    }

    private static let endings = Endings()

    /// The system has taken the number away, and calls this with it.
    private static func end(_ number: UnsafeMutableRawPointer?) {
        guard let number, let key else { return }
        pthread_setspecific(key, number)
        // Else the system would call again.
        defer { pthread_setspecific(key, nil) }
        for listener in endings.lock.withLock({ endings.listeners }) {
            listener(ThreadNumber(value: UInt(bitPattern: number)))
        }
    }
}
