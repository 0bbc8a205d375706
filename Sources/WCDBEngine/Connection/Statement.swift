import WCDBSQL
package import WCDBStorage

/// A statement that was prepared: it can be bound, stepped and reset again and again.
///
/// **Users.** One thread at a time; as long as its connection.
package final class PreparedSQL {
    private let connection: Connection
    private let statement: Statement
    private let text: [UInt8]?
    private var machine: Machine?
    private var isRunning = false
    private var isDone = false
    private var bound: [Int: Value] = [:]
    /// The rows of a statement that is no program: pragmas, EXPLAIN.
    private var rows: [[Value]] = []
    private var nextRow = 0
    private var names: [String] = []
    private var values: [Value] = []
    private var kept: KeptRow?
    private let noRow = KeptRow(width: 0)
    /// The rows of a program that changes things are kept until all is done.
    private var keepsRows = false

    init(_ connection: Connection, _ statement: Statement, text: [UInt8]?) throws(EngineError) {
        self.connection = connection
        self.statement = statement
        self.text = text
        switch statement {
        case .select, .insert, .update, .delete: try compile()
        default: break
        }
    }

    private func compile() throws(EngineError) {
        let program = try connection.compile(statement, text: text)
        let machine = Machine(program, host: connection)
        for (index, value) in bound where index <= program.parameters.count {
            machine.bind(value, at: index)
        }
        self.machine = machine
        keepsRows = program.changesData
        names = program.columns.map(\.name)
    }

    // MARK: Metadata

    package var columnCount: Int { names.count }
    package func columnName(_ index: Int) -> String { names[index] }
    package var program: Program? { machine?.program }
    package var parameterCount: Int { machine?.program.parameters.count ?? 0 }

    package func parameterIndex(_ name: String) -> Int? {
        machine?.program.parameters.firstIndex(of: name).map { $0 + 1 }
    }

    package func bind(_ value: Value, at index: Int) throws(EngineError) {
        guard index >= 1, index <= parameterCount else {
            throw .sql(.range, "column index out of range")
        }
        bound[index] = value
        machine?.bind(value, at: index)
    }

    // MARK: Running

    /// Goes to the next row; false when there is none.
    package func step() throws(EngineError) -> Bool {
        do {
            return try advance()
        } catch {
            guard connection.isRestarting else { throw error }
        }
        // Nobody else can change the schema now, so this happens once.
        connection.isRestarting = false
        isDone = false
        return try advance()
    }

    private func advance() throws(EngineError) -> Bool {
        if isDone { reset() }
        guard let machine else { return try stepDirect() }
        if !isRunning {
            connection.clearInterrupt()
            try recompileIfStale()
        }
        guard let machine = self.machine ?? Optional(machine) else { return false }
        if machine.program.changesData {
            if nextRow == 0 { try runChange(machine) }
            return showNextRow()
        }
        if !isRunning {
            isRunning = true
            connection.activeReaders += 1
        }
        do {
            if try machine.step() { return true }
        } catch {
            finish()
            try? connection.endStatement()
            throw error
        }
        finish()
        try connection.endStatement()
        return false
    }

    private func recompileIfStale() throws(EngineError) {
        guard let machine else { return }
        for database in connection.databases { try connection.beginReading(database) }
        if connection.schemaVersion != machine.program.schemaVersion { try compile() }
    }

    private func runChange(_ machine: Machine) throws(EngineError) {
        let width = names.count
        connection.notedReferences.removeAll()
        connection.triggerPrograms.removeAll()
        do {
            try connection.changing(
                all: connection.written(by: machine.program), action: { machine.raised }
            ) { () throws(EngineError) in
                try machine.run { machine in
                    rows.append((0..<width).map { Value(machine.column($0)) })
                }
                try connection.settleReferences()
            }
        } catch {
            // What stays in spite of the error was changed; everything else was not.
            let isKept = machine.raised == .fail
            connection.didChange(
                isKept ? machine.changes : 0, inTriggers: isKept ? machine.triggerChanges : 0)
            rows = []
            finish()
            try? connection.endStatement()
            throw error
        }
        connection.didChange(machine.changes, inTriggers: machine.triggerChanges)
        machine.reset()
        try connection.endStatement()
    }

    private func finish() {
        machine?.reset()
        if isRunning {
            isRunning = false
            connection.activeReaders -= 1
        }
        isDone = true
    }

    /// Back to the start; bindings stay.
    package func reset() {
        finish()
        isDone = false
        nextRow = 0
        rows = []
        try? connection.endStatement()
    }

    private func stepDirect() throws(EngineError) -> Bool {
        if nextRow == 0 {
            let result = try connection.run(statement, text: text)
            names = result.columns
            rows = result.rows
        }
        return showNextRow()
    }

    /// Goes to the next of the rows that were kept.
    private func showNextRow() -> Bool {
        guard nextRow < rows.count else {
            isDone = true
            nextRow = 0
            rows = []
            return false
        }
        let row = rows[nextRow]
        let kept = kept.flatMap { $0.width == row.count ? $0 : nil } ?? KeptRow(width: row.count)
        kept.set(row)
        self.kept = kept
        nextRow += 1
        return true
    }

    /// All values of the current row, until the next step.
    package var row: UnsafePointer<ColumnValue> {
        if let machine, !keepsRows { return machine.row }
        return (kept ?? noRow).start
    }

    /// A value of the current row, until the next step.
    package func column(_ index: Int) -> ColumnValue {
        if let machine, !keepsRows { return machine.column(index) }
        return kept?[index] ?? .null
    }
}
