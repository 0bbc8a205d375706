import WCDBStorage

/// A JSON value that changes: what has not changed is a node of the document that it came from.
///
/// **Users.** One call of a function, which leaves the document as it is.
///
/// **Always true.** No value is deeper than `JSONDocument.maximumDepth`, but by what is put into
/// it: walking one needs little stack.
enum JSONValue {
    case node(JSONDocument, Int)
    case array([JSONValue])
    case object([Member])
    /// The JSON that the same call of a function has put here. No step leads into it, as in SQLite.
    case placed([UInt8])

    struct Member {
        var key: Key
        var value: JSONValue
    }

    enum Key {
        /// It stands in a text, with escapes.
        case node(JSONDocument, Int)
        /// It is one of a path, and gets its escapes when it is written.
        case ofPath([UInt8])
    }

    init(_ document: JSONDocument) { self = .node(document, 0) }

    var isNull: Bool {
        if case .node(let document, let node) = self { return document.kind(node) == .null }
        return false
    }

    /// The same value, with the parts of a container as values.
    var opened: JSONValue {
        guard case .node(let document, let container) = self else { return self }
        let end = document.end(container)
        var node = container + 1
        switch document.kind(container) {
        case .array:
            var elements: [JSONValue] = []
            while node < end {
                elements.append(.node(document, node))
                node = document.end(node)
            }
            return .array(elements)
        case .object:
            var members: [Member] = []
            while node < end {
                let value = JSONValue.node(document, node + 1)
                members.append(Member(key: .node(document, node), value: value))
                node = document.end(node + 1)
            }
            return .object(members)
        default: return self
        }
    }

    /// Writes the value as JSON, without blanks.
    func write(to output: inout ByteBuffer) {
        switch self {
        case .node(let document, let node): document.write(node, to: &output)
        case .placed(let bytes): bytes.withUnsafeBytes { output.append($0) }
        case .array(let elements):
            output.appendByte(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.appendByte(UInt8(ascii: ",")) }
                element.write(to: &output)
            }
            output.appendByte(UInt8(ascii: "]"))
        case .object(let members):
            output.appendByte(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.appendByte(UInt8(ascii: ",")) }
                member.key.write(to: &output)
                output.appendByte(UInt8(ascii: ":"))
                member.value.write(to: &output)
            }
            output.appendByte(UInt8(ascii: "}"))
        }
    }
}

extension JSONValue.Key {
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch self {
        case .node(let document, let node): body(document.view(node).buffer)
        case .ofPath(let bytes): bytes.withUnsafeBytes(body)
        }
    }

    /// Whether they are written alike: an escape is not the character that it means.
    static func == (left: JSONValue.Key, right: JSONValue.Key) -> Bool {
        left.withBytes { left in right.withBytes { ByteOrder.compare(left, $0) == 0 } }
    }

    fileprivate func write(to output: inout ByteBuffer) {
        switch self {
        case .node(let document, let node): document.write(node, to: &output)
        case .ofPath(let bytes):
            bytes.withUnsafeBytes { JSONText.quote(ByteView($0), to: &output) }
        }
    }
}
