import WCDBStorage

extension StackSpace {
    /// Ends what works through nested queries before it has used up its stack; `withRoom` begins
    /// it again where there is more. Few levels are right everywhere, and need not ask.
    static func require(atLevel level: Int) throws(EngineError) {
        guard level > 4, isLow else { return }
        throw .tooManyLevels
    }
}

extension EngineError {
    /// Queries are nested deeper than a stack allows.
    static var tooManyLevels: EngineError {
        .error("too many levels of queries in one statement")
    }
}
