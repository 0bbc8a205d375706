/// Bounds that a connection may change. Those that protect the stack are not among them.
package struct ParserLimits: Hashable, Sendable {
    /// The largest number of a parameter.
    package var parameters = 32_766
    package var functionArguments = 127
    package var compoundTerms = 500

    package static let standard = ParserLimits()

    package init() {}
}
