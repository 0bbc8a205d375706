import WCDBStorage

/// Changes of a JSON text: `json_set` and its relatives, `json_remove`. The document stays as it
/// is; what was changed is listed beside it, and both are written together.
///
/// **Users.** One call of a function at a time, with one document.
///
/// **Always true.** What is put somewhere may be looked for by a later path of the same call, but
/// no step leads into it, as in SQLite. Values that were added have numbers too, from the number of
/// the document's nodes on, in the order in which they came.
struct JSONEdit: ~Copyable {
    enum Mode {
        /// Only what is not there.
        case insert
        /// Only what is there.
        case replace
        case set
    }

    enum Effect: UInt8 {
        /// A value of the document has given way to another.
        case replaced
        case removed
        /// A value was added to a container.
        case member, element
    }

    /// Where in `texts` something stands.
    struct Piece: BitwiseCopyable {
        var start = 0
        var end = 0
    }

    struct Change: BitwiseCopyable {
        let kind: Effect
        /// What was changed, or got one more.
        let node: Int
        /// What is there now: something that was put there, or a container that a path made.
        var content = JSONDocument.NodeKind.null
        /// Where the key stands, as its path has it, and what was put there.
        var key = Piece()
        var text = Piece()
        /// Of what was added: the next in the same container, and of a container the first and the
        /// last that were added to it.
        var next = -1
        var first = -1
        var last = -1

        var isAddition: Bool { kind == .member || kind == .element }
    }

    /// What was put somewhere, and keys.
    private(set) var texts = ByteBuffer(capacity: 64)
    private(set) var changes = ScratchArray<Change>()
    /// While it is written: the containers around the one that is gone through.
    var outerLevels = ScratchArray<Level>()

    init() {}

    mutating func removeAll() {
        texts.removeAll()
        changes.removeAll()
    }

    // MARK: Looking

    func isRemoved(_ node: Int) -> Bool {
        for index in 0..<changes.count
        where changes[index].kind == .removed && changes[index].node == node {
            return true
        }
        return false
    }

    /// The change by which a value of the document has given way; nil if it has not.
    func replacement(of node: Int) -> Int? {
        for index in 0..<changes.count
        where changes[index].kind == .replaced && changes[index].node == node {
            return index
        }
        return nil
    }

    /// The first that was added to a container; -1 if nothing was.
    func firstAddition(to container: Int, _ document: JSONDocument) -> Int {
        if container >= document.count { return changes[container &- document.count].first }
        for index in 0..<changes.count
        where changes[index].node == container && changes[index].isAddition {
            return index
        }
        return -1
    }

    /// What is there now; nil for what was put there by the same call.
    private func kind(_ node: Int, _ document: JSONDocument) -> JSONDocument.NodeKind? {
        if node >= document.count {
            let content = changes[node &- document.count].content
            return content.isContainer ? content : nil
        }
        return replacement(of: node) == nil ? document.kind(node) : nil
    }

    private func member(_ object: Int, _ key: ByteView, _ document: JSONDocument) -> Int? {
        if object < document.count {
            let end = document.end(object)
            var node = object &+ 1
            while node < end {
                if document.isKey(node, key), !isRemoved(node &+ 1) { return node &+ 1 }
                node = document.end(node &+ 1)
            }
        }
        var index = firstAddition(to: object, document)
        while index >= 0 {
            let change = changes[index]
            let name = texts.view[change.key.start, change.key.end]
            if name.count == key.count, ByteOrder.compare(name.buffer, key.buffer) == 0 {
                return document.count &+ index
            }
            index = change.next
        }
        return nil
    }

    /// An element, and how many there are up to it, or all if there are fewer.
    private func element(
        _ array: Int, _ wanted: Int, _ document: JSONDocument
    ) -> (node: Int?, count: Int) {
        var count = 0
        if array < document.count {
            let end = document.end(array)
            var node = array &+ 1
            while node < end {
                if !isRemoved(node) {
                    if count == wanted { return (node, count) }
                    count &+= 1
                }
                node = document.end(node)
            }
        }
        var index = firstAddition(to: array, document)
        while index >= 0 {
            if count == wanted { return (document.count &+ index, count) }
            count &+= 1
            index = changes[index].next
        }
        return (nil, count)
    }

    private enum Place {
        case child(Int)
        /// Behind all that is there.
        case end
        case nowhere
    }

