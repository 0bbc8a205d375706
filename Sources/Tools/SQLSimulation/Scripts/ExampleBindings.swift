import WCDBEngine

/// The values of a `-- bind:` line: a list by position, or an object by name. Strings hold neither
/// commas nor colons.
struct ExampleBindings {
    private var byPosition: [Value] = []
    private var byName: [(name: String, value: Value)] = []

    init(_ text: String) {
        let words = text.split(separator: " ").joined(separator: " ")
        let items = words.dropFirst().dropLast().split(separator: ",")
        for item in items {
            let parts = item.split(separator: ":").map { Self.trim($0) }
            if words.hasPrefix("{"), parts.count == 2 {
                byName.append((Self.unquote(parts[0]), Self.value(parts[1])))
            } else {
                byPosition.append(Self.value(Self.trim(item)))
            }
        }
    }

    /// Binds what the statement has parameters for.
    func apply(to statement: PreparedSQL) throws(EngineError) {
        for (index, value) in byPosition.enumerated() where index < statement.parameterCount {
            try statement.bind(value, at: index + 1)
        }
        for (name, value) in byName {
            for sign in [":", "@", "$"] {
                guard let index = statement.parameterIndex(sign + name) else { continue }
                try statement.bind(value, at: index)
            }
        }
    }

    private static func trim(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private static func unquote(_ text: String) -> String {
        String(text.dropFirst().dropLast())
    }

    private static func value(_ text: String) -> Value {
        if text.hasPrefix("\"") { return .text(unquote(text)) }
        if let integer = Int64(text) { return .integer(integer) }
        if let real = Double(text) { return .real(real) }
        return .null
    }
}
