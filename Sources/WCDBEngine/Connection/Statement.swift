import WCDBSQL
package import WCDBStorage

/// A statement that was prepared: it can be bound, stepped and reset again and again.
///
/// **Users.** One thread at a time; as long as its connection.
///
/// **Always true.** `currentRow` points to `columnCount` registers of `machine`, or of `kept`,
/// which hold the row that `step` found last. Its machine came from `plan` and goes back there.
package final class PreparedSQL {
    private let connection: Connection
    private let plan: Plan
    @exclusivity(unchecked) private var machine: Machine?
    @exclusivity(unchecked) private var isRunning = false
    @exclusivity(unchecked) private var isDone = false
    /// The rows of a statement that is no program, and those of RETURNING: what changes things does
    /// all of it before the first row is seen.
    @exclusivity(unchecked) private var kept: KeptRows?
    @exclusivity(unchecked) private var currentRow: UnsafePointer<ColumnValue>?
    @exclusivity(unchecked) private var rowCount = 0

    init(_ connection: Connection, _ plan: Plan) throws(EngineError) {
        self.connection = connection
        self.plan = plan
        guard plan.isProgram else { return }
        try connection.refresh(plan)
        machine = try plan.takeMachine(connection)
        rowCount = plan.program?.columns.count ?? 0
    }

    deinit {
        guard let machine else { return }
        if isRunning { reset() }
        plan.give(machine)
    }

    /// The schema is another one: the same statement with another program and the old bindings.
    private func compileAgain() throws(EngineError) {
        try connection.refresh(plan)
        let fresh = try plan.takeMachine(connection)
        if let machine { fresh.takeParameters(of: machine) }
        machine = fresh
        rowCount = fresh.program.columns.count
    }

    // MARK: Metadata

    package var columnCount: Int { machine == nil ? kept?.names.count ?? 0 : rowCount }

    package func columnName(_ index: Int) -> String {
        machine?.program.columns[index].name ?? kept?.names[index] ?? ""
    }

    package var program: Program? { machine?.program }
    package var parameterCount: Int { machine?.program.parameters.count ?? 0 }

    package func parameterIndex(_ name: String) -> Int? {
        machine?.program.parameters.firstIndex(of: name).map { $0 + 1 }
    }

    package func bind(_ value: Value, at index: Int) throws(EngineError) {
        try value.withColumnValue { (value) throws(EngineError) in
            try bind(copying: value, at: index)
        }
    }

    /// Binds a value, whose bytes are copied. Parameters count from 1; not between the first row
    /// and the last.
    package func bind(copying value: ColumnValue, at index: Int) throws(EngineError) {
        guard index >= 1, let machine, index <= machine.program.parameters.count else {
            throw .sql(.range, "column index out of range")
        }
        guard !isRunning else { throw .sql(.misuse, "a statement with rows to come is bound") }
        machine.bind(value, at: index)
    }

    // MARK: Running

    /// Goes to the next row; false when there is none. Hot.
    package func step() throws(EngineError) -> Bool {
        guard isRunning, let machine else { return try begin() }
        return try stepOn(machine)
    }

    private func begin() throws(EngineError) -> Bool {
        do {
            return try beginOnce()
        } catch {
            guard connection.isRestarting else { throw error }
        }
        // Nobody else can change the schema now, so this happens once.
        connection.isRestarting = false
        isDone = false
        return try beginOnce()
    }

    private func beginOnce() throws(EngineError) -> Bool {
        if isDone { reset() }
        if let kept, kept.hasBegun { return showNext(kept) }
        guard let compiled = machine else {
            let result = try connection.run(plan.statement, text: plan.text)
            return show(result.columns, result.rows)
        }
        connection.clearInterrupt()
        if compiled.program.usesSchema {
            for database in connection.databases { try connection.beginReading(database) }
        }
        if connection.schemaVersion != compiled.program.schemaVersion { try compileAgain() }
        guard let machine else { return false }
        if machine.program.changesData {
            let rows = try runChange(machine)
            guard rowCount > 0 else {
                isDone = true
                return false
            }
            return show(machine.program.columns.map(\.name), rows)
        }
        isRunning = true
        connection.activeReaders += 1
        return try stepOn(machine)
    }

    @inline(__always)
    private func stepOn(_ machine: Machine) throws(EngineError) -> Bool {
        do {
            if try machine.step() {
                currentRow = machine.row(machine.resultStart)
                return true
            }
        } catch {
            finish()
            try? connection.endStatement()
            throw error
        }
        finish()
        try connection.endStatement()
        return false
    }

    /// Runs a program that changes things to its end; the rows are those of RETURNING.
    private func runChange(_ machine: Machine) throws(EngineError) -> [[Value]] {
        let program = machine.program
        var rows: [[Value]] = []
        connection.notedReferences.removeAll()
        connection.triggerPrograms.removeAll()
        do {
            try connection.changing(
                all: connection.written(by: program), mayFailHalfway: program.mayFailHalfway,
                action: { machine.raised }, hasChanged: { machine.changes > 0 }
            ) { () throws(EngineError) in
                try machine.run { machine in
                    rows.append((0..<rowCount).map { Value(machine.column($0)) })
                }
                try connection.settleReferences()
            }
        } catch {
            // What stays in spite of the error was changed; everything else was not.
            let isKept = machine.raised == .fail
            connection.didChange(
                isKept ? machine.changes : 0, inTriggers: isKept ? machine.triggerChanges : 0)
            finish()
            try? connection.endStatement()
            throw error
        }
        connection.didChange(machine.changes, inTriggers: machine.triggerChanges)
        machine.reset()
        try connection.endStatement()
        return rows
    }

    private func finish() {
        machine?.reset()
        currentRow = nil
        if isRunning {
            isRunning = false
            connection.activeReaders -= 1
        }
        isDone = true
    }

    /// Back to the start; bindings stay.
    package func reset() {
        let wasRunning = isRunning
        if !isDone { finish() }
        isDone = false
        currentRow = nil
        kept?.rewind()
        if wasRunning { try? connection.endStatement() }
    }

    private func show(_ names: [String], _ rows: [[Value]]) -> Bool {
        let rows = KeptRows(names, rows)
        kept = rows
        return showNext(rows)
    }

    /// Goes to the next of the rows that were kept.
    private func showNext(_ rows: KeptRows) -> Bool {
        guard let next = rows.next() else {
            isDone = true
            currentRow = nil
            return false
        }
        currentRow = next
        rowCount = rows.names.count
        return true
    }

    /// All values of the current row, until the next step. Requires: `step` said yes.
    package var row: UnsafePointer<ColumnValue> {
        currentRow ?? UnsafePointer(connection.noRow.values)
    }

    /// A value of the current row, until the next step; NULL where there is none. Hot.
    package func column(_ index: Int) -> ColumnValue {
        guard let currentRow, index >= 0, index < rowCount else { return .null }
        return currentRow[index]
    }
}
