import WCDBStorage

/// Functions of the characters of a text: `length`, `lower`, `upper`, `instr`, `replace`, `char`,
/// `unicode`.
enum TextFunctions {
    /// Characters before the first NUL; bytes of a blob; characters of a number's text.
    @Sendable
    static func length(_ context: inout FunctionContext) throws(EngineError) {
        let value = context.arguments[0]
        switch value.kind {
        case .null: break
        case .blob: context.set(Int64(value.count))
        case .integer, .real: context.set(Int64(context.text(0).count))
        case .text: context.set(Int64(Characters.count(value.view)))
        }
    }

    @Sendable
    static func lower(_ context: inout FunctionContext) throws(EngineError) {
        try mapBytes(&context, ASCII.lowercased)
    }

    @Sendable
    static func upper(_ context: inout FunctionContext) throws(EngineError) {
        try mapBytes(&context, ASCII.uppercased)
    }

    @inline(__always)
    private static func mapBytes(
        _ context: inout FunctionContext, _ transform: (UInt8) -> UInt8
    ) throws(EngineError) {
        guard !context.arguments[0].isNull else { return }
        let text = context.text(0)
        // As in SQLite there must be room for a NUL.
        try ValueLimits.admit(text.count + 1)
        context.output.reserve(text.count)
        for index in 0..<text.count {
            context.output.end.storeByte(transform(text[index]), at: index)
        }
        context.output.advance(text.count)
        try context.finish(.text)
    }

    /// Where the second text begins in the first one, counted from 1; between two blobs in bytes.
    @Sendable
    static func instr(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments.containsNull else { return }
        let isText = context.arguments[0].kind != .blob || context.arguments[1].kind != .blob
        let text = context.text(0)
        let searched = context.text(1)
        guard searched.count > 0 else { return context.set(Int64(1)) }
        // Within a character begins nothing but a text that is none.
        if isText, ASCII.isContinuation(searched[0]) {
            return context.set(slowNumber(of: searched, in: text))
        }
        guard let place = text.firstIndex(of: searched, from: 0) else {
            return context.set(Int64(0))
        }
        var number = place &+ 1
        if isText {
            // The first byte begins the first character, whatever it is.
            if place > 1 { number &-= text.continuationCount(from: 1, to: place) }
        }
        context.set(Int64(number))
    }

    /// The number of the character at which a text begins that begins with no character; 0 if it
    /// begins nowhere.
    private static func slowNumber(of searched: ByteView, in text: ByteView) -> Int64 {
        var position = 0
        var number: Int64 = 1
        while position &+ searched.count <= text.count {
            if text.dropFirst(position).hasPrefix(searched) { return number }
            position &+= 1
            while ASCII.isContinuation(text[position]) { position &+= 1 }
            number &+= 1
        }
        return 0
    }

    /// The first text with every occurrence of the second one exchanged for the third.
    @Sendable
    static func replace(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments[0].isNull, !context.arguments[1].isNull else { return }
        let text = context.text(0)
        let searched = context.text(1)
        // A NUL in front makes the pattern as good as empty. A number stays one then.
        guard searched[0] != 0 else {
            let value = context.arguments[0]
            context.set(value.kind == .blob ? ColumnValue(.text, text) : value)
            return
        }
        guard !context.arguments[2].isNull else { return }
        let replacement = context.text(2)
        if searched.count == 1, try replaceByte(searched[0], in: text, by: replacement, &context) {
            return
        }
        // The size is known before memory is taken for it.
        var size = text.count
        var place = text.firstIndex(of: searched, from: 0)
        while let found = place {
            size &+= replacement.count &- searched.count
            place = text.firstIndex(of: searched, from: found &+ searched.count)
        }
        try ValueLimits.admit(size)
        context.output.reserve(size)
        var copied = 0
        while let found = text.firstIndex(of: searched, from: copied) {
            context.output.append(text[copied, found])
            context.output.append(replacement)
            copied = found &+ searched.count
        }
        context.output.append(text.dropFirst(copied))
        try context.finish(.text)
    }

    /// The same for a single byte, byte by byte, which pays where it comes often; false if it does
    /// not.
    private static func replaceByte(
        _ searched: UInt8, in text: ByteView, by replacement: ByteView,
        _ context: inout FunctionContext
    ) throws(EngineError) -> Bool {
        let sample = min(text.count, 1024)
        guard text.count(of: searched, before: sample) > sample / 24 else { return false }
        let found = text.count(of: searched, before: text.count)
        let size = text.count &+ found &* (replacement.count &- 1)
        try ValueLimits.admit(size)
        text.append(to: &context.output, with: replacement, for: searched, count: found)
        try context.finish(.text)
        return true
    }

    /// The text of these code points; what is none becomes U+FFFD.
    @Sendable
    static func char(_ context: inout FunctionContext) throws(EngineError) {
        for index in 0..<context.arguments.count {
            let code = context.arguments[index].asInteger
            let isCode = code >= 0 && code <= 0x10FFFF
            context.output.appendCharacter(
                isCode ? UInt32(truncatingIfNeeded: code) : Characters.replacement)
        }
        try context.finish(.text)
    }

    /// The code point of the first character; NULL of an empty text.
    @Sendable
    static func unicode(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments[0].isNull else { return }
        let text = context.text(0)
        var position = 0
        let code = Characters.next(text, &position)
        if code != 0 { context.set(Int64(code)) }
    }
}
