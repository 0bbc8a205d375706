/// What a program makes or gets says how it is used: public classes and structures of the library
/// have an example in their comment. Protocols and enumerations show up in those of others.
enum ExampleRules {
    static func check(_ source: SwiftSource) -> [Finding] {
        guard source.path.hasPrefix("Sources/WCDBSwift/") else { return [] }
        let beginnings = ["public struct ", "public class ", "public final class "]
        return source.lines.indices.compactMap { index in
            let line = source.lines[index]
            guard let beginning = beginnings.first(where: { line.hasPrefix($0) }),
                !hasExample(source.lines[..<index])
            else { return nil }
            let name = line.dropFirst(beginning.count).prefix { $0.isLetter || $0.isNumber }
            return Finding(
                rule: .missingExample, path: source.path, line: index + 1,
                message: "\(name) has no example in its comment")
        }
    }

    /// Whether the comment at the end of these lines has code.
    private static func hasExample(_ lines: ArraySlice<Substring>) -> Bool {
        var rest = lines
        // Attributes may stand between the comment and the declaration.
        while rest.last?.hasPrefix("@") == true { rest.removeLast() }
        while let line = rest.popLast(), line.hasPrefix("///") {
            if line.hasPrefix("/// ```swift") { return true }
        }
        return false
    }
}
