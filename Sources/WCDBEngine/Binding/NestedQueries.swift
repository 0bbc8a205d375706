import WCDBStorage

extension StackSpace {
    /// Ends what works through nested queries before it has used up its stack. Few levels are
    /// right everywhere, and need not ask.
    static func require(atLevel level: Int) throws(EngineError) {
        guard level > 4, isLow else { return }
        throw .error("too many levels of queries in one statement")
    }
}
