import WCDBStorage

/// The bits of `flag` and `small` in the tests of a sieve.
enum SieveFlag {
    /// `small` of a comparison: numbers decide it as they are.
    static let numbersDecide: UInt16 = 1
    /// `small` of a comparison: texts decide it as they are, byte by byte.
    static let textsDecide: UInt16 = 2
    /// `flag` of a prefix: letters A–Z match those of either case. The prefix has small ones.
    static let foldsCase: UInt8 = 1
    /// `flag` of a prefix: whatever begins with it matches the pattern.
    static let isWholePattern: UInt8 = 2

    /// What a comparison leaves as it is before it compares.
    static func decides(_ comparison: Comparison) -> UInt16 {
        let isText = comparison.affinity == .text
        let comparesBytes = if case .binary = comparison.collation { true } else { false }
        let keepsTexts = isText || comparison.affinity <= .blob
        return (isText ? 0 : numbersDecide) | (keepsTexts && comparesBytes ? textsDecide : 0)
    }
}
