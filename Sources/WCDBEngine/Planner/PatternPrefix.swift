import WCDBStorage

/// The range of texts in which all that match a LIKE or GLOB lie: those that begin as the pattern
/// does.
struct PatternPrefix {
    let functions: FunctionRegistry

    struct Range {
        var subject: Scalar
        var lower: Value
        var upper: Value
        var collation: Collation
    }

    /// The range of `pattern LIKE subject`; nil if the pattern is unknown or begins with a
    /// wildcard. Only for columns of text: a number matches a pattern without being text.
    func range(_ function: FunctionID, _ arguments: [Scalar]) -> Range? {
        let name = functions[function].name
        guard name == "like" || name == "glob", arguments.count == 2,
            function.number < FunctionRegistry.builtIn.descriptions.count,
            case .constant(.text(let pattern)) = arguments[0],
            arguments[1].ownColumn != nil, arguments[1].affinity == .text
        else { return nil }
        let isLike = name == "like"
        var prefix: [UInt8] = []
        for byte in pattern {
            let isWildcard =
                isLike
                ? byte == UInt8(ascii: "%") || byte == UInt8(ascii: "_")
                : byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?")
                    || byte == UInt8(ascii: "[")
            if isWildcard { break }
            prefix.append(isLike ? ASCII.lowercased(byte) : byte)
        }
        // The last byte is made one more: beyond ASCII that would be no text.
        guard let last = prefix.last, last < 0x7F, !prefix.contains(0) else { return nil }
        var end = prefix
        end[end.count - 1] = last + 1
        return Range(
            subject: arguments[1], lower: .text(prefix), upper: .text(end),
            collation: isLike ? .nocase : .binary)
    }
}
