package import WCDBSQL
package import WCDBStorage

/// A statement that was prepared: it can be bound, stepped and reset again and again.
///
/// **Users.** One thread at a time; as long as its connection.
///
/// **Always true.** `currentRow` points to `columnCount` registers of `machine`, or of `kept`,
/// which hold the row that `step` found last. Its machine came from `plan` and goes back there.
package final class PreparedSQL {
    let connection: Connection
    let plan: Plan
    /// Nil for a statement that is run as it is.
    @exclusivity(unchecked) package private(set) var program: Program?
    /// What every run asks of the program, copied: to ask the program itself counts a reference.
    @exclusivity(unchecked) private var traits = Program.Traits.none
    /// Made when it is needed first: many statements are prepared and only looked at.
    @exclusivity(unchecked) private(set) var machine: Machine?
    /// The same, for what is done in every run, and counts no reference.
    @exclusivity(unchecked) private(set) var ready: Unmanaged<Machine>?
    @exclusivity(unchecked) private var isRunning = false
    @exclusivity(unchecked) var isDone = false
    /// Where its program begins in a series of runs, as long as it is in one; else -1.
    @exclusivity(unchecked) var seriesStart = -1
    /// The rows of a statement that is no program, those of RETURNING, because what changes things
    /// does all of it before the first row is seen, and the rest of a query that had to make room.
    @exclusivity(unchecked) private(set) var kept: KeptRows?
    /// What was bound to a statement that is no program; nil as long as nobody asked.
    @exclusivity(unchecked) var directParameters: DirectParameters?
    @exclusivity(unchecked) private var currentRow: UnsafePointer<ColumnValue>?
    @exclusivity(unchecked) private var rowCount = 0

    /// `program` is that of the plan; nil for a statement that is run as it is.
    init(_ connection: Connection, _ plan: Plan, _ program: Program?) {
        self.connection = connection
        self.plan = plan
        self.program = program
        guard let program else { return }
        traits = program.traits
        rowCount = traits.columnCount
    }

    deinit {
        endSeries()
        guard let machine else { return }
        if isRunning { reset() }
        plan.give(machine)
    }

    /// The schema is another one: the same statement with another program and the old bindings.
    private func compileAgain() throws(EngineError) {
        let fresh = try connection.refresh(plan)
        if let machine {
            let next = plan.takeMachine(fresh, connection)
            try next.takeParameters(of: machine)
            use(next)
        }
        program = fresh
        traits = fresh.traits
        rowCount = traits.columnCount
    }

    /// Its machine; nil for a statement that is no program.
    @inline(__always)
    private var readyMachine: Unmanaged<Machine>? { ready ?? makeMachine() }

    @inline(never)
    private func makeMachine() -> Unmanaged<Machine>? {
        guard let program else { return nil }
        use(plan.takeMachine(program, connection))
        return ready
    }

    private func use(_ machine: Machine) {
        self.machine = machine
        ready = .passUnretained(machine)
    }

    /// Whether its program is that of the schema as the connection saw it last.
    package var isCurrent: Bool { traits.schemaVersion == connection.schemaVersion }

    /// Whether it may wait for its next run, at its start, without holding more than its cursors.
    package var canWait: Bool {
        program != nil && !isRunning && !traits.changesData && kept == nil && isCurrent
    }

    /// What EXPLAIN is asked to explain, if this is one.
    package var explanation: ExplainStatement? {
        guard case .explain(let explain) = plan.statement else { return nil }
        return explain
    }

    // MARK: Metadata

    package var columnCount: Int { program == nil ? directColumns.count : rowCount }

    package func columnName(_ index: Int) -> String {
        program?.columns[index].name ?? directColumns[index]
    }

    package var parameterCount: Int { plan.isOfShape ? 0 : parameterNames.count }

    private var parameterNames: [String?] { program?.parameters ?? directParameterNames }

    /// How many parameters may be bound from outside.
    @inline(__always)
    func bindableCount(_ machine: Machine) -> Int { plan.isOfShape ? 0 : machine.parameterCount }

    static var noSuchParameter: EngineError { .sql(.range, "column index out of range") }
    static var boundTooLate: EngineError {
        .sql(.misuse, "a statement with rows to come is bound")
    }

    /// Binds the constants of a text whose shape this statement runs.
    func bind(constantsOf shape: StatementShape) throws(EngineError) {
        guard let machine = readyMachine else { return }
        try shape.characters.withUnsafeBytes { characters -> Result<Void, EngineError> in
            for index in shape.constants.indices {
                let value = ColumnValue(shape.constants[index], characters)
                let outcome = machine._withUnsafeGuaranteedRef { $0.bind(value, at: index &+ 1) }
                if case .failure = outcome { return outcome }
            }
            return .success(())
        }.get()
    }

    package func parameterIndex(_ name: String) -> Int? {
        parameterNames.firstIndex { $0.map { SQLText($0) } == SQLText(name) }.map { $0 + 1 }
    }

    package func bind(_ value: Value, at index: Int) throws(EngineError) {
        try value.withColumnValue { (value) throws(EngineError) in
            try bind(copying: value, at: index)
        }
    }

    /// Binds a value, whose bytes are copied. Parameters count from 1; not between the first row
    /// and the last.
    package func bind(copying value: ColumnValue, at index: Int) throws(EngineError) {
        guard let machine = readyMachine else { return try bindDirectly(value, at: index) }
        try machine._withUnsafeGuaranteedRef { machine -> Result<Void, EngineError> in
            guard index >= 1, index <= bindableCount(machine) else {
                return .failure(PreparedSQL.noSuchParameter)
            }
            guard !isRunning else { return .failure(PreparedSQL.boundTooLate) }
            return machine.bind(value, at: index)
        }.get()
    }

    /// Binds the first parameters, whose bytes are copied.
    package func bind(copying values: UnsafeBufferPointer<ColumnValue>) throws(EngineError) {
        guard let machine = readyMachine else {
            for index in values.indices { try bindDirectly(values[index], at: index + 1) }
            return
        }
        try machine._withUnsafeGuaranteedRef { machine -> Result<Void, EngineError> in
            guard values.count <= bindableCount(machine) else {
                return .failure(PreparedSQL.noSuchParameter)
            }
            guard !isRunning else { return .failure(PreparedSQL.boundTooLate) }
            return machine.bind(values)
        }.get()
    }

    // MARK: Running

    /// Goes to the next row; false when there is none. Hot.
    package func step() throws(EngineError) -> Bool {
        guard isRunning, let ready else { return try begin() }
        return try stepOn(ready)
    }

    private func begin() throws(EngineError) -> Bool {
        do throws(EngineError) {
            return try beginOnce()
        } catch {
            guard connection.isRestarting else { throw abandoned(error) }
        }
        // Nobody else can change the schema now, so this happens once.
        connection.isRestarting = false
        isDone = false
        do throws(EngineError) {
            return try beginOnce()
        } catch {
            throw abandoned(error)
        }
    }

    /// It did not even begin, but the transaction may have.
    private func abandoned(_ error: EngineError) -> EngineError {
        connection.isRestarting = false
        try? connection.endStatement()
        return error
    }

    private func beginOnce() throws(EngineError) -> Bool {
        if try runInSeries() { return false }
        if isDone { reset() }
        if let kept, kept.hasBegun { return try showNext(kept) }
        if !traits.isProgram {
            connection.endSeries()
            let result = try connection.run(
                plan.statement, text: plan.text, parameters: directParameters)
            if case .transaction = plan.statement {} else { connection.noteReading() }
            let rows = KeptRows(result.columns, space: connection.scratchSpace)
            for row in result.rows { try rows.add(row) }
            return try show(rows)
        }
        connection.clearInterrupt()
        if traits.usesSchema { try connection.beginReadingAll() }
        if connection.schemaVersion != traits.schemaVersion { try compileAgain() }
        guard let ready = readyMachine else { return false }
        if traits.changesData {
            guard let machine, let rows = try runChange(machine) else {
                isDone = true
                beginSeries()
                return false
            }
            return try show(rows)
        }
        isRunning = true
        connection.noteReading()
        connection.enter(self)
        return try stepOn(ready)
    }

    @inline(__always)
    private func stepOn(_ machine: Unmanaged<Machine>) throws(EngineError) -> Bool {
        do {
            let row = try machine._withUnsafeGuaranteedRef { machine in
                Result { () throws(EngineError) in
                    try machine.next() ? machine.row : nil
                }
            }.get()
            if let row {
                currentRow = row
                return true
            }
        } catch {
            finish()
            try? connection.endStatement()
            throw error
        }
        finish()
        try connection.endStatement(isProgram: true)
        return false
    }

    /// Runs a program that changes things to its end; the rows are those of RETURNING.
    private func runChange(_ machine: Machine) throws(EngineError) -> KeptRows? {
        let rows =
            rowCount > 0
            ? KeptRows(machine.program.columns.map(\.name), space: connection.scratchSpace)
            : nil
        let brokenKeys = connection.brokenKeys
        let totalBefore = connection.totalChangeCount
        connection.brokenKeys.statement = 0
        if !machine.program.countedTables.isEmpty { connection.sequences.removeAll() }
        do {
            try change(machine, rows)
        } catch {
            connection.noteReading()
            // What stays in spite of the error was changed; everything else was not.
            if machine.raised == .fail {
                connection.didChange(machine.changes)
            } else {
                connection.restore(brokenKeys)
                connection.didChange(0, total: totalBefore)
            }
            finish()
            try? connection.endStatement()
            throw error
        }
        connection.didChange(machine.changes)
        connection.noteReading()
        machine.reset()
        try connection.endStatement(isProgram: true)
        return rows
    }

    private func change(_ machine: Machine, _ rows: KeptRows?) throws(EngineError) {
        let scope = try connection.beginChanges(of: machine.program)
        do throws(EngineError) {
            do throws(EngineError) {
                try machine.run { (machine) throws(EngineError) in try rows?.add(machine.row) }
            } catch {
                // The rows before the one that failed stay, so they are looked at as well.
                if machine.raised == .fail { try requireWholeKeys(machine) }
                throw error
            }
            try requireWholeKeys(machine)
            try connection.writeSequences(of: machine.program.countedTables)
        } catch {
            try connection.takeBack(
                scope, error, machine.raised, hasChanged: machine.hasWritten)
            throw error
        }
        try connection.endChanges(scope)
    }

    private func requireWholeKeys(_ machine: Machine) throws(EngineError) {
        do {
            try connection.requireWholeStatement()
        } catch {
            machine.raised = .abort
            throw error
        }
    }

    private func finish() {
        ready?._withUnsafeGuaranteedRef { $0.reset() }
        currentRow = nil
        stopRunning()
        isDone = true
    }

    private func stopRunning() {
        guard isRunning else { return }
        isRunning = false
        connection.leave(self)
    }

    /// Makes all rows that are still to come, and lets go of what they come from. If there is no
    /// memory for the current one, throws and stays as it was, or loses it and the others.
    func keepRest(mayLoseRows: Bool) throws(EngineError) {
        endSeries()
        guard isRunning, let machine else { return }
        let rest = KeptRows(
            machine.program.columns.map(\.name), space: connection.scratchSpace)
        let place = currentRow
        do throws(EngineError) {
            if let row = currentRow { currentRow = try rest.hold(row) }
        } catch {
            guard mayLoseRows else { throw error }
            currentRow = nil
            rest.failure = error
        }
        do throws(EngineError) {
            while rest.failure == nil, try machine.step() { try rest.add(machine.row) }
        } catch {
            rest.failure = error
        }
        machine.reset()
        // Somebody may be reading it where it was.
        if let place { machine.put(currentRow, count: rowCount, at: place) }
        stopRunning()
        kept = rest
    }

    /// Makes the rows that are still to come, and gives them away: they need neither this nor its
    /// connection, which reads nothing for it any more. Nil if there are none.
    package func giveRest() throws(EngineError) -> KeptRows? {
        try keepRest(mayLoseRows: true)
        guard !isDone, let rest = kept else { return nil }
        kept = nil
        isDone = true
        currentRow = nil
        try connection.endStatement(isProgram: true)
        return rest
    }

    /// Back to the start; bindings stay, and so does a series, which is at its start after each
    /// run.
    package func reset() {
        guard seriesStart < 0 else {
            isDone = false
            return
        }
        let wasRunning = isRunning
        if !isDone { finish() }
        isDone = false
        currentRow = nil
        kept?.rewind()
        if wasRunning { try? connection.endStatement(isProgram: true) }
    }

    private func show(_ rows: KeptRows) throws(EngineError) -> Bool {
        kept = rows
        return try showNext(rows)
    }

    /// Goes to the next of the rows that were kept.
    private func showNext(_ rows: KeptRows) throws(EngineError) -> Bool {
        let next: UnsafePointer<ColumnValue>?
        do {
            next = try rows.next()
        } catch {
            isDone = true
            currentRow = nil
            rows.rewind()
            throw error
        }
        guard let next else {
            isDone = true
            currentRow = nil
            return false
        }
        currentRow = next
        rowCount = rows.names.count
        return true
    }

    /// All values of the current row, until the next step; nil without a row.
    package var row: UnsafeBufferPointer<ColumnValue>? {
        currentRow.map { UnsafeBufferPointer(start: $0, count: rowCount) }
    }

    /// A value of the current row, until the next step; NULL where there is none. Hot.
    package func column(_ index: Int) -> ColumnValue {
        guard let currentRow, index >= 0, index < rowCount else { return .null }
        return currentRow[index]
    }
}
