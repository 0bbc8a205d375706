/// A place for a value that is bound later.
///
/// Numbers are given out by whoever walks the statement: a bare `?` is the largest number so far
/// plus one, a name used twice is one parameter.
package enum Parameter: Hashable, Sendable {
    /// `?`
    case next
    /// `?7`
    case numbered(UInt32)
    /// `:a`, `@a`, `$a`: the sign and what follows it.
    case named(Sign, SQLText)

    package enum Sign: UInt8, Sendable, CaseIterable {
        case colon = 0x3A, at = 0x40, dollar = 0x24
    }
}
