import WCDBStorage

/// Some stored columns of all rows of a table, read in order without a program.
///
///     let scan = try ColumnScan([2, 5], of: table, host)
///     while try scan.next() { let value = try scan.value(0) … }
///     scan.end()
///
/// **Users.** One thread, while nobody changes the table. `end` comes last.
final class ColumnScan {
    private let host: any MachineHost
    private let columns: UnsafeMutableBufferPointer<Int>
    private let slot: UnsafeMutablePointer<TableSlot>
    private let table: TableCursor
    private var hasBegun = false

    /// Requires: none of the columns is virtual.
    init(
        _ columns: [Int], of table: TableSchema, _ host: any MachineHost
    ) throws(EngineError) {
        self.host = host
        let transaction = try host.transaction(table.database)
        let slot = UnsafeMutablePointer<TableSlot>.allocate(capacity: 1)
        // An address that is never read.
        slot.initialize(to: TableSlot(empty: UnsafeRawPointer(slot)))
        do throws(StorageError) {
            self.table = try TableCursor(table, transaction, slot)
        } catch {
            slot.deinitialize(count: 1)
            slot.deallocate()
            throw .storage(error)
        }
        for column in columns where column != self.table.rowidColumn {
            slot.pointee.shapes.extend(to: column)
        }
        self.slot = slot
        self.columns = .allocate(capacity: columns.count)
        _ = self.columns.initialize(from: columns)
    }

    deinit {
        slot.deinitialize(count: 1)
        slot.deallocate()
        columns.deallocate()
    }

    func end() { table.close() }

    /// Goes back before the first row.
    func rewind() {
        table.park()
        hasBegun = false
    }

    /// Goes to the next row; false behind the last one. Hot.
    @inline(__always)
    func next() throws(EngineError) -> Bool {
        slot.pointee.state = .unread
        guard table.cursor.nextInLeaf() else { return try nextLeaf() }
        _ = slot.pointee.begin(table.cursor.place(ahead: 0).payloadInLeaf)
        return true
    }

    @inline(never)
    private func nextLeaf() throws(EngineError) -> Bool {
        if host.interruption.isSet { throw .storage(.interrupted) }
        do throws(StorageError) {
            guard try hasBegun ? table.cursor.next() : table.cursor.first() else { return false }
        } catch {
            throw .storage(error)
        }
        hasBegun = true
        _ = slot.pointee.begin(table.cursor.place(ahead: 0).payloadInLeaf)
        return true
    }

    /// The number of the current row.
    var rowid: Int64 { table.cursor.rowid }

    /// The value of the column at `position` among those that are read; its bytes are good until
    /// the next row. Hot.
    @inline(__always)
    func value(_ position: Int) throws(EngineError) -> ColumnValue {
        let column = columns[position]
        if column == table.rowidColumn { return .integer(rowid) }
        var value = ColumnValue.null
        if slot.pointee.read(column, into: &value) { return value }
        return try longValue(column)
    }

    @inline(never)
    private func longValue(_ column: Int) throws(EngineError) -> ColumnValue {
        do throws(StorageError) {
            if let value = try table.column(column) { return value }
        } catch {
            throw .storage(error)
        }
        return table.missingColumn(column, host: host)
    }
}

extension TableSlot {
    /// Reads a column of the current row; false if it takes a longer look. Hot.
    @inline(__always)
    fileprivate mutating func read(
        _ column: Int, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        if state == .fitting, let base = row.baseAddress {
            return readShaped(column, of: base, into: target)
        }
        guard state == .read else { return false }
        if record.read(column, into: target) { return true }
        record.rewind()
        return false
    }
}
