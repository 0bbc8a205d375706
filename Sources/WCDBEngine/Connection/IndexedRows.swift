import WCDBSQL
import WCDBStorage

/// The entries that an index must have: one for each row of its table that has a place in it.
///
///     let rows = try IndexedRows(index, table, connection)
///     while let rowid = try rows.next() {
///         rows.encoder.appendRowid(rowid)
///         … rows.encoder.key …
///     }
///     rows.end()
///
/// **Users.** Whoever fills or checks one index, one thread. `end` comes last.
final class IndexedRows {
    /// Where the values come from.
    private enum Source {
        /// They are stored.
        case scan(ColumnScan)
        /// Some are computed, or some rows left out.
        case program(Machine)
    }

    private let source: Source
    /// Not an array: copying one out of that would retain its collation for each value.
    private let keys: UnsafeMutableBufferPointer<KeyColumn>
    /// No key asks its column what the bytes of a value are.
    private let arePlain: Bool
    /// Has the key of the current row, whose rowid the caller appends. Changed by the calls of this
    /// class and its caller only, none of which comes back to another.
    @exclusivity(unchecked) var encoder = KeyEncoder(capacity: 128)

    init(
        _ index: IndexSchema, _ table: TableSchema, _ connection: Connection
    ) throws(EngineError) {
        source =
            if let columns = IndexedRows.storedColumns(index, table) {
                .scan(try ColumnScan(columns, of: table, connection))
            } else {
                .program(try IndexedRows.machine(index, table, connection))
            }
        arePlain = index.keys.allSatisfy(\.isPlain)
        keys = .allocate(capacity: index.keys.count)
        _ = keys.initialize(from: index.keys)
    }

    deinit {
        keys.deinitialize()
        keys.deallocate()
    }

    /// The columns of an index that has all rows, if none of its values is computed.
    private static func storedColumns(_ index: IndexSchema, _ table: TableSchema) -> [Int]? {
        guard index.condition == nil else { return nil }
        var columns: [Int] = []
        for column in index.columns {
            guard case .column(let number) = column.content, !table.columns[number].isVirtual
            else { return nil }
            columns.append(number)
        }
        return columns
    }

    private static func machine(
        _ index: IndexSchema, _ table: TableSchema, _ connection: Connection
    ) throws(EngineError) -> Machine {
        let program = try StackSpace.withRoom { () throws(EngineError) in
            let binder = connection.makeBinder()
            defer { binder.releaseSources() }
            var compiler = Compiler(functions: connection.functions)
            try compiler.compileRows(of: index, of: table, binder: binder)
            compiler.program.emit(.halt)
            compiler.program.finish()
            return Program(
                compiler.program, columns: [], parameters: [],
                schemaVersion: connection.schemaVersion)
        }
        return Machine(program, host: connection)
    }

    func end() {
        switch source {
        case .scan(let scan): scan.end()
        case .program(let machine): machine.reset()
        }
    }

    /// Goes back before the first row.
    func rewind() {
        switch source {
        case .scan(let scan): scan.rewind()
        case .program(let machine): machine.reset()
        }
    }

    @inline(never)
    private func appendKeys(of scan: ColumnScan) throws(EngineError) {
        for position in keys.indices {
            encoder.append(try scan.value(position), keys[position])
        }
    }

    /// Makes the key of the next row in `encoder`, and answers its rowid; nil behind the last.
    func next() throws(EngineError) -> Int64? {
        switch source {
        case .scan(let scan): try next(of: scan)
        case .program(let machine): try next(of: machine)
        }
    }

    /// Makes the keys of the rows that are left, one after another, and hands out their rowids.
    /// Hot: what the rows come from is asked once, as asking counts a reference.
    @inline(__always)
    func forEach(_ body: (Int64) throws -> Void) throws {
        switch source {
        case .scan(let scan): while let rowid = try next(of: scan) { try body(rowid) }
        case .program(let machine): while let rowid = try next(of: machine) { try body(rowid) }
        }
    }

    @inline(__always)
    private func next(of scan: ColumnScan) throws(EngineError) -> Int64? {
        guard try scan.next() else { return nil }
        encoder.begin(recordingFixups: true)
        guard arePlain else {
            try appendKeys(of: scan)
            return scan.rowid
        }
        for position in keys.indices { encoder.appendPlain(try scan.value(position)) }
        return scan.rowid
    }

    private func next(of machine: Machine) throws(EngineError) -> Int64? {
        guard try machine.step() else { return nil }
        encoder.begin(recordingFixups: true)
        for position in keys.indices { encoder.append(machine.column(position), keys[position]) }
        return machine.column(keys.count).integer
    }
}
