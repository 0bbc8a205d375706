import WCDBStorage

/// The document with its changes, written without blanks.
extension JSONEdit {
    /// A container that was changed, while it is written: documents may be deeper than a stack.
    struct Level: BitwiseCopyable {
        let container: Int
        let end: Int
        let hasKeys: Bool
        var listing: JSONListing
        /// What comes next, a key where there are keys.
        var next: Int
    }

    mutating func write(_ document: JSONDocument, to output: inout ByteBuffer) {
        guard var level = begin(0, of: document, &output) else { return }
        while true {
            if level.next < level.end {
                if let inner = writeNext(in: &level, of: document, &output) {
                    outerLevels.append(level)
                    level = inner
                }
            } else {
                end(&level, of: document, &output)
                guard outerLevels.count > 0 else { return }
                level = outerLevels.removeLast()
            }
        }
    }

    /// Writes a value, or how it begins if it is to be gone through.
    private func begin(
        _ node: Int, of document: JSONDocument, _ output: inout ByteBuffer
    ) -> Level? {
        if let index = replacement(of: node) {
            writeText(index, to: &output)
            return nil
        }
        let end = document.end(node)
        guard isTouched(node, end) else {
            document.write(node, to: &output)
            return nil
        }
        let hasKeys = document.kind(node) == .object
        output.appendByte(hasKeys ? UInt8(ascii: "{") : UInt8(ascii: "["))
        return Level(
            container: node, end: end, hasKeys: hasKeys,
            listing: JSONListing(hasKeys: hasKeys), next: node &+ 1)
    }

    /// Writes the next value of a container, or how it begins if it is to be gone through.
    private func writeNext(
        in level: inout Level, of document: JSONDocument, _ output: inout ByteBuffer
    ) -> Level? {
        let child = level.hasKeys ? level.next &+ 1 : level.next
        level.next = document.end(child)
        if !isTouched(child, level.next) {
            level.listing.keep(child)
            return nil
        }
        if isRemoved(child) {
            level.listing.end(document, &output)
            return nil
        }
        level.listing.begin(document, &output)
        if level.hasKeys {
            document.write(child &- 1, to: &output)
            output.appendByte(UInt8(ascii: ":"))
        }
        return begin(child, of: document, &output)
    }

    /// Writes what was added to a container, and its end.
    private func end(
        _ level: inout Level, of document: JSONDocument, _ output: inout ByteBuffer
    ) {
        let first = firstAddition(to: level.container, document)
        if first >= 0 {
            level.listing.begin(document, &output)
            writeAdditions(from: first, to: &output)
        } else {
            level.listing.end(document, &output)
        }
        output.appendByte(level.hasKeys ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    /// Whether one of the nodes up to `end` was changed.
    private func isTouched(_ first: Int, _ end: Int) -> Bool {
        for index in 0..<changes.count
        where changes[index].node >= first && changes[index].node < end {
            return true
        }
        return false
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
