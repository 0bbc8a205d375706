import WCDBStorage

/// LIKE and GLOB between two values.
extension Machine {
    /// Hot: texts need no call. A function of its own, for the sake of the loop's registers.
    @inline(never)
    func match(
        _ operation: UInt8, _ pattern: ColumnValue, _ subject: ColumnValue
    ) throws(EngineError) -> ColumnValue {
        let operation = PatternOperator(rawValue: operation) ?? .like
        if case .text = pattern.kind, pattern.count <= ValueLimits.maxPatternLength {
            if case .text = subject.kind {
                return .truth(operation.matcher.matches(subject.view, pattern: pattern.view))
            }
            if subject.isNull { return .null }
        }
        try [pattern, subject].withUnsafeBufferPointer { (arguments) throws(EngineError) in
            try context.call(operation.function, arguments)
        }
        return context.result
    }
}
