import Foundation

/// How much the slow suites of the tests do: `WCDB_TEST_SCALE`, a whole number, 1 by default.
package enum TestScale {
    package static let factor = max(
        1, ProcessInfo.processInfo.environment["WCDB_TEST_SCALE"].flatMap { Int($0) } ?? 1)
}
