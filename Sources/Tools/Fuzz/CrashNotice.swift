import Foundation
import Synchronization

/// Says how to see a run again when the process dies of it: a trap leaves no error to report.
/// With `SWIFT_BACKTRACE` in the environment the runtime's own report is left alone.
///
/// **Users.** One thread sets the text; a signal handler, which may do next to nothing, writes it.
enum CrashNotice {
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
    /// The address of a C string, or 0.
    private static let text = Atomic<UInt>(0)

    /// Texts are few and small; the ones before are left, as the handler may be reading.
    static func set(_ reproduction: String) {
        guard ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil,
            let copy = strdup("\nreproduce: \(reproduction)\n")
        else { return }
        let before = text.exchange(UInt(bitPattern: copy), ordering: .acquiringAndReleasing)
        if before == 0 { for number in signals { install(number) } }
    }

    private static func install(_ number: Int32) {
        _ = signal(number) { number in
            let address = CrashNotice.text.load(ordering: .acquiring)
            if let text = UnsafePointer<CChar>(bitPattern: address) {
                _ = write(STDOUT_FILENO, text, strlen(text))
            }
            _ = signal(number, SIG_DFL)
            raise(number)
        }
    }
}
