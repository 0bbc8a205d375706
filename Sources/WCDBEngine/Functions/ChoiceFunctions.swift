import WCDBStorage

/// Functions that choose among their arguments, or say what one is: `coalesce`, `iif`, `nullif`,
/// `min`, `max`, `likely`, `typeof`.
///
/// Where a function promises not to compute what it does not need (`coalesce`, `ifnull`, `iif`),
/// the compiler writes branches; these here take arguments that were computed all.
enum ChoiceFunctions {
    /// The first argument that is not NULL. Serves `ifnull` too.
    @Sendable
    static func coalesce(_ context: inout FunctionContext) throws(EngineError) {
        for index in 0..<context.arguments.count where !context.arguments[index].isNull {
            context.set(context.arguments[index])
            return
        }
    }

    @Sendable
    static func iif(_ context: inout FunctionContext) throws(EngineError) {
        let isTrue = context.arguments[0].asTruth ?? false
        context.set(context.arguments[isTrue ? 1 : 2])
    }

    @Sendable
    static func nullif(_ context: inout FunctionContext) throws(EngineError) {
        let (value, other) = (context.arguments[0], context.arguments[1])
        if ValueOrder.compare(value, other, context.collation) != 0 { context.set(value) }
    }

    /// The smallest argument, the last one of several; NULL if one is.
    @Sendable
    static func min(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments.containsNull else { return }
        var best = context.arguments[0]
        for index in 0..<context.arguments.count {
            let value = context.arguments[index]
            if ValueOrder.compare(best, value, context.collation) >= 0 { best = value }
        }
        context.set(best)
    }

    /// The largest argument, the first one of several; NULL if one is.
    @Sendable
    static func max(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments.containsNull else { return }
        var best = context.arguments[0]
        for index in 0..<context.arguments.count {
            let value = context.arguments[index]
            if ValueOrder.compare(best, value, context.collation) < 0 { best = value }
        }
        context.set(best)
    }

    /// `likely`, `unlikely` and `likelihood` are hints for the planner.
    @Sendable
    static func first(_ context: inout FunctionContext) throws(EngineError) {
        context.set(context.arguments[0])
    }

    @Sendable
    static func typeof(_ context: inout FunctionContext) throws(EngineError) {
        switch context.arguments[0].kind {
        case .null: context.set("null")
        case .integer: context.set("integer")
        case .real: context.set("real")
        case .text: context.set("text")
        case .blob: context.set("blob")
        }
    }
}
