package import WCDBSQL
package import WCDBStorage

/// Runs programs: registers, cursors, and where it is.
///
/// **Users.** One statement, one thread.
package final class Machine {
    let program: Program
    /// Whoever runs a machine keeps its connection; machines that wait in the cache must not.
    unowned(unsafe) let host: any MachineHost
    let interruption: InterruptFlag
    let registers: Registers
    /// The values of parameters, with bytes of their own. Programs never change them.
    let parameters: Registers
    let parameterCount: Int
    /// Where the tables' cursors stand, by their numbers.
    let slots: UnsafeMutablePointer<TableSlot>
    private let cursorCount: Int
    @exclusivity(unchecked) var position = 0
    /// Whether a cursor may have been opened since the last reset.
    @exclusivity(unchecked) var isOpen = false
    @exclusivity(unchecked) var onceDone: [Bool]
    let tables: CursorList<TableCursor>
    let indexes: CursorList<IndexCursor>
    let rows: CursorList<RowsCursor>
    let jsonRows: CursorList<JSONRows>
    let sets: CursorList<SetCursor>
    let hashes: CursorList<HashCursor>
    let sorters: CursorList<Sorter>
    let groups: CursorList<GroupTable>
    /// Few programs have any.
    @exclusivity(unchecked) var queues: [Int: RowQueue] = [:]
    @exclusivity(unchecked) var windows: [Int: WindowTable] = [:]
    @exclusivity(unchecked) var scratch = ByteBuffer(capacity: 128)
    @exclusivity(unchecked) var context: FunctionContext
    @exclusivity(unchecked) var writer = RecordWriter()
    /// The columns of the current result row.
    @exclusivity(unchecked) var resultStart: Int32 = 0
    /// What the error that was thrown last asks for.
    @exclusivity(unchecked) package internal(set) var raised = ConflictAction.abort
    /// Rows that were changed.
    @exclusivity(unchecked) package var changes: Int64 = 0
    /// Something was written, perhaps but a part of a row.
    @exclusivity(unchecked) var hasWritten = false
    /// The call of a trigger that the program waits for, and where it goes on if the trigger says
    /// to leave the row alone.
    @exclusivity(unchecked) var call: TriggerSite?
    @exclusivity(unchecked) var skip = 0
    /// The machines of the triggers, once there was a call.
    @exclusivity(unchecked) var callees: TriggerMachines?
    /// The program of a trigger ended because the row is to be left alone.
    @exclusivity(unchecked) var isAbandoned = false

    package init(_ program: Program, host: any MachineHost) {
        self.program = program
        self.host = host
        interruption = host.interruption
        registers = Registers(count: program.registerCount)
        parameterCount = program.parameters.count
        parameters = Registers(count: parameterCount)
        cursorCount = program.cursorCount
        slots = .allocate(capacity: max(1, cursorCount))
        for index in 0..<max(1, cursorCount) {
            (slots + index).initialize(to: TableSlot(empty: UnsafeRawPointer(slots)))
        }
        onceDone = Array(repeating: false, count: program.onceCount)
        let count = program.cursorCount
        tables = CursorList(count: count)
        indexes = CursorList(count: count)
        rows = CursorList(count: count)
        jsonRows = CursorList(count: count)
        sets = CursorList(count: count)
        hashes = CursorList(count: count)
        sorters = CursorList(count: count)
        groups = CursorList(count: count)
        context = FunctionContext(environment: host.environment)
    }

    deinit {
        close()
        slots.deinitialize(count: max(1, cursorCount))
        slots.deallocate()
    }

    // MARK: From outside

    /// Requires: `1 <= index <= parameterCount`, and the program is not running.
    @inline(__always)
    package func bind(_ value: ColumnValue, at index: Int) -> Result<Void, EngineError> {
        Result { () throws(EngineError) in
            try parameters.own(value, Int32(truncatingIfNeeded: index &- 1))
        }
    }

    /// The first parameters. Requires: there are as many, and the program is not running.
    func bind(_ values: UnsafeBufferPointer<ColumnValue>) -> Result<Void, EngineError> {
        for index in values.indices {
            let outcome = bind(values[index], at: index &+ 1)
            if case .failure = outcome { return outcome }
        }
        return .success(())
    }

    /// Takes over what was bound to another machine of the same statement.
    func takeParameters(of other: Machine) throws(EngineError) {
        let count = min(parameterCount, other.parameterCount)
        for index in 0..<Int32(truncatingIfNeeded: count) {
            try parameters.own(other.parameters[index], index)
        }
    }

    func clearParameters() {
        for index in 0..<Int32(truncatingIfNeeded: parameterCount) {
            parameters[index] = .null
        }
        parameters.rest()
    }

    /// A column of the current row, until the next step.
    package func column(_ index: Int) -> ColumnValue {
        registers[resultStart + Int32(index)]
    }

    /// All columns of the current row, until the next step.
    package var row: UnsafePointer<ColumnValue> { row(resultStart) }

    /// Puts a row, or NULLs, where the last result row was: `row` as it was then. Requires: it does
    /// not run any more.
    func put(
        _ values: UnsafePointer<ColumnValue>?, count: Int, at row: UnsafePointer<ColumnValue>
    ) {
        let place = registers.values + (row - UnsafePointer(registers.values))
        for index in 0..<count { place[index] = values.map { $0[index] } ?? .null }
    }

    /// Back to the start, with the same parameters. Cursors of tables and indexes wait for the next
    /// run: to make one costs more than to find a row with it.
    package func reset() {
        parkCursors()
        context.endStatement()
        position = 0
        changes = 0
        hasWritten = false
        raised = .abort
        call = nil
        isAbandoned = false
        if program.onceCount > 0 {
            for index in onceDone.indices { onceDone[index] = false }
        }
    }

    private func parkCursors() {
        guard isOpen else { return }
        isOpen = false
        if !queues.isEmpty { queues.removeAll() }
        if !windows.isEmpty { windows.removeAll() }
        for index in tables.indices {
            tables.borrow(index) { $0.park() }
            indexes.borrow(index) { $0.park() }
            rows.clear(index)
            jsonRows.clear(index)
            sets.clear(index)
            hashes.clear(index)
            sorters.clear(index)
            groups.clear(index)
        }
        registers.rest()
        writer.rest()
        if scratch.capacity > LargeMemory.mostKept { scratch = ByteBuffer(capacity: 128) }
    }

    /// Lets go of everything, for a wait whose end nobody knows.
    func close() {
        reset()
        callees = nil
        for index in tables.indices.reversed() {
            tables.borrow(index) { $0.close() }
            tables.clear(index)
            indexes.borrow(index) { $0.close() }
            indexes.clear(index)
        }
    }

    /// Where the values of a row of registers begin.
    @inline(__always)
    func row(_ first: Int32) -> UnsafePointer<ColumnValue> {
        UnsafePointer(registers.values + Int(first))
    }
}

