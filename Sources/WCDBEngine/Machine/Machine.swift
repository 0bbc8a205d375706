package import WCDBSQL
package import WCDBStorage

/// Runs programs: registers, cursors, and where it is.
///
/// **Users.** One statement, one thread.
package final class Machine {
    let program: Program
    let host: any MachineHost
    let registers: Registers
    let constants: UnsafeMutablePointer<ColumnValue>
    private let constantBytes: UnsafeMutableRawPointer
    @exclusivity(unchecked) var parameters: [Value]
    @exclusivity(unchecked) var position = 0
    @exclusivity(unchecked) var onceDone: [Bool]
    @exclusivity(unchecked) var tables: [TableCursor?]
    @exclusivity(unchecked) var indexes: [IndexCursor?]
    @exclusivity(unchecked) var rows: [RowsCursor?]
    @exclusivity(unchecked) var sets: [SetCursor?]
    @exclusivity(unchecked) var hashes: [HashCursor?]
    @exclusivity(unchecked) var sorters: [Sorter?]
    @exclusivity(unchecked) var groups: [GroupTable?]
    /// Few programs have any.
    @exclusivity(unchecked) var queues: [Int: RowQueue] = [:]
    @exclusivity(unchecked) var windows: [Int: WindowTable] = [:]
    @exclusivity(unchecked) var scratch = ByteBuffer(capacity: 128)
    /// Texts that stand for columns younger than their rows.
    @exclusivity(unchecked) var fallbackBytes = ByteBuffer(capacity: 32)
    @exclusivity(unchecked) var context: FunctionContext
    @exclusivity(unchecked) var writer = RecordWriter()
    /// The columns of the current result row.
    @exclusivity(unchecked) var resultStart: Int32 = 0
    /// What the error that was thrown last asks for.
    @exclusivity(unchecked) package internal(set) var raised = ConflictAction.abort
    /// Rows that were changed.
    @exclusivity(unchecked) package var changes: Int64 = 0
    /// Rows that triggers and foreign keys changed.
    @exclusivity(unchecked) var triggerChanges: Int64 = 0
    /// The call of a trigger that the program waits for.
    @exclusivity(unchecked) var call: Instruction?
    /// The program of a trigger ended because the row is to be left alone.
    @exclusivity(unchecked) var isAbandoned = false

    package init(_ program: Program, host: any MachineHost) {
        self.program = program
        self.host = host
        registers = Registers(count: program.registerCount)
        parameters = Array(repeating: .null, count: program.parameters.count)
        onceDone = Array(repeating: false, count: program.onceCount)
        let count = program.cursorCount
        tables = Array(repeating: nil, count: count)
        indexes = Array(repeating: nil, count: count)
        rows = Array(repeating: nil, count: count)
        sets = Array(repeating: nil, count: count)
        hashes = Array(repeating: nil, count: count)
        sorters = Array(repeating: nil, count: count)
        groups = Array(repeating: nil, count: count)
        context = FunctionContext(environment: host.environment)
        (constants, constantBytes) = Machine.pin(program.constants)
    }

    deinit {
        closeCursors()
        constants.deallocate()
        constantBytes.deallocate()
    }

    /// Lays the constants of a program out as plain values.
    private static func pin(
        _ values: [Value]
    ) -> (UnsafeMutablePointer<ColumnValue>, UnsafeMutableRawPointer) {
        var size = 0
        for value in values {
            if case .text(let bytes) = value { size += bytes.count }
            if case .blob(let bytes) = value { size += bytes.count }
        }
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(1, size), alignment: 8)
        let plain = UnsafeMutablePointer<ColumnValue>.allocate(capacity: max(1, values.count))
        var offset = 0
        for (index, value) in values.enumerated() {
            let copy = value.withColumnValue { value in
                guard value.isBytes else { return value }
                let target = bytes + offset
                if let base = value.bytes.baseAddress {
                    target.copyMemory(from: base, byteCount: value.bytes.count)
                }
                offset += value.bytes.count
                return value.kind == .text
                    ? .text(target, count: value.bytes.count)
                    : .blob(target, count: value.bytes.count)
            }
            (plain + index).initialize(to: copy)
        }
        return (plain, bytes)
    }

    // MARK: From outside

    package func bind(_ value: Value, at index: Int) { parameters[index - 1] = value }

    /// A column of the current row, until the next step.
    package func column(_ index: Int) -> ColumnValue {
        registers[resultStart + Int32(index)]
    }

    /// All columns of the current row, until the next step.
    package var row: UnsafePointer<ColumnValue> { row(resultStart) }

    /// Back to the start, with the same parameters.
    package func reset() {
        closeCursors()
        position = 0
        changes = 0
        triggerChanges = 0
        raised = .abort
        call = nil
        isAbandoned = false
        for index in onceDone.indices { onceDone[index] = false }
    }

    private func closeCursors() {
        if !queues.isEmpty { queues.removeAll() }
        if !windows.isEmpty { windows.removeAll() }
        for index in tables.indices {
            tables[index]?.close()
            tables[index] = nil
            indexes[index]?.close()
            indexes[index] = nil
            rows[index] = nil
            sets[index] = nil
            hashes[index] = nil
            sorters[index] = nil
            groups[index] = nil
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
    var isInterrupted: Bool { get }
    func didInsert(rowid: Int64)
    /// Of programs that count their rows.
    func didVisitRow()
    func defaultValue(_ column: Int, of table: TableSchema) -> Value
    func nextAutoIncrement(_ table: TableSchema, above: Int64) throws(EngineError) -> Int64
    func didUseRowid(_ rowid: Int64, _ table: TableSchema) throws(EngineError)
    var lastInsertRowID: Int64 { get }
    func program(for call: TriggerCall) throws(EngineError) -> Program
    func note(_ reference: ForeignReference, key: [Value])
    /// The rows that a function in FROM has for some arguments.
    func rows(
        of function: TableFunctionSchema, _ arguments: [Value]
    ) throws(EngineError) -> [[Value]]
}
