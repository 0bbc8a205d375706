import WCDBStorage

/// The scalar functions of JSON.
///
/// A text argument is a text to JSON, unless a function made it as JSON: then it is marked.
enum JSONFunctions {
    static let malformed = EngineError.function(message: "malformed JSON")

    // MARK: Arguments

    /// An argument taken apart; nil for NULL.
    private static func document(
        _ context: inout FunctionContext, _ index: Int
    ) throws(EngineError) -> JSONDocument? {
        guard !context.arguments[index].isNull else { return nil }
        let text = context.text(index).buffer
        guard let document = context.documents.document(text) else { throw malformed }
        return document
    }

    private static func path(
        _ context: inout FunctionContext, _ index: Int, isArrow: Bool = false
    ) throws(EngineError) -> JSONPath? {
        guard !context.arguments[index].isNull else { return nil }
        return try context.documents.path(context.text(index), isArrow: isArrow)
    }

    /// The document of the first argument, and the node that a path in the second leads to, if
    /// there is one; nil where one is NULL or leads nowhere.
    private static func place(
        _ context: inout FunctionContext, isArrow: Bool = false
    ) throws(EngineError) -> (document: JSONDocument, node: Int)? {
        guard let document = try document(&context, 0) else { return nil }
        guard context.arguments.count > 1 else { return (document, 0) }
        guard let path = try path(&context, 1, isArrow: isArrow),
            let node = try document.node(at: path)
        else { return nil }
        return (document, node)
    }

    // MARK: Results

    private static func finish(
        _ document: JSONDocument, _ node: Int, _ context: inout FunctionContext
    ) throws(EngineError) {
        document.write(node, to: &context.output)
        try context.finishJSON()
    }

    // MARK: Reading

    @Sendable
    static func minify(_ context: inout FunctionContext) throws(EngineError) {
        guard let document = try document(&context, 0) else { return }
        try finish(document, 0, &context)
    }

    @Sendable
    static func isValid(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments[0].isNull else { return context.set(false) }
        let text = context.text(0).buffer
        context.set(context.documents.document(text) != nil)
    }

    @Sendable
    static func type(_ context: inout FunctionContext) throws(EngineError) {
        guard let (document, node) = try place(&context) else { return }
        context.set(document.typeName(node))
    }

    @Sendable
    static func arrayLength(_ context: inout FunctionContext) throws(EngineError) {
        guard let (document, node) = try place(&context) else { return }
        let isArray = document.kind(node) == .array
        context.set(Int64(isArray ? document.elementCount(node) : 0))
    }

    @Sendable
    static func extract(_ context: inout FunctionContext) throws(EngineError) {
        guard context.arguments.count != 2 else { return try extractOne(&context) }
        guard context.arguments.count > 1, let document = try document(&context, 0) else { return }
        context.output.appendByte(UInt8(ascii: "["))
        for index in 1..<context.arguments.count {
            if index > 1 { context.output.appendByte(UInt8(ascii: ",")) }
            // A path that is NULL leads nowhere.
            let path = try path(&context, index)
            if let path, let node = try document.node(at: path) {
                document.write(node, to: &context.output)
            } else {
                context.output.append("null")
            }
        }
        context.output.appendByte(UInt8(ascii: "]"))
        try context.finishJSON()
    }

    private static func extractOne(_ context: inout FunctionContext) throws(EngineError) {
        guard let (document, node) = try place(&context) else { return }
        let value = document.value(node, &context.output)
        context.set(value.marked(asJSON: document.kind(node).isContainer))
    }

    @Sendable
    static func arrow(_ context: inout FunctionContext) throws(EngineError) {
        guard let (document, node) = try place(&context, isArrow: true) else { return }
        try finish(document, node, &context)
    }

    @Sendable
    static func doubleArrow(_ context: inout FunctionContext) throws(EngineError) {
        guard let (document, node) = try place(&context, isArrow: true) else { return }
        context.set(document.value(node, &context.output))
    }

    // MARK: Making

    @Sendable
    static func quote(_ context: inout FunctionContext) throws(EngineError) {
        try JSONText.write(context.arguments[0], to: &context.output)
        try context.finishJSON()
    }

    @Sendable
    static func array(_ context: inout FunctionContext) throws(EngineError) {
        context.output.appendByte(UInt8(ascii: "["))
        for index in 0..<context.arguments.count {
            if index > 0 { context.output.appendByte(UInt8(ascii: ",")) }
            try JSONText.write(context.arguments[index], to: &context.output)
        }
        context.output.appendByte(UInt8(ascii: "]"))
        try context.finishJSON()
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
        context.output.appendByte(UInt8(ascii: "{"))
        for index in stride(from: 0, to: count, by: 2) {
            if index > 0 { context.output.appendByte(UInt8(ascii: ",")) }
            JSONText.quote(context.arguments[index].view, to: &context.output)
            context.output.appendByte(UInt8(ascii: ":"))
            try JSONText.write(context.arguments[index + 1], to: &context.output)
        }
        context.output.appendByte(UInt8(ascii: "}"))
        try context.finishJSON()
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
        guard count > 0, let document = try document(&context, 0) else { return }
        context.documents.edit.removeAll()
        var whole: Int?
        var refusal: EngineError?
        for index in stride(from: 1, to: count, by: 2) {
            // A path that is NULL leads nowhere.
            guard let path = try path(&context, index) else { continue }
            if path.steps.isEmpty, mode != .insert { whole = index + 1 }
            guard whole == nil else { continue }
            let argument = context.arguments[index + 1]
            try context.documents.edit.put(at: path.steps, of: document, mode) { output in
                do throws(EngineError) {
                    try JSONText.write(argument, to: &output)
                } catch {
                    refusal = refusal ?? error
                }
            }
        }
        // All of it gives way to a value of SQL, whatever else was put into it.
        if let whole { return context.set(context.arguments[whole]) }
        if let refusal { throw refusal }
        context.documents.edit.write(document, to: &context.output)
        try context.finishJSON()
    }

    @Sendable
    static func remove(_ context: inout FunctionContext) throws(EngineError) {
        guard context.arguments.count > 0, let document = try document(&context, 0) else { return }
        context.documents.edit.removeAll()
        var isGone = false
        for index in 1..<max(1, context.arguments.count) {
            guard let path = try path(&context, index) else { return }
            let isThere = try context.documents.edit.remove(path.steps, of: document)
            if !isThere { isGone = true }
        }
        guard !isGone else { return }
        context.documents.edit.write(document, to: &context.output)
        try context.finishJSON()
    }

    @Sendable
    static func patch(_ context: inout FunctionContext) throws(EngineError) {
        guard let target = try document(&context, 0), let patch = try document(&context, 1) else {
            return
        }
        context.documents.patch.apply(patch, to: target, &context.output)
        try context.finishJSON()
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
