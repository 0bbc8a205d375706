/// Reads JSON as RFC 8259 has it; nothing else is taken.
struct JSONParser {
    /// Containers in containers: deeper ones are malformed, so that no text overflows a stack.
    static let maximumDepth = 500

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private struct Malformed: Error {}

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The value that a text is; nil if it is none.
    static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var parser = JSONParser(bytes)
        do throws(Malformed) {
            let value = try parser.value()
            parser.skipBlanks()
            return parser.position == bytes.count ? value : nil
        } catch {
            return nil
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position += 1
        }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Malformed) {
        guard accept(byte) else { throw Malformed() }
    }

    private mutating func value() throws(Malformed) -> JSONValue {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(Malformed) -> JSONValue {
        let end = position + word.utf8.count
        guard end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) else {
            throw Malformed()
        }
        position = end
        return value
    }

    private mutating func enter() throws(Malformed) {
        depth += 1
        guard depth <= JSONParser.maximumDepth else { throw Malformed() }
        position += 1
    }

    private mutating func array() throws(Malformed) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var elements: [JSONValue] = []
        if accept(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value()) } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return .array(elements)
    }

    private mutating func object() throws(Malformed) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var members: [JSONValue.Member] = []
        if accept(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw Malformed() }
            let key = try text()
            try expect(UInt8(ascii: ":"))
            members.append(.init(key: key, value: try value()))
        } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return .object(members)
    }

    private mutating func text() throws(Malformed) -> [UInt8] {
        position += 1
        let start = position
        while let byte = next {
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return Array(bytes[start..<position])
            }
            guard byte >= 0x20 else { throw Malformed() }
            position += 1
            guard byte == 0x5C else { continue }
            guard let letter = next else { throw Malformed() }
            if letter == UInt8(ascii: "u") {
                guard JSONValue.hexadecimal(bytes, position + 1) != nil else { throw Malformed() }
                position += 5
            } else {
                guard "\"\\/bfnrt".utf8.contains(letter) else { throw Malformed() }
                position += 1
            }
        }
        throw Malformed()
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, byte >= 0x30, byte <= 0x39 { position += 1 }
        return position - start
    }

    private mutating func number() throws(Malformed) -> JSONValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let first = next
        let count = digits()
        guard count > 0, count == 1 || first != UInt8(ascii: "0") else { throw Malformed() }
        var isInteger = true
        if next == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            guard digits() > 0 else { throw Malformed() }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { throw Malformed() }
        }
        return .number(Array(bytes[start..<position]), isInteger: isInteger)
    }
}
