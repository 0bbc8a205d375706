/// How large values may become while SQL is computed.
package enum ValueLimits {
    /// The longest text or blob that an expression may have, in bytes.
    package static let maxLength = 1_000_000_000
    /// The longest pattern of LIKE and GLOB, in bytes.
    package static let maxPatternLength = 50_000
}
