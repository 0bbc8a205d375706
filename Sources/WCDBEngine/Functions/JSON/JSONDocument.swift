import WCDBStorage

/// A JSON text taken apart: its values in the order in which they stand. None is copied.
///
///     {"a": [1, 2], "b": "x"}    object 7, text "a" 1, array 3, 1 1, 2 1, text "b" 1, text "x" 1
///
/// Each node knows how many nodes it takes, itself and all that lies in it: so many further on is
/// the next one beside it. The key of a member stands as a text before its value. The numbers of
/// the nodes are those that `json_each` shows.
///
/// **Users.** One call of a function at a time. Views and values of a document are good until it
/// reads another text: the machine takes the result of a call over before it makes the next.
///
/// **Always true.** After `read` said yes node 0 is the whole, and places lie in the text.
final class JSONDocument {
    enum NodeKind: UInt8 {
        case null, `true`, `false`, integer, real, text, array, object

        var isContainer: Bool { self == .array || self == .object }
    }

    struct Node: BitwiseCopyable {
        let kind: NodeKind
        /// Of a text: that it has escapes.
        var hasEscapes = false
        /// Where it stands; a text without its quotes.
        let start: UInt32
        var length: UInt32 = 0
        /// The nodes it takes.
        var size: UInt32 = 1
    }

    /// Containers in containers, as in SQLite: deeper ones are malformed.
    static let maximumDepth = 2000

    // Changed by `read` only.
    @exclusivity(unchecked) private var text = ByteBuffer(capacity: 128)
    @exclusivity(unchecked) private var nodes = ScratchArray<Node>()
    @exclusivity(unchecked) private var hasBlanks = false
    private(set) var isWhole = false

    /// Takes another text apart; false if it is no JSON.
    func read(_ source: UnsafeRawBufferPointer) -> Bool {
        text.removeAll()
        text.append(source)
        nodes.removeAll()
        isWhole = false
        guard source.count < Int(UInt32.max) else { return false }
        text.appendRepeated(0, count: JSONReader.padding)
        var reader = JSONReader(text.view)
        isWhole = reader.readAll(into: &nodes)
        hasBlanks = reader.hasBlanks
        text.truncate(to: source.count)
        return isWhole
    }

    /// Whether it is what `read` would make of a text.
    func isOf(_ source: UnsafeRawBufferPointer) -> Bool {
        isWhole && source.count == text.count && ByteOrder.compare(text.bytes, source) == 0
    }

    // MARK: Nodes

    var count: Int { nodes.count }

    func kind(_ node: Int) -> NodeKind { nodes[node].kind }

    /// The first node that is no longer of this one.
    func end(_ node: Int) -> Int { node &+ Int(nodes[node].size) }

    /// What a value is made of in the text; of a text what stands between the quotes.
    func view(_ node: Int) -> ByteView {
        let start = Int(nodes[node].start)
        return text.view[start, start &+ Int(nodes[node].length)]
    }

    /// What `json_type` calls it.
    func typeName(_ node: Int) -> StaticString {
        switch kind(node) {
        case .null: "null"
        case .true: "true"
        case .false: "false"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The elements of an array.
    func elementCount(_ array: Int) -> Int {
        var count = 0
        var node = array &+ 1
        while node < end(array) {
            count &+= 1
            node = end(node)
        }
        return count
    }

    /// Whether a key is written like this.
    @inline(__always)
    func isKey(_ node: Int, _ key: ByteView) -> Bool {
        // Most keys tell by their length, or by how they begin.
        guard Int(nodes[node].length) == key.count else { return false }
        let name = view(node)
        return name[0] == key[0] && ByteOrder.compare(name.buffer, key.buffer) == 0
    }

    /// The value of a key, written as in the text; nil if there is none. Of several the first.
    func member(_ object: Int, _ key: ByteView) -> Int? {
        let end = end(object)
        var node = object &+ 1
        while node < end {
            if isKey(node, key) { return node &+ 1 }
            node = self.end(node &+ 1)
        }
        return nil
    }

    func element(_ array: Int, _ index: Int) -> Int? {
        let end = end(array)
        var node = array &+ 1
        var left = index
        while node < end, left > 0 {
            left &-= 1
            node = self.end(node)
        }
        return node < end ? node : nil
    }

    // MARK: Values

    /// All of it, as it was given.
    var whole: ByteView { text.view }

    /// Where a value begins in the text, and where it ends: of a text with its quotes.
    private func extent(_ node: Int) -> (start: Int, end: Int) {
        let (start, length) = (Int(nodes[node].start), Int(nodes[node].length))
        let quote = kind(node) == .text ? 1 : 0
        return (start &- quote, start &+ length &+ quote)
    }

    /// Writes neighbours in a container as JSON, without blanks, but with the commas between them:
    /// from the node `first`, which is a key where there are keys, to the value `last`.
    func write(from first: Int, through last: Int, to output: inout ByteBuffer) {
        var place = extent(first).start
        let end = extent(last).end
        guard hasBlanks else { return output.append(text.view[place, end]) }
        // Blanks stand between the values, which come in the order of the text.
        for node in first..<self.end(last) where !kind(node).isContainer {
            let value = extent(node)
            writeMarks(from: place, to: value.start, &output)
            output.append(text.view[value.start, value.end])
            place = value.end
        }
        writeMarks(from: place, to: end, &output)
    }

    @inline(__always)
    private func writeMarks(from start: Int, to end: Int, _ output: inout ByteBuffer) {
        let view = text.view
        var place = start
        while place < end {
            let byte = view[place]
            if byte > 0x20 { output.appendByte(byte) }
            place &+= 1
        }
    }

    /// Writes a value as JSON, without blanks.
    func write(_ node: Int, to output: inout ByteBuffer) {
        if kind(node).isContainer { return write(from: node, through: node, to: &output) }
        let (start, end) = extent(node)
        output.append(text.view[start, end])
    }

    func hasEscapes(_ text: Int) -> Bool { nodes[text].hasEscapes }

    /// Whether the value as SQL has it is a text that does not stand here.
    func isRewritten(_ node: Int) -> Bool {
        switch kind(node) {
        case .text: hasEscapes(node)
        case .array, .object: hasBlanks
        default: false
        }
    }

    /// The value as SQL has it: containers as their text, which is written to `output` as texts
    /// with escapes are. Good until either changes.
    func value(_ node: Int, _ output: inout ByteBuffer) -> ColumnValue {
        let view = view(node)
        switch kind(node) {
        case .null: return .null
        case .true: return .integer(1)
        case .false: return .integer(0)
        case .integer, .real: return JSONText.number(view, isInteger: kind(node) == .integer)
        case .text: return text(node, &output)
        case .array, .object:
            guard hasBlanks else { return ColumnValue(.text, view) }
            let begin = output.count
            write(node, to: &output)
            return ColumnValue(.text, output.view.dropFirst(begin))
        }
    }

    /// What a text or key means.
    func text(_ node: Int, _ output: inout ByteBuffer) -> ColumnValue {
        guard hasEscapes(node) else { return ColumnValue(.text, view(node)) }
        let begin = output.count
        JSONText.unescape(view(node), to: &output)
        return ColumnValue(.text, output.view.dropFirst(begin))
    }
}
