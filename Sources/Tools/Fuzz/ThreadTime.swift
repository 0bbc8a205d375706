import Foundation

/// How much of the processor a thread has used since this was made by it; where the system tells
/// only of the process, that.
///
/// **Users.** Made by the thread that is measured, which must live on; asked by any thread.
struct ThreadTime: Sendable {
    private let clockID: clockid_t
    private let start: Double

    init() {
        #if canImport(Glibc)
            var own = clockid_t()
            clockID =
                pthread_getcpuclockid(pthread_self(), &own) == 0 ? own : CLOCK_PROCESS_CPUTIME_ID
        #else
            clockID = CLOCK_PROCESS_CPUTIME_ID
        #endif
        start = ThreadTime.now(clockID)
    }

    var seconds: Double { ThreadTime.now(clockID) - start }

    private static func now(_ clockID: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clockID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
