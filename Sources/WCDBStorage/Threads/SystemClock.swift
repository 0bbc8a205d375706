#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The clock by which threads wait: that of `FileSystem.now` where nothing is simulated. Any thread
/// may ask it.
enum SystemClock {
    /// Monotonic nanoseconds that stand still while the device sleeps.
    static func now() -> UInt64 {
        #if canImport(Darwin)
            return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
        #else
            var moment = Self.timespec(nanoseconds: 0)
            clock_gettime(CLOCK_MONOTONIC, &moment)
            return UInt64(moment.tv_sec) * 1_000_000_000 + UInt64(moment.tv_nsec)
        #endif
    }

    #if canImport(Darwin)
        typealias Timespec = Darwin.timespec
    #elseif canImport(Glibc)
        typealias Timespec = Glibc.timespec
    #elseif canImport(Musl)
        typealias Timespec = Musl.timespec
    #endif

    /// A deadline far beyond what the type can say becomes the farthest one.
    static func timespec(nanoseconds: UInt64) -> Timespec {
        let seconds = min(nanoseconds / 1_000_000_000, UInt64(Int32.max))
        return Timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