/// What a machine needs of the connection it works for.
package protocol MachineHost: AnyObject {
    func transaction(_ database: Int) throws(EngineError) -> Transaction
    var environment: FunctionEnvironment { get }
    var functions: FunctionRegistry { get }
    var scratchSpace: ScratchSpace { get }
    /// Whether somebody wants the statement to stop.
    var interruption: InterruptFlag { get }
    func didInsert(rowid: Int64)
    /// Of programs that count their rows.
    func didVisitRow()
    func defaultValue(_ column: Int, of table: TableSchema) -> Value
    func nextAutoIncrement(_ table: TableSchema, above: Int64) throws(EngineError) -> Int64
    func didUseRowid(_ rowid: Int64, _ table: TableSchema) throws(EngineError)
    var lastInsertRowID: Int64 { get }
    var changeCount: Int64 { get }
    /// A statement, or a step of a trigger, has changed so many rows.
    func didChange(_ count: Int64)
    /// A trigger is over: counts and numbers are those from before it.
    func forgetStep(changeCount: Int64, lastInsertRowID: Int64)
    /// So many rows more, or fewer, refer to nothing.
    func countBroken(_ count: Int, isDeferred: Bool)
    func hasNoneBroken(isDeferred: Bool) -> Bool
    /// Puts the rows that a function in FROM has for some arguments into `row`, one by one.
    func makeRows(
        of function: TableFunctionSchema, _ arguments: [Value],
        into row: UnsafeMutablePointer<ColumnValue>, _ take: () throws(EngineError) -> Void
    ) throws(EngineError)
}
