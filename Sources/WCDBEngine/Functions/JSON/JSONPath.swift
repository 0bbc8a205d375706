import WCDBStorage

/// A way into a JSON value: `$.a[0]."b c"[#-1]`.
struct JSONPath {
    enum Step {
        case key([UInt8])
        case index(Int)
        /// Counted from behind: 0 is the place after the last element.
        case fromEnd(Int)
    }

    let steps: [Step]

    private static func refusal(_ rest: some Sequence<UInt8>) -> EngineError {
        .function(
            message: "JSON path error near '\(String(decoding: Array(rest), as: UTF8.self))'")
    }

    /// Throws what is wrong with a path.
    init(_ bytes: [UInt8]) throws(EngineError) {
        guard bytes.first == UInt8(ascii: "$") else { throw JSONPath.refusal(bytes) }
        var steps: [Step] = []
        var rest = bytes.dropFirst()
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "."): steps.append(try JSONPath.key(&rest))
            case UInt8(ascii: "["): steps.append(try JSONPath.index(&rest))
            default: throw JSONPath.refusal(rest)
            }
        }
        self.steps = steps
    }

    /// What stands behind `->`: a path, a key, or the number of an element.
    init(arrow value: Value) throws(EngineError) {
        var scratch = ByteBuffer(capacity: 32)
        let bytes = value.withColumnValue { Array($0.textView(scratch: &scratch).buffer) }
        guard bytes.first != UInt8(ascii: "$") else {
            try self.init(bytes)
            return
        }
        if let first = bytes.first, first >= 0x30, first <= 0x39 {
            try self.init(Array("$[".utf8) + bytes + Array("]".utf8))
        } else if bytes.first == UInt8(ascii: "[") {
            try self.init(Array("$".utf8) + bytes)
        } else {
            try self.init(Array("$.".utf8) + bytes)
        }
    }

    private static func key(_ rest: inout ArraySlice<UInt8>) throws(EngineError) -> Step {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "\"") {
            let inside = rest.dropFirst()
            guard let end = inside.firstIndex(of: UInt8(ascii: "\"")) else { throw refusal(rest) }
            rest = rest[(end + 1)...]
            return .key(Array(inside[..<end]))
        }
        let end = rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
        let key = rest[..<(end ?? rest.endIndex)]
        guard !key.isEmpty else { throw refusal(rest) }
        rest = rest[key.endIndex...]
        return .key(Array(key))
    }

    private static func index(_ rest: inout ArraySlice<UInt8>) throws(EngineError) -> Step {
        let all = rest
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { throw refusal(all) }
        let inside = String(decoding: rest.dropFirst()[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        if inside == "#" { return .fromEnd(0) }
        let isFromEnd = inside.hasPrefix("#-")
        let digits = isFromEnd ? inside.dropFirst(2) : inside[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            throw refusal(all)
        }
        let number = Int(digits) ?? .max
        return isFromEnd ? .fromEnd(number) : .index(number)
    }
}

extension JSONValue {
    /// What lies at a path; nil if nothing does.
    func value(at path: JSONPath) -> JSONValue? {
        var value = self
        for step in path.steps {
            guard let place = value.place(of: step), let child = value.child(place) else {
                return nil
            }
            value = child
        }
        return value
    }

    /// Which of its children a step leads to. May be the number behind the last.
    func place(of step: JSONPath.Step) -> Int? {
        switch (self, step) {
        case (.object(let members), .key(let key)):
            return members.firstIndex { $0.key == key } ?? members.count
        case (.array, .index(let index)): return index
        case (.array(let elements), .fromEnd(let distance)):
            return distance <= elements.count ? elements.count - distance : nil
        default: return nil
        }
    }

    func child(_ place: Int) -> JSONValue? {
        switch self {
        case .object(let members): place < members.count ? members[place].value : nil
        case .array(let elements): place < elements.count ? elements[place] : nil
        case .null, .boolean, .number, .text: nil
        }
    }
}
