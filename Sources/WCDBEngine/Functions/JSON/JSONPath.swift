import WCDBStorage

/// A way into a JSON value: `$.a[0]."b c"[#-1]`.
struct JSONPath {
    enum Step {
        case key([UInt8])
        case index(Int)
        /// Counted from behind: 0 is the place after the last element.
        case fromEnd(Int)
        /// What is no step, and the rest of the path with it. It is refused where it is reached:
        /// SQLite reads a path while it follows it.
        case mistake([UInt8], in: Reach)
    }

    /// What has to be there for a mistake to be seen.
    enum Reach {
        case object
        case array
        case anything
    }

    let steps: [Step]

    static func refusal(_ rest: some Sequence<UInt8>) -> EngineError {
        .function(
            message: "JSON path error near '\(String(decoding: Array(rest), as: UTF8.self))'")
    }

    /// Throws if it does not begin as a path.
    init(_ bytes: [UInt8]) throws(EngineError) {
        guard bytes.first == UInt8(ascii: "$") else { throw JSONPath.refusal(bytes) }
        var steps: [Step] = []
        var rest = bytes.dropFirst()
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "."): steps.append(JSONPath.key(&rest))
            case UInt8(ascii: "["): steps.append(JSONPath.index(&rest))
            default: steps.append(JSONPath.mistake(&rest, in: .anything))
            }
        }
        self.steps = steps
    }

    /// What stands behind `->`: a path, a key, or the number of an element.
    init(arrow bytes: [UInt8]) throws(EngineError) {
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

    private static func mistake(_ rest: inout ArraySlice<UInt8>, in reach: Reach) -> Step {
        defer { rest = [] }
        return .mistake(Array(rest), in: reach)
    }

    private static func key(_ rest: inout ArraySlice<UInt8>) -> Step {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "\"") {
            let inside = rest.dropFirst()
            guard let end = inside.firstIndex(of: UInt8(ascii: "\"")) else {
                return mistake(&rest, in: .object)
            }
            rest = rest[(end + 1)...]
            return .key(Array(inside[..<end]))
        }
        let end = rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
        let key = rest[..<(end ?? rest.endIndex)]
        guard !key.isEmpty else { return mistake(&rest, in: .object) }
        rest = rest[key.endIndex...]
        return .key(Array(key))
    }

    private static func index(_ rest: inout ArraySlice<UInt8>) -> Step {
        let isCounted = rest.dropFirst().first == UInt8(ascii: "#")
        let reach: Reach = isCounted ? .array : .anything
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
            return mistake(&rest, in: reach)
        }
        let inside = String(decoding: rest.dropFirst()[..<end], as: UTF8.self)
        let isFromEnd = inside.hasPrefix("#-")
        let digits = isFromEnd ? inside.dropFirst(2) : inside[...]
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        guard isNumber || inside == "#" else { return mistake(&rest, in: reach) }
        rest = rest[(end + 1)...]
        guard isNumber else { return .fromEnd(0) }
        let number = Int(digits) ?? .max
        return isFromEnd ? .fromEnd(number) : .index(number)
    }
}

extension JSONPath.Step {
    /// The error of a mistake that is seen where the path has come to; nil for other steps.
    func refusal(inObject isObject: Bool, inArray isArray: Bool) -> EngineError? {
        switch self {
        case .mistake(let rest, in: .object) where isObject: JSONPath.refusal(rest)
        case .mistake(let rest, in: .array) where isArray: JSONPath.refusal(rest)
        case .mistake(let rest, in: .anything): JSONPath.refusal(rest)
        case .mistake, .key, .index, .fromEnd: nil
        }
    }
}

extension JSONDocument {
    /// The node at a path; nil if there is none. Throws if it comes to a mistake in the path.
    func node(at path: JSONPath) throws(EngineError) -> Int? {
        var node = 0
        for step in path.steps {
            guard let next = try child(of: node, step) else { return nil }
            node = next
        }
        return node
    }

    private func child(of node: Int, _ step: JSONPath.Step) throws(EngineError) -> Int? {
        let kind = kind(node)
        switch (kind, step) {
        case (.object, .key(let key)):
            return key.withUnsafeBytes { member(node, ByteView($0)) }
        case (.array, .index(let index)): return element(node, index)
        case (.array, .fromEnd(let distance)):
            let count = elementCount(node)
            return distance <= count ? element(node, count - distance) : nil
        default:
            let refusal = step.refusal(inObject: kind == .object, inArray: kind == .array)
            if let refusal { throw refusal }
            return nil
        }
    }
}
