import WCDBStorage

/// The document with its changes, written without blanks.
extension JSONEdit {
    func write(_ document: JSONDocument, to output: inout ByteBuffer) {
        write(0, of: document, to: &output)
    }

    /// Whether one of the nodes up to `end` was changed.
    private func isTouched(_ first: Int, _ end: Int) -> Bool {
        for index in 0..<changes.count
        where changes[index].node >= first && changes[index].node < end {
            return true
        }
        return false
    }

    private func write(
        _ node: Int, of document: JSONDocument, to output: inout ByteBuffer
    ) {
        if let index = replacement(of: node) { return writeText(index, to: &output) }
        let end = document.end(node)
        guard isTouched(node, end) else { return document.write(node, to: &output) }
        let hasKeys = document.kind(node) == .object
        var listing = JSONListing(hasKeys: hasKeys)
        output.appendByte(hasKeys ? UInt8(ascii: "{") : UInt8(ascii: "["))
        var child = node &+ 1
        while child < end {
            if hasKeys { child &+= 1 }
            let next = document.end(child)
            if !isTouched(child, next) {
                listing.keep(child)
            } else if isRemoved(child) {
                listing.end(document, &output)
            } else {
                listing.begin(document, &output)
                if hasKeys {
                    document.write(child &- 1, to: &output)
                    output.appendByte(UInt8(ascii: ":"))
                }
                write(child, of: document, to: &output)
            }
            child = next
        }
        let first = firstAddition(to: node, document)
        if first >= 0 {
            listing.begin(document, &output)
            writeAdditions(from: first, to: &output)
        } else {
            listing.end(document, &output)
        }
        output.appendByte(hasKeys ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    private func writeText(_ index: Int, to output: inout ByteBuffer) {
        let text = changes[index].text
        output.append(texts.view[text.start, text.end])
    }

    /// Writes what was added to a container, with all that was added to that. A path may make
    /// containers that are deeper than a stack.
    private func writeAdditions(from first: Int, to output: inout ByteBuffer) {
        var outer: [Int] = []
        var index = first
        while true {
            let change = changes[index]
            if change.kind == .member {
                JSONText.quote(
                    texts.view[change.key.start, change.key.end], to: &output)
                output.appendByte(UInt8(ascii: ":"))
            }
            if change.content.isContainer {
                output.appendByte(change.content == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
                outer.append(index)
                // A path that makes a container puts something into it.
                index = change.first
                continue
            }
            writeText(index, to: &output)
            while changes[index].next < 0 {
                guard let container = outer.popLast() else { return }
                let isObject = changes[container].content == .object
                output.appendByte(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                index = container
            }
            output.appendByte(UInt8(ascii: ","))
            index = changes[index].next
        }
    }
}
