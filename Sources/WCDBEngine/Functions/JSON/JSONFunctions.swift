import WCDBStorage

/// The scalar functions of JSON.
///
/// A text argument is a text to JSON, unless a function made it as JSON: then it is marked.
enum JSONFunctions {
    private static let malformed = EngineError.function(message: "malformed JSON")

    // MARK: Arguments

    /// The JSON value of an argument; nil for NULL.
    private static func document(
        _ context: inout FunctionContext, _ index: Int
    ) throws(EngineError) -> JSONValue? {
        let argument = context.arguments[index]
        guard !argument.isNull else { return nil }
        let text = context.text(index).buffer
        guard let value = context.documents.value(of: text) else { throw malformed }
        return value
    }

    /// What an argument of SQL is as a part of JSON.
    static func part(_ value: ColumnValue) throws(EngineError) -> JSONValue {
        guard value.isJSON else { return try JSONValue(Value(value)) }
        guard let parsed = JSONParser.parse(Array(value.bytes)) else { throw malformed }
        return parsed
    }

    private static func path(
        _ context: inout FunctionContext, _ index: Int
    ) throws(EngineError) -> JSONPath? {
        guard !context.arguments[index].isNull else { return nil }
        return try JSONPath(Array(context.text(index).buffer))
    }

    // MARK: Results

    private static func finish(
        _ value: JSONValue, _ context: inout FunctionContext
    ) throws(EngineError) {
        let bytes = value.bytes
        bytes.withUnsafeBytes { context.output.append($0) }
        try context.finishJSON()
    }

    private static func finish(
        sql value: JSONValue, _ context: inout FunctionContext
    ) throws(EngineError) {
        switch value.sqlValue {
        case .null: break
        case .integer(let integer): context.set(integer)
        case .real(let real): context.set(real)
        case .text(let bytes), .blob(let bytes):
            bytes.withUnsafeBytes { context.output.append($0) }
            try context.finish(.text)
        }
    }

    // MARK: Reading

    @Sendable
    static func minify(_ context: inout FunctionContext) throws(EngineError) {
        guard let value = try document(&context, 0) else { return }
        try finish(value, &context)
    }

    @Sendable
    static func isValid(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments[0].isNull else { return context.set(false) }
        context.set(JSONParser.parse(Array(context.text(0).buffer)) != nil)
    }

    @Sendable
    static func type(_ context: inout FunctionContext) throws(EngineError) {
        guard var value = try document(&context, 0) else { return }
        if context.arguments.count > 1 {
            guard let path = try path(&context, 1), let found = try value.value(at: path) else {
                return
            }
            value = found
        }
        context.set(value.typeName)
    }

    @Sendable
    static func arrayLength(_ context: inout FunctionContext) throws(EngineError) {
        guard var value = try document(&context, 0) else { return }
        if context.arguments.count > 1 {
            guard let path = try path(&context, 1), let found = try value.value(at: path) else {
                return
            }
            value = found
        }
        guard case .array(let elements) = value else { return context.set(Int64(0)) }
        context.set(Int64(elements.count))
    }

    @Sendable
    static func extract(_ context: inout FunctionContext) throws(EngineError) {
        guard context.arguments.count > 1, let document = try document(&context, 0) else { return }
        if context.arguments.count == 2 {
            guard let path = try path(&context, 1), let value = try document.value(at: path) else {
                return
            }
            return value.isContainer
                ? try finish(value, &context) : try finish(sql: value, &context)
        }
        var found: [JSONValue] = []
        for index in 1..<context.arguments.count {
            // A path that is NULL leads nowhere.
            let path = try path(&context, index)
            if let path, let value = try document.value(at: path) {
                found.append(value)
            } else {
                found.append(.null)
            }
        }
        try finish(.array(found), &context)
    }

    @Sendable
    static func arrow(_ context: inout FunctionContext) throws(EngineError) {
        guard let value = try followed(&context) else { return }
        try finish(value, &context)
    }

    @Sendable
    static func doubleArrow(_ context: inout FunctionContext) throws(EngineError) {
        guard let value = try followed(&context) else { return }
        try finish(sql: value, &context)
        context.set(context.result.marked(asJSON: value.isContainer))
    }

    private static func followed(
        _ context: inout FunctionContext
    ) throws(EngineError) -> JSONValue? {
        guard let document = try document(&context, 0), !context.arguments[1].isNull else {
            return nil
        }
        return try document.value(at: JSONPath(arrow: Value(context.arguments[1])))
    }

