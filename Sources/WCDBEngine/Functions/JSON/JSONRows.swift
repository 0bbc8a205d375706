import WCDBStorage

/// The rows of `json_each` and `json_tree`.
struct JSONRows {
    static let columns = [
        "key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root",
    ]

    /// What has no parts; NULL for an object or an array.
    static let atomColumn = 3

    private let isTree: Bool
    private let json: Value
    private let root: Value
    private(set) var rows: [[Value]] = []
    private var count: Int64 = 0

    /// Throws if a text is no JSON, or a path no path. NULL has no rows.
    init(_ arguments: [Value], isTree: Bool) throws(EngineError) {
        self.isTree = isTree
        json = arguments.first ?? .null
        root = arguments.count > 1 ? arguments[1] : .text("$")
        guard let document = try JSONRows.document(json), case .text(let path) = root else {
            return
        }
        let steps = try JSONPath(path).steps
        guard let start = document.value(at: try JSONPath(path)) else { return }
        count = document.number(before: steps)
        let name = Array(path)
        if isTree {
            let (parent, label) = JSONRows.split(steps, name)
            add(
                start, key: start.isContainer ? label : .null, parent: .null, fullkey: name,
                path: parent)
        } else if start.isContainer {
            count += 1
            addChildren(of: start, parent: .null, path: name)
        } else {
            add(start, key: .null, parent: .null, fullkey: name, path: name)
        }
    }

    private static func document(_ value: Value) throws(EngineError) -> JSONValue? {
        if case .null = value { return nil }
        var scratch = ByteBuffer(capacity: 32)
        let bytes = value.withColumnValue { Array($0.textView(scratch: &scratch).buffer) }
        guard let document = JSONParser.parse(bytes) else {
            throw .function(message: "malformed JSON")
        }
        return document
    }

    /// The path without its last step, and that step if it is a label.
    private static func split(
        _ steps: [JSONPath.Step], _ path: [UInt8]
    ) -> (parent: [UInt8], key: Value) {
        guard let last = steps.last else { return (path, .null) }
        let mark = path.lastIndex {
            $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[")
        }
        let parent = mark.map { Array(path[..<$0]) } ?? path
        switch last {
        case .key(let key): return (parent, .text(JSONValue.unescaped(key)))
        case .index, .fromEnd: return (parent, .null)
        }
    }

    private mutating func addChildren(
        of value: JSONValue, parent: Value, path: [UInt8]
    ) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                add(
                    element, key: .integer(Int64(index)), parent: parent,
                    fullkey: path + Array("[\(index)]".utf8), path: path)
            }
        case .object(let members):
            for member in members {
                // The key has a number of its own.
                count += 1
                add(
                    member.value, key: .text(JSONValue.unescaped(member.key)), parent: parent,
                    fullkey: path + JSONRows.step(member.key), path: path)
            }
        case .null, .boolean, .number, .text: break
        }
    }

    private static func step(_ key: [UInt8]) -> [UInt8] {
        let isPlain =
            !key.isEmpty && key.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
            && !ASCII.isDigit(key[0])
        return isPlain
            ? Array(".".utf8) + key : Array(".\"".utf8) + key + Array("\"".utf8)
    }

    private mutating func add(
        _ value: JSONValue, key: Value, parent: Value, fullkey: [UInt8], path: [UInt8]
    ) {
        let id = Value.integer(count)
        count += 1
        let sql = value.sqlValue
        rows.append([
            key, sql, .text("\(value.typeName)"), value.isContainer ? .null : sql, id, parent,
            .text(fullkey), .text(path), json, root,
        ])
        if isTree {
            addChildren(of: value, parent: id, path: fullkey)
        } else {
            count += Int64(value.descendantCount)
        }
    }
}

extension JSONValue {
    /// How many values and keys lie in it.
    fileprivate var descendantCount: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { $0 + 1 + $1.descendantCount }
        case .object(let members): members.reduce(0) { $0 + 2 + $1.value.descendantCount }
        case .null, .boolean, .number, .text: 0
        }
    }

    /// How many values and keys come before what lies at some steps.
    fileprivate func number(before steps: [JSONPath.Step]) -> Int64 {
        guard let step = steps.first, let place = place(of: step), let child = child(place) else {
            return 0
        }
        var count = 1
        switch self {
        case .array(let elements):
            for element in elements[..<place] { count += 1 + element.descendantCount }
        case .object(let members):
            for member in members[..<place] { count += 2 + member.value.descendantCount }
            count += 1
        case .null, .boolean, .number, .text: break
        }
        return Int64(count) + child.number(before: Array(steps.dropFirst()))
    }
}
