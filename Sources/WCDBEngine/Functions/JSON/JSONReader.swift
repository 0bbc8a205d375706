import WCDBStorage

/// Reads JSON as RFC 8259 has it; nothing else is taken.
///
/// **Users.** One document, for one text.
struct JSONReader: ~Copyable {
    typealias Nodes = ScratchArray<JSONDocument.Node>

    private let text: ByteView
    private let count: Int
    private var position = 0
    private var depth = 0
    /// There is a blank between the parts.
    private(set) var hasBlanks = false

    /// The zeros that a text needs behind it, so that its last bytes can be read by the word. No
    /// JSON has any: nothing goes past the first.
    static let padding = 8

    /// Requires: `text` ends with the padding.
    init(_ text: ByteView) {
        self.text = text
        count = text.count &- JSONReader.padding
    }

    /// Whether the text is one value. Adds its nodes.
    mutating func readAll(into nodes: inout Nodes) -> Bool {
        guard readTree(into: &nodes) else { return false }
        skipBlanks()
        return position == count
    }

    private var next: UInt8 {
        @inline(__always) get { text[position] }
    }

    @inline(__always)
    private mutating func skipBlanks() {
        guard next <= 0x20 else { return }
        while next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D {
            position &+= 1
            hasBlanks = true
        }
    }

    /// Reads a value, and all that lies in it. However deep that is, it takes no stack: containers
    /// that are open wait in their nodes.
    private mutating func readTree(into nodes: inout Nodes) -> Bool {
        var container = JSONReader.outermost
        while true {
            skipBlanks()
            let byte = next
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                let isObject = byte == UInt8(ascii: "{")
                guard open(isObject ? .object : .array, in: &container, &nodes) else {
                    return false
                }
                skipBlanks()
                if next != JSONReader.last(of: isObject) {
                    guard !isObject || readKey(into: &nodes) else { return false }
                    continue
                }
            } else {
                guard readScalar(into: &nodes) else { return false }
            }
            switch goBehindValue(in: &container, &nodes) {
            case .next: continue
            case .end: return true
            case .mistake: return false
            }
        }
    }

    private enum Sequel { case next, end, mistake }

    /// Closes the containers that end here, until there is another value.
    @inline(__always)
    private mutating func goBehindValue(
        in container: inout UInt32, _ nodes: inout Nodes
    ) -> Sequel {
        while container != JSONReader.outermost {
            let isObject = nodes[Int(container)].kind == .object
            skipBlanks()
            let byte = next
            position &+= 1
            if byte == UInt8(ascii: ",") {
                return !isObject || readKey(into: &nodes) ? .next : .mistake
            }
            guard byte == JSONReader.last(of: isObject) else { return .mistake }
            close(&container, &nodes)
        }
        return .end
    }

    @inline(__always)
    private mutating func readScalar(into nodes: inout Nodes) -> Bool {
        switch next {
        case UInt8(ascii: "\""): readText(into: &nodes)
        case UInt8(ascii: "t"): readWord("true", .true, into: &nodes)
        case UInt8(ascii: "f"): readWord("false", .false, into: &nodes)
        case UInt8(ascii: "n"): readWord("null", .null, into: &nodes)
        default: readNumber(into: &nodes)
        }
    }

    @inline(__always)
    private func add(
        _ kind: JSONDocument.NodeKind, from start: Int, hasEscapes: Bool = false, to end: Int,
        _ nodes: inout Nodes
    ) {
        var node = JSONDocument.Node(kind: kind, start: UInt32(truncatingIfNeeded: start))
        node.length = UInt32(truncatingIfNeeded: end &- start)
        node.hasEscapes = hasEscapes
        nodes.append(node)
    }

    private mutating func readWord(
        _ word: StaticString, _ kind: JSONDocument.NodeKind, into nodes: inout Nodes
    ) -> Bool {
        let start = position
        guard text.dropFirst(start).hasPrefix(ByteView(word)) else { return false }
        position &+= word.utf8CodeUnitCount
        add(kind, from: start, to: position, &nodes)
        return true
    }

    // MARK: Containers

    /// What the container around a container is when there is none.
    private static let outermost = UInt32.max

    @inline(__always)
    private static func last(of isObject: Bool) -> UInt8 {
        isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    /// Begins a container in another. Until its end is known, the other is its size.
    private mutating func open(
        _ kind: JSONDocument.NodeKind, in container: inout UInt32, _ nodes: inout Nodes
    ) -> Bool {
        depth &+= 1
        guard depth <= JSONDocument.maximumDepth else { return false }
        var node = JSONDocument.Node(kind: kind, start: UInt32(truncatingIfNeeded: position))
        node.size = container
        container = UInt32(truncatingIfNeeded: nodes.count)
        nodes.append(node)
        position &+= 1
        return true
    }

    private mutating func close(_ container: inout UInt32, _ nodes: inout Nodes) {
        depth &-= 1
        let place = Int(container)
        var node = nodes[place]
        container = node.size
        node.length = UInt32(truncatingIfNeeded: position &- Int(node.start))
        node.size = UInt32(truncatingIfNeeded: nodes.count &- place)
        nodes[place] = node
    }

    private mutating func readKey(into nodes: inout Nodes) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: "\""), readText(into: &nodes) else { return false }
        skipBlanks()
        guard next == UInt8(ascii: ":") else { return false }
        position &+= 1
        return true
    }

    // MARK: Texts and numbers

    private mutating func readText(into nodes: inout Nodes) -> Bool {
        position &+= 1
        let start = position
        var hasEscapes = false
        while true {
            position &+= JSONText.plainCount(text.word(at: position))
            let byte = next
            if byte == UInt8(ascii: "\"") { break }
            guard byte >= 0x20 else { return false }
            position &+= 1
            guard byte == UInt8(ascii: "\\") else { continue }
            hasEscapes = true
            guard skipEscape() else { return false }
        }
        add(.text, from: start, hasEscapes: hasEscapes, to: position, &nodes)
        position &+= 1
        return true
    }

    /// Goes past what stands behind a backslash.
    private mutating func skipEscape() -> Bool {
        switch next {
        case UInt8(ascii: "u"):
            guard JSONText.hexadecimal(text, position &+ 1) != nil else { return false }
            position &+= 5
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position &+= 1
        default: return false
        }
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while ASCII.isDigit(next) { position &+= 1 }
        return position &- start
    }

    private mutating func readNumber(into nodes: inout Nodes) -> Bool {
        let start = position
        if next == UInt8(ascii: "-") { position &+= 1 }
        let first = next
        let count = skipDigits()
        guard count > 0, count == 1 || first != UInt8(ascii: "0") else { return false }
        var kind = JSONDocument.NodeKind.integer
        if next == UInt8(ascii: ".") {
            kind = .real
            position &+= 1
            guard skipDigits() > 0 else { return false }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            kind = .real
            position &+= 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position &+= 1 }
            guard skipDigits() > 0 else { return false }
        }
        add(kind, from: start, to: position, &nodes)
        return true
    }
}
