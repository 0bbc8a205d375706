import WCDBStorage

/// The rows of `json_each` and `json_tree`, one after the other.
struct JSONRows {
    static let columns = [
        "key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root",
    ]

    private enum Column: Int {
        case key, value, type, atom, id, parent, fullkey, path, json, root
    }

    /// What has no parts; NULL for an object or an array.
    static let atomColumn = Column.atom.rawValue

    typealias Taking = ([Value]) throws(EngineError) -> Void

    private let isTree: Bool
    /// Columns that nobody looks at are NULL: a path costs more than all others.
    private let isWanted: [Bool]
    private let makesPaths: Bool
    private let take: Taking
    private var row = [Value](repeating: .null, count: JSONRows.columns.count)
    private var count: Int64 = 0

    /// Hands out the rows, with the columns that are wanted. Throws if a text is no JSON, or a path
    /// no path. NULL has no rows.
    static func make(
        _ arguments: [Value], isTree: Bool, isWanted: [Bool], _ take: Taking
    ) throws(EngineError) {
        guard let text = JSONRows.text(arguments.first ?? .null) else { return }
        guard let document = JSONParser.parse(text) else {
            throw .function(message: "malformed JSON")
        }
        guard let name = JSONRows.text(arguments.count > 1 ? arguments[1] : .text("$")) else {
            return
        }
        let path = try JSONPath(name)
        guard let start = try document.value(at: path) else { return }
        try withoutActuallyEscaping(take) { (take) throws(EngineError) in
            var rows = JSONRows(isTree: isTree, isWanted, take)
            rows.set(.json, .text(text))
            rows.set(.root, .text(name))
            rows.count = try document.number(before: path.steps)
            try rows.add(start, at: path.steps, named: name)
        }
    }

    private init(isTree: Bool, _ isWanted: [Bool], _ take: @escaping Taking) {
        self.isTree = isTree
        self.take = take
        self.isWanted = isWanted
        makesPaths = isWanted[Column.fullkey.rawValue] || isWanted[Column.path.rawValue]
    }

    private mutating func add(
        _ start: JSONValue, at steps: [JSONPath.Step], named name: [UInt8]
    ) throws(EngineError) {
        if isTree {
            let (parent, label) = JSONRows.split(steps, name)
            set(.path, .text(parent))
            try add(start, key: start.isContainer ? label : .null, parent: .null, fullkey: name)
        } else if start.isContainer {
            count += 1
            try addChildren(of: start, parent: .null, path: name)
        } else {
            set(.path, .text(name))
            try add(start, key: .null, parent: .null, fullkey: name)
        }
    }

    /// An argument as the text that it is taken for, whatever its type; nil for NULL.
    private static func text(_ value: Value) -> [UInt8]? {
        if case .null = value { return nil }
        var scratch = ByteBuffer(capacity: 32)
        return value.withColumnValue { Array($0.textView(scratch: &scratch).buffer) }
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
        case .index, .fromEnd, .mistake: return (parent, .null)
        }
    }

    private mutating func addChildren(
        of value: JSONValue, parent: Value, path: [UInt8]
    ) throws(EngineError) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                set(.path, .text(path))
                try add(
                    element, key: .integer(Int64(index)), parent: parent,
                    fullkey: makesPaths ? path + Array("[\(index)]".utf8) : [])
            }
        case .object(let members):
            for member in members {
                // The key has a number of its own.
                count += 1
                set(.path, .text(path))
                try add(
                    member.value, key: .text(JSONValue.unescaped(member.key)), parent: parent,
                    fullkey: makesPaths ? path + JSONRows.step(member.key) : [])
            }
        case .null, .boolean, .number, .text, .placed: break
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
        _ value: JSONValue, key: Value, parent: Value, fullkey: [UInt8]
    ) throws(EngineError) {
        let id = Value.integer(count)
        count += 1
        set(.key, key)
        set(.value, value.sqlValue)
        set(.type, .text("\(value.typeName)"))
        set(.atom, value.isContainer ? .null : value.sqlValue)
        set(.id, id)
        set(.parent, parent)
        set(.fullkey, .text(fullkey))
        try take(row)
        if isTree {
            try addChildren(of: value, parent: id, path: fullkey)
        } else {
            count += Int64(value.descendantCount)
        }
    }

    private mutating func set(_ column: Column, _ value: @autoclosure () -> Value) {
        if isWanted[column.rawValue] { row[column.rawValue] = value() }
    }
}

extension JSONValue {
    /// How many values and keys lie in it.
    fileprivate var descendantCount: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { $0 + 1 + $1.descendantCount }
        case .object(let members): members.reduce(0) { $0 + 2 + $1.value.descendantCount }
        case .null, .boolean, .number, .text, .placed: 0
        }
    }

    /// How many values and keys come before what lies at some steps.
    fileprivate func number(before steps: [JSONPath.Step]) throws(EngineError) -> Int64 {
        guard let step = steps.first, let place = try place(of: step), let child = child(place)
        else { return 0 }
        var count = 1
        switch self {
        case .array(let elements):
            for element in elements[..<place] { count += 1 + element.descendantCount }
        case .object(let members):
            for member in members[..<place] { count += 2 + member.value.descendantCount }
            count += 1
        case .null, .boolean, .number, .text, .placed: break
        }
        return try Int64(count) + child.number(before: Array(steps.dropFirst()))
    }
}
