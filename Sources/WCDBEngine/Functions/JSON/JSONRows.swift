import WCDBStorage

/// The rows of `json_each` and `json_tree`, one after the other.
///
/// **Users.** One call of the function: it puts the columns of a row in place, and says so.
struct JSONRows: ~Copyable {
    static let columns = [
        "key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root",
    ]

    private enum Column: Int, CaseIterable {
        case key, value, type, atom, id, parent, fullkey, path, json, root
    }

    /// What has no parts; NULL for an object or an array.
    static let atomColumn = Column.atom.rawValue

    /// Where the columns go: good until the next row.
    typealias Row = UnsafeMutablePointer<ColumnValue>
    typealias Taking = () throws(EngineError) -> Void

    private let document: JSONDocument
    private let isTree: Bool
    private let row: Row
    /// Columns that nobody looks at are NULL: a path costs more than all others.
    private let isWanted: [Bool]
    private let makesPaths: Bool
    /// Texts of the current row that do not stand in the document.
    private var keyText = ByteBuffer(capacity: 64)
    private var valueText = ByteBuffer(capacity: 64)
    /// The path of the current value: each value adds its step, and takes it away again.
    private var path = ByteBuffer(capacity: 64)

    /// Hands out the rows, with the columns that are wanted. Throws if a text is no JSON, or a path
    /// no path. NULL has no rows.
    static func make(
        _ arguments: [Value], isTree: Bool, isWanted: [Bool], into row: Row, _ take: Taking
    ) throws(EngineError) {
        guard let text = JSONRows.text(arguments.first ?? .null) else { return }
        let document = JSONDocument()
        guard text.withUnsafeBytes({ document.read($0) }) else {
            throw .function(message: "malformed JSON")
        }
        guard let name = JSONRows.text(arguments.count > 1 ? arguments[1] : .text("$")) else {
            return
        }
        let path = try JSONPath(name)
        guard let start = try document.node(at: path) else { return }
        for column in Column.allCases { row[column.rawValue] = .null }
        try Value.text(text).withColumnValue { (text) throws(EngineError) in
            try Value.text(name).withColumnValue { (name) throws(EngineError) in
                var rows = JSONRows(document, isTree: isTree, isWanted, row)
                rows.set(.json, text)
                rows.set(.root, name)
                try rows.add(start, at: path.steps, named: name.view, take)
            }
        }
    }

    private init(_ document: JSONDocument, isTree: Bool, _ isWanted: [Bool], _ row: Row) {
        self.document = document
        self.isTree = isTree
        self.isWanted = isWanted
        self.row = row
        makesPaths =
            isWanted[Column.fullkey.rawValue] || isWanted[Column.path.rawValue]
    }

    /// An argument as the text that it is taken for, whatever its type; nil for NULL.
    private static func text(_ value: Value) -> [UInt8]? {
        if case .null = value { return nil }
        var scratch = ByteBuffer(capacity: 32)
        return value.withColumnValue { Array($0.textView(scratch: &scratch).buffer) }
    }

    private func set(_ column: Column, _ value: @autoclosure () -> ColumnValue) {
        if isWanted[column.rawValue] { row[column.rawValue] = value() }
    }

    // MARK: Values

    private mutating func add(
        _ start: Int, at steps: [JSONPath.Step], named name: ByteView, _ take: Taking
    ) throws(EngineError) {
        path.append(name)
        if !isTree, document.kind(start).isContainer {
            return try addParts(of: start, parent: .null, take)
        }
        var key = ColumnValue.null
        var parent = name
        if isTree, let last = steps.last {
            parent = JSONRows.withoutLastStep(name)
            if case .key(let label) = last, document.kind(start).isContainer {
                label.withUnsafeBytes { JSONText.unescape(ByteView($0), to: &keyText) }
                key = ColumnValue(.text, keyText.view)
            }
        }
        set(.path, ColumnValue(.text, parent))
        try add(start, key: key, parent: .null, take)
    }

    private static func withoutLastStep(_ path: ByteView) -> ByteView {
        var end = path.count
        while end > 0 {
            end -= 1
            if path[end] == UInt8(ascii: ".") || path[end] == UInt8(ascii: "[") {
                return path.prefix(end)
            }
        }
        return path
    }

    /// Requires: `path` is that of the value, and the column of the same name that of its parent.
    private mutating func add(
        _ node: Int, key: ColumnValue, parent: ColumnValue, _ take: Taking
    ) throws(EngineError) {
        let isContainer = document.kind(node).isContainer
        set(.key, key)
        if isWanted[Column.value.rawValue] || isWanted[Column.atom.rawValue] {
            valueText.removeAll()
            let value = document.value(node, &valueText)
            set(.value, value)
            set(.atom, isContainer ? .null : value)
        }
        set(.type, ColumnValue(.text, ByteView(document.typeName(node))))
        set(.id, .integer(Int64(node)))
        set(.parent, parent)
        set(.fullkey, ColumnValue(.text, path.view))
        try take()
        if isTree, isContainer {
            try addParts(of: node, parent: .integer(Int64(node)), take)
        }
    }

    private mutating func addParts(
        of container: Int, parent: ColumnValue, _ take: Taking
    ) throws(EngineError) {
        let hasKeys = document.kind(container) == .object
        let end = document.end(container)
        let pathLength = path.count
        var node = container + 1
        var index: Int64 = 0
        while node < end {
            let label = node
            // A key has a number of its own.
            if hasKeys { node += 1 }
            var key = ColumnValue.integer(index)
            if hasKeys {
                keyText.removeAll()
                key = document.text(label, &keyText)
            }
            if makesPaths { addStep(hasKeys ? document.view(label) : nil, index) }
            set(.path, ColumnValue(.text, path.view.prefix(pathLength)))
            try add(node, key: key, parent: parent, take)
            path.truncate(to: pathLength)
            node = document.end(node)
            index += 1
        }
    }

    private mutating func addStep(_ key: ByteView?, _ index: Int64) {
        guard let key else {
            path.appendByte(UInt8(ascii: "["))
            IntegerText.append(index, to: &path)
            return path.appendByte(UInt8(ascii: "]"))
        }
        let isPlain =
            !key.isEmpty && key.buffer.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
            && !ASCII.isDigit(key[0])
        path.append(isPlain ? "." : ".\"")
        path.append(key)
        if !isPlain { path.appendByte(UInt8(ascii: "\"")) }
    }
}