    // MARK: Making

    @Sendable
    static func quote(_ context: inout FunctionContext) throws(EngineError) {
        try finish(try part(context.arguments[0]), &context)
    }

    @Sendable
    static func array(_ context: inout FunctionContext) throws(EngineError) {
        var elements: [JSONValue] = []
        for index in 0..<context.arguments.count {
            elements.append(try part(context.arguments[index]))
        }
        try finish(.array(elements), &context)
    }

    @Sendable
    static func object(_ context: inout FunctionContext) throws(EngineError) {
        let count = context.arguments.count
        guard count % 2 == 0 else {
            throw .function(
                message: "json_object() requires an even number of arguments")
        }
        // Before the values: SQLite says so even if one of them cannot be held.
        for index in stride(from: 0, to: count, by: 2)
        where context.arguments[index].kind != .text {
            throw .function(message: "json_object() labels must be TEXT")
        }
        var members: [JSONValue.Member] = []
        for index in stride(from: 0, to: count, by: 2) {
            let key = JSONValue.escaped(Array(context.text(index).buffer))
            members.append(.init(key: key, value: try part(context.arguments[index + 1])))
        }
        try finish(.object(members), &context)
    }

    // MARK: Changing

    @Sendable
    static func insert(_ context: inout FunctionContext) throws(EngineError) {
        try edit(&context, .insert, "insert")
    }

    @Sendable
    static func replace(_ context: inout FunctionContext) throws(EngineError) {
        try edit(&context, .replace, "replace")
    }

    @Sendable
    static func set(_ context: inout FunctionContext) throws(EngineError) {
        try edit(&context, .set, "set")
    }

    private static func edit(
        _ context: inout FunctionContext, _ mode: JSONEdit.Mode, _ name: String
    ) throws(EngineError) {
        let count = context.arguments.count
        guard count == 0 || count % 2 == 1 else {
            throw .function(message: "json_\(name)() needs an odd number of arguments")
        }
        guard count > 0, var value = try document(&context, 0) else { return }
        var whole: Int?
        var refusal: EngineError?
        for index in stride(from: 1, to: count, by: 2) {
            // A path that is NULL leads nowhere.
            guard let path = try path(&context, index) else { continue }
            if path.steps.isEmpty, mode != .insert { whole = index + 1 }
            guard whole == nil else { continue }
            let argument = context.arguments[index + 1]
            let new = { () -> JSONValue in
                do throws(EngineError) {
                    return try part(argument)
                } catch {
                    refusal = refusal ?? error
                    return .null
                }
            }
            value = try JSONEdit.put(new, at: path.steps[...], of: value, mode)
        }
        // All of it gives way to a value of SQL, whatever else was put into it.
        if let whole { return context.set(context.arguments[whole]) }
        if let refusal { throw refusal }
        try finish(value, &context)
    }

    @Sendable
    static func remove(_ context: inout FunctionContext) throws(EngineError) {
        guard context.arguments.count > 0, var value = try document(&context, 0) else { return }
        var isGone = false
        for index in 1..<max(1, context.arguments.count) {
            guard let path = try path(&context, index) else { return }
            if let rest = try JSONEdit.remove(path.steps[...], from: value) {
                value = rest
            } else {
                isGone = true
            }
        }
        guard !isGone else { return }
        try finish(value, &context)
    }

    @Sendable
    static func patch(_ context: inout FunctionContext) throws(EngineError) {
        guard let target = try document(&context, 0), let patch = try document(&context, 1) else {
            return
        }
        try finish(JSONPatch.apply(patch, to: target), &context)
    }

    // MARK: Marks

    /// `subtype(x)`: that of JSON is 74, the number of its letter.
    @Sendable
    static func subtype(_ context: inout FunctionContext) throws(EngineError) {
        context.set(Int64(context.arguments[0].isJSON ? 74 : 0))
    }

    /// The `value` of a row of `json_each`, whose `atom` is NULL if that is an object or an array.
    @Sendable
    static func member(_ context: inout FunctionContext) throws(EngineError) {
        context.set(context.arguments[0].marked(asJSON: context.arguments[1].isNull))
    }

    /// A text like any other.
    @Sendable
    static func unmarked(_ context: inout FunctionContext) throws(EngineError) {
        context.set(context.arguments[0].marked(asJSON: false))
    }
}
