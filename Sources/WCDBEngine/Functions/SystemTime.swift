#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The calendar fields of an instant in some time zone.
package struct LocalTime: Equatable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}

/// The clock and the time zone of the operating system.
enum SystemTime {
    /// Milliseconds since 1970, UTC.
    @Sendable
    static func milliseconds() -> Int64 {
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
        return Int64(now.tv_sec) &* 1000 &+ Int64(now.tv_nsec) / 1_000_000
    }

    @Sendable
    static func local(_ secondsSince1970: Int64) -> LocalTime? {
        var seconds = time_t(truncatingIfNeeded: secondsSince1970)
        var fields = tm()
        guard localtime_r(&seconds, &fields) != nil else { return nil }
        return LocalTime(
            year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1,
            day: Int(fields.tm_mday), hour: Int(fields.tm_hour), minute: Int(fields.tm_min),
            second: Int(fields.tm_sec))
    }
}
