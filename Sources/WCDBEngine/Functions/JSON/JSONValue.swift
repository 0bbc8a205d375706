import WCDBStorage

/// A JSON value. Numbers and texts are kept as they were written, so that what goes in comes out.
///
/// **Always true.** No value is deeper than `JSONParser.maximumDepth`: walking one needs little
/// stack.
indirect enum JSONValue {
    case null
    case boolean(Bool)
    /// The digits, of an integer or a real.
    case number([UInt8], isInteger: Bool)
    /// What stands between the quotes, with its escapes.
    case text([UInt8])
    case array([JSONValue])
    case object([Member])
    /// What the same call of a function has put here. No step leads into it, as in SQLite.
    case placed(JSONValue)

    struct Member {
        /// With its escapes.
        var key: [UInt8]
        var value: JSONValue
    }

    /// What `json_type` calls it.
    var typeName: StaticString {
        switch self {
        case .null: "null"
        case .boolean(true): "true"
        case .boolean(false): "false"
        case .number(_, isInteger: true): "integer"
        case .number: "real"
        case .text: "text"
        case .array: "array"
        case .object: "object"
        case .placed(let value): value.typeName
        }
    }

    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .boolean, .number, .text: false
        case .placed(let value): value.isContainer
        }
    }

    // MARK: Writing

    /// Writes the value as JSON, without blanks.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .number(let digits, _): bytes += digits
        case .text(let inside): JSONValue.quote(inside, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONValue.quote(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .placed(let value): value.write(to: &bytes)
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private static func quote(_ inside: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes += inside
        bytes.append(UInt8(ascii: "\""))
    }

    // MARK: SQL

    /// The value as SQL has it: containers as their text.
    var sqlValue: Value {
        switch self {
        case .null: return .null
        case .boolean(let value): return .integer(value ? 1 : 0)
        case .number(let digits, let isInteger):
            return digits.withUnsafeBytes { digits in
                if isInteger {
                    let integer = IntegerScan(ByteView(digits))
                    if integer.extent == .whole { return .integer(integer.value) }
                }
                return .real(RealScan(ByteView(digits)).value)
            }
        case .text(let inside): return .text(JSONValue.unescaped(inside))
        case .array, .object: return .text(bytes)
        case .placed(let value): return value.sqlValue
        }
    }

    /// What a value of SQL is in JSON. Throws for a blob.
    init(_ value: Value) throws(EngineError) {
        switch value {
        case .null: self = .null
        case .integer(let integer): self = .number(Array("\(integer)".utf8), isInteger: true)
        case .real:
            var scratch = ByteBuffer(capacity: 32)
            let digits = value.withColumnValue {
                Array($0.textView(scratch: &scratch).buffer)
            }
            self = .number(digits, isInteger: false)
        case .text(let bytes): self = .text(JSONValue.escaped(bytes))
        case .blob: throw .function(message: "JSON cannot hold BLOB values")
        }
    }

    /// A text as it stands between quotes.
    static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            return bytes
        }
        var result: [UInt8] = []
        for byte in bytes {
            switch byte {
            case 0x22, 0x5C: result += [0x5C, byte]
            case 0x08: result += Array("\\b".utf8)
            case 0x09: result += Array("\\t".utf8)
            case 0x0A: result += Array("\\n".utf8)
            case 0x0C: result += Array("\\f".utf8)
            case 0x0D: result += Array("\\r".utf8)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                result += Array("\\u00".utf8)
                result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: result.append(byte)
            }
        }
        return result
    }

    /// What a text between quotes means.
    static func unescaped(_ inside: [UInt8]) -> [UInt8] {
        guard inside.contains(0x5C) else { return inside }
        var result: [UInt8] = []
        var index = 0
        while index < inside.count {
            let byte = inside[index]
            index += 1
            guard byte == 0x5C, index < inside.count else {
                result.append(byte)
                continue
            }
            let letter = inside[index]
            index += 1
            switch letter {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"): result += character(inside, &index)
            default: result.append(letter)
            }
        }
        return result
    }

    /// The character behind `\u`, of a pair of surrogates if it begins one.
    private static func character(_ inside: [UInt8], _ index: inout Int) -> [UInt8] {
        guard let first = hexadecimal(inside, index) else { return [] }
        index += 4
        var scalar = first
        if first >= 0xD800, first < 0xDC00, index + 6 <= inside.count,
            inside[index] == 0x5C, inside[index + 1] == UInt8(ascii: "u"),
            let second = hexadecimal(inside, index + 2), second >= 0xDC00, second < 0xE000
        {
            scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            index += 6
        }
        var buffer = ByteBuffer(capacity: 8)
        buffer.appendCharacter(scalar >= 0xD800 && scalar < 0xE000 ? 0xFFFD : scalar)
        return Array(buffer.view.buffer)
    }

    static func hexadecimal(_ bytes: [UInt8], _ start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + 4] {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
