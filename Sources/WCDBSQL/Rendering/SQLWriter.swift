/// Collects the bytes of SQL text.
package struct SQLWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    mutating func write(_ node: some SQLRenderable) { node.render(into: &self) }

    /// `text` and the node behind it, if there is one.
    mutating func write(_ text: StaticString, _ node: (some SQLRenderable)?) {
        guard let node else { return }
        write(text)
        node.render(into: &self)
    }

    /// The text if `condition` holds.
    mutating func write(_ text: StaticString, if condition: Bool) {
        if condition { write(text) }
    }

    /// The nodes with commas between them.
    mutating func writeList(_ nodes: [some SQLRenderable]) {
        var isFirst = true
        for node in nodes {
            if !isFirst { write(", ") }
            isFirst = false
            node.render(into: &self)
        }
    }

    /// `text` and the list behind it, unless the list is empty.
    mutating func writeList(_ text: StaticString, _ nodes: [some SQLRenderable]) {
        guard !nodes.isEmpty else { return }
        write(text)
        writeList(nodes)
    }

    /// The list in parentheses, unless it is empty.
    mutating func writeGroup(_ nodes: [some SQLRenderable]) {
        if !nodes.isEmpty { writeParenthesised(nodes) }
    }

    mutating func writeParenthesised(_ nodes: [some SQLRenderable]) {
        write("(")
        writeList(nodes)
        write(")")
    }

    /// The text between quotes, which are doubled inside.
    mutating func writeQuoted(_ text: String, _ opening: UInt8, _ closing: UInt8) {
        bytes.append(opening)
        for byte in text.utf8 {
            bytes.append(byte)
            if byte == closing { bytes.append(byte) }
        }
        bytes.append(closing)
    }

    mutating func writeString(_ text: String) {
        writeQuoted(text, UInt8(ascii: "'"), UInt8(ascii: "'"))
    }
}

/// A node that can be written as SQL. What it writes is parsed to an equal node, as long as the
/// tree is finished and one that the grammar can say.
package protocol SQLRenderable {
    func render(into writer: inout SQLWriter)
}

extension SQLRenderable {
    /// The text of the node: keywords in upper case, names as they are or between backticks.
    package var sql: String {
        var writer = SQLWriter()
        render(into: &writer)
        return writer.text
    }
}
