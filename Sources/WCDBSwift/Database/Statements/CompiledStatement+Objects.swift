import WCDBEngine
import WCDBStorage

// Whole rows at once, in the form in which the machine has them.

extension CompiledStatement {
    /// The values of the current row, until the next step: as many as the statement has columns.
    /// Nil if there is no row.
    @inline(__always)
    var row: UnsafeBufferPointer<ColumnValue>? {
        guard hasRow, let running else { return nil }
        return running._withUnsafeGuaranteedRef { $0.row }
    }

    /// How many columns a row has.
    var columnCount: Int { prepared?.columnCount ?? 0 }

    /// The parameters from the first on. The statement keeps copies.
    func bind(_ values: UnsafeBufferPointer<ColumnValue>) {
        guard let prepared, connection.monitor?.isFull != true else {
            for (index, value) in values.enumerated() { bind(EngineValue(value), at: index + 1) }
            return
        }
        do {
            try requireOwnParameters()
            try prepared.bind(copying: values)
        } catch {
            _ = connection.failure(error, sql: sql)
        }
    }

    /// Whether the next run goes on with those before it.
    var isInSeries: Bool {
        guard connection.monitor == nil, !hasLifted, let running else { return false }
        return running._withUnsafeGuaranteedRef { $0.isInSeries }
    }

    /// A call begins that runs it, and may go on with the runs of an earlier call.
    func resumeRuns() {
        guard let prepared, isInSeries else { return }
        connection.begin(self)
        prepared.resumeSeries()
    }

    /// Runs it with other parameters, for its effect: as `reset`, `bind` and `step` do, but in a
    /// transaction much of what they do is done once for many runs. Whoever is done with it resets
    /// it, unless it may go on.
    func run(_ values: UnsafeBufferPointer<ColumnValue>) throws(WCDBError) {
        guard let prepared, isInSeries else {
            reset()
            bind(values)
            _ = try step()
            return
        }
        let changesBefore = connection.engine.totalChangeCount
        do {
            try prepared.runNext(values)
        } catch {
            let sql = sql
            connection.statementFailed(self, changesBefore: changesBefore)
            throw connection.failure(error, sql: sql)
        }
        connection.statementDone(self)
    }

    /// A parameter. The statement keeps a copy: straight in its registers, unless somebody wants to
    /// hear of it.
    func bind(copy value: ColumnValue, at index: Int) {
        guard let prepared, connection.monitor?.isFull != true else {
            return bind(EngineValue(value), at: index)
        }
        do {
            try requireOwnParameters()
            try prepared.bind(copying: value, at: index)
        } catch {
            _ = connection.failure(error, sql: sql)
        }
    }
}

// Rows as values.
extension CompiledStatement {
    /// The values of the current row.
    func values() -> OneRowValue {
        guard let row else { return (0..<columnCount).map { _ in Value(nil) } }
        return row.map { Value($0) }
    }

    /// The next row; nil after the last.
    func nextRow() throws -> OneRowValue? { try step() ? values() : nil }

    /// All rows that are left.
    func allRows() throws -> MultiRowsValue {
        var rows: MultiRowsValue = []
        while try step() { rows.append(values()) }
        return rows
    }

    /// The first column of the next row; nil after the last.
    func nextValue() throws -> Value? { try step() ? Value(column(0)) : nil }

    /// The first column of all rows that are left.
    func allValues() throws -> OneColumnValue {
        var values: OneColumnValue = []
        while try step() { values.append(Value(column(0))) }
        return values
    }
}
