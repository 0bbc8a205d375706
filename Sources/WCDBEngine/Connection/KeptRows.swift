package import WCDBStorage

/// Rows that are made before they are asked for, handed out one by one: those of pragmas, EXPLAIN,
/// RETURNING, and the rest of a query that something else changes what it reads from.
///
/// **Users.** One prepared statement, or whoever was given them by it.
package final class KeptRows {
    let names: [String]
    private let store: RowStore
    private let registers: Registers
    private var nextRow = 0
    /// What came instead of another row.
    var failure: EngineError?
    /// Whether the statement ran since the last `rewind`.
    private(set) var hasBegun = true

    init(_ names: [String], space: ScratchSpace) {
        self.names = names
        store = RowStore(columnCount: names.count, space: space)
        registers = Registers(count: names.count)
    }

    func add(_ values: UnsafePointer<ColumnValue>) throws(EngineError) {
        do {
            try store.append(values)
        } catch {
            throw .storage(error)
        }
    }

    func add(_ values: [Value]) throws(EngineError) {
        try take(values)
        try add(UnsafePointer(registers.values))
    }

    private func take(_ values: [Value]) throws(EngineError) {
        for (index, value) in values.enumerated() where index < names.count {
            try value.withColumnValue { (value) throws(EngineError) in
                try registers.own(value, Int32(index))
            }
        }
    }

    /// A copy of a row that is looked at, which stays until `next`.
    func hold(
        _ values: UnsafePointer<ColumnValue>
    ) throws(EngineError) -> UnsafePointer<ColumnValue> {
        for index in names.indices { try registers.own(values[index], Int32(index)) }
        return UnsafePointer(registers.values)
    }

    /// The values of the next row, until the one after it; nil behind the last.
    func next() throws(EngineError) -> UnsafePointer<ColumnValue>? {
        guard nextRow < store.count else {
            if let failure { throw failure }
            return nil
        }
        do {
            try store.seek(nextRow)
        } catch {
            throw .storage(error)
        }
        for index in names.indices { try registers.own(store.column(index), Int32(index)) }
        nextRow += 1
        return UnsafePointer(registers.values)
    }

    /// The same, for those who were given the rows.
    package func nextValues() throws(EngineError) -> UnsafeBufferPointer<ColumnValue>? {
        try next().map { UnsafeBufferPointer(start: $0, count: names.count) }
    }

    /// Forgets the rows: the statement runs again at the next step.
    func rewind() {
        hasBegun = false
        store.removeAll()
        failure = nil
        nextRow = 0
    }
}
