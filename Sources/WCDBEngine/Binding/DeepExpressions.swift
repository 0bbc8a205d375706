import WCDBSQL
import WCDBStorage

// Expressions that are deeper than the stack of a thread allows.
//
// Binder, planner and compiler work through trees level by level, a chain of a thousand AND
// included. A thread that an app did not make itself may have 512 KiB of stack, which in a build
// without optimisation is enough for fifty levels. So who comes to a deeper tree gives up, before
// anything is changed, and the whole work is done once more on a thread with stack enough.
extension StackSpace {
    /// What one level takes at most, in whatever works through it. In a build without optimisation
    /// 512 KiB were used up by fifty levels of IN, and by sixty of BETWEEN.
    private static let perLevel = (_isDebugAssertConfiguration() ? 16 << 10 : 2 << 10) * frameScale

    /// Enough for the deepest tree there is, and for what is around it.
    private static let ample = TreeExtent.maximumDepth * perLevel + (1 << 20)

    /// Gives up at an expression that would not fit on what is left of the stack. Flat ones need
    /// not ask.
    static func require(forDepth depth: Int) throws(EngineError) {
        guard depth > 16, remaining < depth * perLevel + (64 << 10) else { return }
        throw .stackIsTooSmall
    }

    /// Does work that may give up for lack of stack, where there is enough of it. It may be begun
    /// twice.
    static func withRoom<Value>(
        _ work: @escaping () throws(EngineError) -> Value
    ) throws(EngineError) -> Value {
        do {
            return try work()
        } catch {
            return try again(after: error, work)
        }
    }

    /// Does work once more, where there is enough stack, if that is what it gave up for.
    static func again<Value>(
        after error: EngineError, _ work: @escaping () throws(EngineError) -> Value
    ) throws(EngineError) -> Value {
        guard error == .stackIsTooSmall || error == .tooManyLevels,
            remaining < ample - (512 << 10)
        else { throw error }
        let outcome = BackgroundThread.wait(name: "wcdb-compiler", stackSize: ample, for: work)
        // Nil if the system had no thread to give.
        guard let outcome else { throw error }
        return try outcome.get()
    }
}

extension EngineError {
    /// An expression is deeper than the stack of the thread allows.
    static var stackIsTooSmall: EngineError {
        .error("Expression tree is too large for the stack of this thread")
    }
}
