import Foundation

/// How much the slow suites do: `WCDB_TEST_SCALE`, 1 by default.
enum TestScale {
    static let factor = max(
        1, ProcessInfo.processInfo.environment["WCDB_TEST_SCALE"].flatMap { Int($0) } ?? 1)
}
