import WCDBSQL
package import WCDBStorage

// One change that runs again and again in a transaction, as when many objects are inserted, or a
// statement is stepped, reset and stepped again: each run is a statement of its own, but what the
// transaction, the schema and the cursors need is done once. Whatever changes or ends the
// transaction meanwhile ends the series, as it has queries make the rest of their rows.
extension PreparedSQL {
    /// Whether the next run may be the next of a series. Queries that are being read have to make
    /// the rest of their rows first, which a run by itself sees to.
    package var isInSeries: Bool {
        seriesStart >= 0 && connection.activeReaders == 0 && !connection.refusesChanges
    }

    /// Another call begins, which goes on with the series: it is asked anew whether to stop.
    package func resumeSeries() { connection.clearInterrupt() }

    /// The statement has just run: its next runs are a series, if it is one of those that can be.
    func beginSeries() {
        guard !connection.isAutocommit, seriesStart < 0, isDone, let program, isCurrent,
            let start = program.seriesStart, let number = program.soleWrittenDatabase,
            connection.databases[number].transaction.isWritable
        else { return }
        connection.endSeries()
        seriesStart = start
        connection.series = .passUnretained(self)
    }

    /// Runs it with other parameters, whose bytes are copied. Requires: it is in a series, and has
    /// so many parameters. An error ends the series. Hot.
    package func runNext(
        _ values: UnsafeBufferPointer<ColumnValue>
    ) throws(EngineError) {
        guard isInSeries, let ready else { throw .sql(.misuse, "there is no series") }
        assert(!connection.isAutocommit, "a series outlived its transaction")
        let start = seriesStart
        do {
            let changes = try ready._withUnsafeGuaranteedRef { machine in
                Result { () throws(EngineError) in
                    guard values.count <= bindableCount(machine) else {
                        throw PreparedSQL.noSuchParameter
                    }
                    // What the run before has written is not at stake.
                    machine.hasWritten = false
                    try machine.bind(values).get()
                    try machine.runAgain(from: start)
                    return machine.changes
                }
            }.get()
            connection.didChange(changes)
        } catch {
            throw failedInSeries(error)
        }
    }

    /// Takes back what an error in a series does not keep.
    private func failedInSeries(_ error: EngineError) -> EngineError {
        guard let machine, let number = machine.program.soleWrittenDatabase else { return error }
        let scope = StatementScope(
            first: ChangeScope(
                database: connection.databases[number], isInside: true, isNested: false))
        let (action, hasChanged) = (machine.raised, machine.hasWritten)
        endSeries()
        connection.didChange(0, total: connection.totalChangeCount)
        do {
            try connection.takeBack(scope, error, action, hasChanged: hasChanged)
        } catch let other {
            return other
        }
        return error
    }

    /// Runs it with what is bound, if it is in a series that may go on; else the series ends. Hot.
    func runInSeries() throws(EngineError) -> Bool {
        guard seriesStart >= 0 else { return false }
        guard isInSeries, isCurrent else {
            endSeries()
            return false
        }
        resumeSeries()
        isDone = true
        try runNext(UnsafeBufferPointer(start: nil, count: 0))
        return true
    }

    /// Lets the cursors go; its next run is one by itself.
    package func endSeries() {
        guard seriesStart >= 0 else { return }
        seriesStart = -1
        connection.series = nil
        machine?.reset()
    }
}

extension Machine {
    /// Runs the program once more. The first time it opens its cursors; later it begins behind
    /// that.
    fileprivate func runAgain(from start: Int) throws(EngineError) {
        context.endStatement()
        context.beginStatement()
        changes = 0
        hasWritten = false
        raised = .abort
        position = isOpen ? start : 0
        _ = try step()
    }
}
