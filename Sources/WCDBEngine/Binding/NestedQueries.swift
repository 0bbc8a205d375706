import WCDBStorage

extension StackSpace {
    /// Ends what works through nested queries before it has used up its stack. Few levels are
    /// right everywhere, and need not ask.
    static func require(atLevel level: Int) throws(EngineError) {
        guard level > 4, isLow else { return }
        throw .error("too many levels of queries in one statement")
    }

    /// What one level of an expression takes at most, in whatever works through it.
    private static let perLevel = _isDebugAssertConfiguration() ? 6 << 10 : 768

    /// Refuses an expression that would not fit on what is left of the stack. Flat ones need not
    /// ask.
    static func require(forDepth depth: Int) throws(EngineError) {
        guard depth > 32, remaining < depth * perLevel + (64 << 10) else { return }
        throw .error("Expression tree is too large for the stack of this thread")
    }
}
