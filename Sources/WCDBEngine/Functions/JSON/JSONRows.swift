import WCDBStorage

/// The rows of `json_each` and `json_tree`: a walk over the nodes of a document. A column is made
/// when somebody looks at it.
///
/// **Users.** One machine, one thread. Values of a row are good until the next row.
///
/// **Always true.** While there is a row, `node` is its value, and `levels` are the containers
/// around it of which there are rows, outermost first.
final class JSONRows {
    static let columns = [
        "key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root",
    ]

    enum Column: Int {
        case key, value, type, atom, id, parent, fullkey, path, json, root
        /// Behind what has a name: which row it is.
        case number
    }

    /// What has no parts; NULL for an object or an array.
    static let atomColumn = Column.atom.rawValue

    struct Level: BitwiseCopyable {
        let container: Int
        let end: Int
        let hasKeys: Bool
        /// Which of its children is the current one, and what is its key.
        var index = -1
        var key = -1
    }

    let document = JSONDocument()
    let isTree: Bool
    @exclusivity(unchecked) var isNullRow = false
    @exclusivity(unchecked) private(set) var node = 0
    @exclusivity(unchecked) private var number: Int64 = 0
    @exclusivity(unchecked) private(set) var levels = ScratchArray<Level>()
    /// The text of the path to where the rows begin, and what it means.
    @exclusivity(unchecked) private var place = ByteBuffer(capacity: 32)
    @exclusivity(unchecked) private(set) var path: JSONPath?
    @exclusivity(unchecked) var texts = RowTexts()

    /// Texts of the current row that do not stand in the document.
    struct RowTexts: ~Copyable {
        var key = ByteBuffer(capacity: 32)
        var value = ByteBuffer(capacity: 32)
        /// The path of the value. What it has in common with that of the last row is kept: the
        /// path of the container around it, which is so long.
        var path = ByteBuffer(capacity: 64)
        var container = -1
        var containerLength = 0
        /// Those that were made for this row.
        var hasKey = false
        var hasValue = false
        var hasPath = false

        mutating func forgetRow() {
            hasKey = false
            hasValue = false
            hasPath = false
        }
    }

    init(isTree: Bool) { self.isTree = isTree }

    var root: ByteView { place.view }

    // MARK: Moving

    /// Goes to the first row; false if there is none. Throws if the text is no JSON, or the path no
    /// path. NULL has no rows.
    func first(_ json: ColumnValue, at name: ColumnValue) throws(EngineError) -> Bool {
        isNullRow = false
        guard !json.isNull else { return false }
        texts.value.removeAll()
        let text = json.textView(scratch: &texts.value)
        guard document.isOf(text.buffer) || document.read(text.buffer) else {
            throw JSONFunctions.malformed
        }
        guard !name.isNull else { return false }
        let path = try readPath(name)
        guard let start = try document.node(at: path) else { return false }
        texts.forgetRow()
        texts.container = -1
        levels.removeAll()
        number = 1
        node = start
        guard !isTree, document.kind(start).isContainer else { return true }
        return enter(start)
    }

    private func readPath(_ name: ColumnValue) throws(EngineError) -> JSONPath {
        texts.key.removeAll()
        let name = name.textView(scratch: &texts.key)
        if let path, ByteOrder.compare(name.buffer, place.bytes) == 0 { return path }
        let made = try JSONPath(Array(name.buffer))
        place.removeAll()
        place.append(name)
        path = made
        return made
    }

    /// Goes to the next row; false if there is none. Hot.
    func next() -> Bool {
        if isNullRow {
            isNullRow = false
            return false
        }
        texts.forgetRow()
        number &+= 1
        if isTree, document.kind(node).isContainer, enter(node) { return true }
        let next = document.end(node)
        while levels.count > 0 {
            let level = levels[levels.count &- 1]
            if next < level.end {
                goTo(next, in: level)
                return true
            }
            _ = levels.removeLast()
        }
        return false
    }

    /// Goes to the first child; false if there is none.
    private func enter(_ container: Int) -> Bool {
        let end = document.end(container)
        guard container &+ 1 < end else { return false }
        let level = Level(
            container: container, end: end, hasKeys: document.kind(container) == .object)
        levels.append(level)
        goTo(container &+ 1, in: level)
        return true
    }

    private func goTo(_ child: Int, in level: Level) {
        var level = level
        level.index &+= 1
        if level.hasKeys { level.key = child }
        node = level.hasKeys ? child &+ 1 : child
        levels[levels.count &- 1] = level
    }

    // MARK: Reading

    /// A column of the current row. Hot.
    func column(_ column: Int) -> ColumnValue {
        guard !isNullRow, let column = Column(rawValue: column) else { return .null }
        switch column {
        case .key: return key
        case .value: return value
        case .type: return ColumnValue(.text, ByteView(document.typeName(node)))
        case .atom: return document.kind(node).isContainer ? .null : value
        case .id: return .integer(Int64(node))
        case .parent:
            guard isTree, levels.count > 0 else { return .null }
            return .integer(Int64(levels[levels.count &- 1].container))
        case .fullkey: return ColumnValue(.text, fullKey)
        case .path: return ColumnValue(.text, containerPath)
        case .json: return ColumnValue(.text, document.whole)
        case .root: return ColumnValue(.text, root)
        case .number: return .integer(number)
        }
    }

    private var key: ColumnValue {
        guard levels.count > 0 else { return startKey }
        let level = levels[levels.count &- 1]
        guard level.hasKeys else { return .integer(Int64(level.index)) }
        if !texts.hasKey {
            texts.key.removeAll()
            texts.hasKey = true
            return document.text(level.key, &texts.key)
        }
        return document.hasEscapes(level.key)
            ? ColumnValue(.text, texts.key.view) : ColumnValue(.text, document.view(level.key))
    }

    private var value: ColumnValue {
        if texts.hasValue, document.isRewritten(node) {
            return ColumnValue(.text, texts.value.view)
        }
        texts.hasValue = true
        texts.value.removeAll()
        return document.value(node, &texts.value)
    }
}
