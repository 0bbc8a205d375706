import WCDBStorage

/// The functions behind the operators LIKE and GLOB: pattern first, then the text. A blob matches
/// nothing.
enum PatternFunctions {
    @Sendable
    static func like(_ context: inout FunctionContext) throws(EngineError) {
        try match(&context, .like)
    }

    /// `like` under `PRAGMA case_sensitive_like`.
    @Sendable
    static func caseSensitiveLike(_ context: inout FunctionContext) throws(EngineError) {
        try match(&context, .caseSensitiveLike)
    }

    @Sendable
    static func glob(_ context: inout FunctionContext) throws(EngineError) {
        try match(&context, .glob)
    }

    private static func match(
        _ context: inout FunctionContext, _ plain: PatternMatcher
    ) throws(EngineError) {
        let arguments = context.arguments
        if arguments[0].kind == .blob || arguments[1].kind == .blob {
            context.set(false)
            return
        }
        let pattern = context.text(0)
        guard pattern.count <= ValueLimits.maxPatternLength else { throw .patternTooComplex }
        var matcher = plain
        if arguments.count == 3 {
            guard !arguments[2].isNull else { return }
            matcher = matcher.escaped(by: try escape(context.text(2)))
        }
        guard !arguments[0].isNull, !arguments[1].isNull else { return }
        context.set(matcher.matches(context.text(1), pattern: pattern))
    }

    private static func escape(_ text: ByteView) throws(EngineError) -> UInt32 {
        guard Characters.count(text) == 1 else { throw .badEscape }
        var position = 0
        return Characters.next(text, &position)
    }
}