    private func place(
        of step: JSONPath.Step, in node: Int, _ document: JSONDocument
    ) throws(EngineError) -> Place {
        guard let kind = kind(node, document) else { return .nowhere }
        switch (kind, step) {
        case (.object, .key(let key)):
            let child = key.withUnsafeBytes { member(node, ByteView($0), document) }
            return child.map { .child($0) } ?? .end
        case (.array, .index(let index)):
            let (child, count) = element(node, index, document)
            return child.map { .child($0) } ?? (count == index ? .end : .nowhere)
        case (.array, .fromEnd(let distance)):
            guard distance > 0 else { return .end }
            let count = element(node, -1, document).count
            guard distance <= count else { return .nowhere }
            return element(node, count &- distance, document).node.map { .child($0) } ?? .nowhere
        default:
            let refusal = step.refusal(inObject: kind == .object, inArray: kind == .array)
            if let refusal { throw refusal }
            return .nowhere
        }
    }

    // MARK: Changing

    /// Puts what `write` writes at a path, if the mode allows it. It is not called where nothing is
    /// put: what it would write may be refused.
    mutating func put(
        at steps: [JSONPath.Step], of document: JSONDocument, _ mode: Mode,
        _ write: (inout ByteBuffer) -> Void
    ) throws(EngineError) {
        var node = 0
        for (number, step) in steps.enumerated() {
            switch try place(of: step, in: node, document) {
            case .child(let child): node = child
            case .nowhere: return
            case .end:
                guard mode != .replace, try canMake(steps.dropFirst(number + 1)) else { return }
                return make(steps.dropFirst(number), in: node, document, write)
            }
        }
        guard mode != .insert else { return }
        let text = written(write)
        if node >= document.count {
            changes[node &- document.count] = changes[node &- document.count].with(text)
        } else if let index = replacement(of: node) {
            changes[index] = changes[index].with(text)
        } else {
            changes.append(Change(kind: .replaced, node: node).with(text))
        }
    }

    private mutating func written(_ write: (inout ByteBuffer) -> Void) -> Piece {
        let start = texts.count
        write(&texts)
        return Piece(start: start, end: texts.count)
    }

    /// Whether steps name containers that can be made.
    private func canMake(_ steps: ArraySlice<JSONPath.Step>) throws(EngineError) -> Bool {
        for step in steps {
            switch step {
            case .key, .index(0): continue
            case .mistake(let rest, in: .object): throw JSONPath.refusal(rest)
            case .index, .fromEnd, .mistake: return false
            }
        }
        return true
    }

    /// Adds the containers that steps name, one in the other, with a value in the innermost.
    private mutating func make(
        _ steps: ArraySlice<JSONPath.Step>, in container: Int, _ document: JSONDocument,
        _ write: (inout ByteBuffer) -> Void
    ) {
        var node = container
        for (number, step) in zip(steps.indices, steps) {
            var change = Change(kind: .element, node: node)
            if case .key(let key) = step {
                let start = texts.count
                key.withUnsafeBytes { texts.append($0) }
                change = Change(kind: .member, node: node)
                change.key = Piece(start: start, end: texts.count)
            }
            if number + 1 == steps.endIndex {
                change = change.with(written(write))
            } else if case .key = steps[number + 1] {
                change.content = .object
            } else {
                change.content = .array
            }
            node = add(change, document)
        }
    }

    /// Adds to a container. Answers the number of the new value.
    private mutating func add(_ change: Change, _ document: JSONDocument) -> Int {
        let index = changes.count
        changes.append(change)
        if change.node >= document.count {
            var container = changes[change.node &- document.count]
            if container.last >= 0 { link(container.last, to: index) }
            if container.first < 0 { container.first = index }
            container.last = index
            changes[change.node &- document.count] = container
        } else {
            var last = firstAddition(to: change.node, document)
            if last < index {
                while changes[last].next >= 0 { last = changes[last].next }
                link(last, to: index)
            }
        }
        return document.count &+ index
    }

    private func link(_ earlier: Int, to later: Int) {
        var change = changes[earlier]
        change.next = later
        changes[earlier] = change
    }

    /// Takes away what lies at a path. Answers false if that is all of it.
    mutating func remove(
        _ steps: [JSONPath.Step], of document: JSONDocument
    ) throws(EngineError) -> Bool {
        guard !steps.isEmpty else { return false }
        var node = 0
        for step in steps {
            guard case .child(let child) = try place(of: step, in: node, document) else {
                return true
            }
            node = child
        }
        changes.append(Change(kind: .removed, node: node))
        return true
    }
}

extension JSONEdit.Change {
    /// The same with something that was put there.
    fileprivate func with(_ text: JSONEdit.Piece) -> JSONEdit.Change {
        var change = self
        change.content = .text
        change.text = text
        (change.first, change.last) = (-1, -1)
        return change
    }
}
