// The spellings that transactions had in 2.0 and in 1.x. Each is disfavoured, so that a closure
// without a label is never ambiguous.

extension TransactionInterface {
    /// ``PausableTransactionClosure``
    public typealias PauseableTransactionClosure = PausableTransactionClosure

    /// ``run(pausableTransaction:)``
    @_disfavoredOverload
    public func run(pauseableTransaction: @escaping PauseableTransactionClosure) throws {
        try run(pausableTransaction: pauseableTransaction)
    }

    /// ``run(transaction:)``
    @_disfavoredOverload
    public func run(transaction: () throws -> Void) throws {
        try withoutActuallyEscaping(transaction) { closure in
            try run(transaction: { (_: Handle) in try closure() })
        }
    }

    /// ``run(controllableTransaction:)``
    @_disfavoredOverload
    public func run(controllableTransaction: () throws -> Bool) throws {
        try withoutActuallyEscaping(controllableTransaction) { closure in
            try run(controllableTransaction: { (_: Handle) in try closure() })
        }
    }

    /// ``run(transaction:)``, which takes part in a transaction that is open.
    @_disfavoredOverload
    public func run(embeddedTransaction: @escaping TransactionClosure) throws {
        try run(transaction: embeddedTransaction)
    }

    /// ``run(transaction:)``, which takes part in a transaction that is open.
    @_disfavoredOverload
    public func run(embeddedTransaction: () throws -> Void) throws {
        try withoutActuallyEscaping(embeddedTransaction) { closure in
            try run(transaction: { (_: Handle) in try closure() })
        }
    }
}
