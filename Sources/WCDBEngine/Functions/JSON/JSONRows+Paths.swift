import WCDBStorage

/// The paths that rows of `json_each` and `json_tree` show.
extension JSONRows {
    /// Where the rows begin a value has the key that the path has given it, if it is an object or
    /// an array within an object.
    var startKey: ColumnValue {
        guard isTree, case .key(let label) = path?.steps.last, document.kind(node).isContainer
        else { return .null }
        if !texts.hasKey {
            texts.key.removeAll()
            texts.hasKey = true
            label.withUnsafeBytes { JSONText.unescape(ByteView($0), to: &texts.key) }
        }
        return ColumnValue(.text, texts.key.view)
    }

    /// The path of the current value.
    var fullKey: ByteView {
        guard levels.count > 0 else { return root }
        makePath()
        return texts.path.view
    }

    /// The path of the container around it.
    var containerPath: ByteView {
        guard levels.count > 0 else {
            return isTree && path?.steps.isEmpty == false ? rootWithoutLastStep : root
        }
        makePath()
        return texts.path.view.prefix(texts.containerLength)
    }

    private var rootWithoutLastStep: ByteView {
        var end = root.count
        while end > 0 {
            end -= 1
            if root[end] == UInt8(ascii: ".") || root[end] == UInt8(ascii: "[") {
                return root.prefix(end)
            }
        }
        return root
    }

    /// Both paths at once: to write one must not move the other.
    private func makePath() {
        guard !texts.hasPath else { return }
        texts.hasPath = true
        let container = levels[levels.count &- 1].container
        if texts.container == container {
            texts.path.truncate(to: texts.containerLength)
        } else {
            texts.path.removeAll()
            texts.path.append(root)
            for number in 0..<(levels.count &- 1) { addStep(levels[number]) }
            texts.container = container
            texts.containerLength = texts.path.count
        }
        addStep(levels[levels.count &- 1])
    }

    private func addStep(_ level: Level) {
        guard level.hasKeys else {
            texts.path.appendByte(UInt8(ascii: "["))
            IntegerText.append(Int64(level.index), to: &texts.path)
            return texts.path.appendByte(UInt8(ascii: "]"))
        }
        let key = document.view(level.key)
        let isPlain = JSONRows.isPlain(key)
        texts.path.append(isPlain ? "." : ".\"")
        texts.path.append(key)
        if !isPlain { texts.path.appendByte(UInt8(ascii: "\"")) }
    }

    /// Whether a path shows a key without quotes.
    private static func isPlain(_ key: ByteView) -> Bool {
        guard !key.isEmpty, !ASCII.isDigit(key[0]) else { return false }
        for index in 0..<key.count
        where !ASCII.isLetter(key[index]) && !ASCII.isDigit(key[index]) {
            return false
        }
        return true
    }
}
