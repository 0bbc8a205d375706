import WCDBStorage

/// Functions that tell about the connection and the library.
enum ConnectionFunctions {
    @Sendable
    static func lastInsertRowID(_ context: inout FunctionContext) throws(EngineError) {
        context.set(context.environment.lastInsertRowID)
    }

    @Sendable
    static func changes(_ context: inout FunctionContext) throws(EngineError) {
        context.set(context.environment.changeCount)
    }

    @Sendable
    static func totalChanges(_ context: inout FunctionContext) throws(EngineError) {
        context.set(context.environment.totalChangeCount)
    }

    /// The version whose behaviour the engine has: programs ask to find out what SQL they may use.
    @Sendable
    static func version(_ context: inout FunctionContext) throws(EngineError) {
        context.set("3.40.1")
    }

    /// There are no options of compilation: `PRAGMA compile_options` lists none.
    @Sendable
    static func compileOptionUsed(_ context: inout FunctionContext) throws(EngineError) {
        context.set(context.arguments[0].isNull ? .null : .integer(0))
    }

    @Sendable
    static func compileOptionGet(_ context: inout FunctionContext) throws(EngineError) {
        context.set(.null)
    }

    @Sendable
    static func sourceID(_ context: inout FunctionContext) throws(EngineError) {
        context.set("wcdb-swift")
    }
}
