import WCDBStorage

/// Where a table's cursor stands, in plain memory of its machine: what the loop reads of each row
/// without touching an object.
///
/// **Always true.** `cursor` and `defaults` are nil, or objects that the machine's table cursor of
/// the same number keeps alive. While `state` is `.fitting` or `.read`, the page of the row under
/// the cursor is pinned until the cursor moves or the tree changes.
struct TableSlot: ~Copyable {
    enum State: UInt8 {
        /// There is no cursor, or it stands on a row nobody has looked into.
        case unread
        /// `shapes` reads `row`.
        case fitting
        /// `record` reads the row.
        case read
        /// A row of NULLs stands for the one that was not found.
        case null
    }

    var cursor: Unmanaged<RowidCursor>?
    var state = State.unread
    var row: UnsafeRawBufferPointer
    var shapes = RowShapes()
    var record: RowReader
    /// For columns that rows lack, once one did.
    var defaults: Unmanaged<ColumnDefaults>?

    /// `place` is any address: nothing is read there.
    init(empty place: UnsafeRawPointer) {
        row = UnsafeRawBufferPointer(start: place, count: 0)
        record = RowReader(empty: place)
    }

    /// Does an instruction that reads a column of the current row, and those right behind it that
    /// read others of the same cursor. Answers how many it did: none if the first one needs a
    /// longer look. Hot: a function of its own, so that what it works with stays in the processor.
    @inline(never)
    mutating func readColumns(
        _ code: UnsafePointer<Instruction>, into values: UnsafeMutablePointer<ColumnValue>
    ) -> Int {
        if state == .unread {
            guard let cursor else { return 0 }
            let payload = cursor._withUnsafeGuaranteedRef { $0.place(ahead: 0) }.payloadInLeaf
            guard begin(payload) else { return 0 }
        }
        if state == .fitting {
            let count = readFitting(code, into: values)
            if count > 0 { return count }
            shapes.extend(to: Int(code.pointee.b))
            guard beginReading() else { return 0 }
        }
        return state == .read ? readWalking(code, into: values) : 0
    }

    /// Gets ready to read columns of a row, or of the part of it that lies in its leaf; false if
    /// that has not the codes of all columns. Hot.
    @inline(__always)
    mutating func begin(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard payload.count > 0 else { return false }
        row = payload
        guard shapes.find(payload) else { return beginReading() }
        state = .fitting
        return true
    }

    @inline(__always)
    private mutating func readFitting(
        _ code: UnsafePointer<Instruction>, into values: UnsafeMutablePointer<ColumnValue>
    ) -> Int {
        guard let row = row.baseAddress else { return 0 }
        let number = code.pointee.a
        var place = code
        repeat {
            let target = values + Int(place.pointee.c)
            let column = Int(place.pointee.b)
            guard readShaped(column, of: row, into: target) else { break }
            place += 1
        } while place.pointee.opcode == .column && place.pointee.a == number
        return place - code
    }

    /// Reads a column of a row that begins at `row` and whose shape was found; false if it takes a
    /// longer look. Hot. Changes nothing, but is `mutating`, as is what it calls: only so is the
    /// slot not copied to be handed on.
    @inline(__always)
    mutating func readShaped(
        _ column: Int, of row: UnsafeRawPointer, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        shapes.read(column, of: row, into: target)
            || shapes.lacks(column) && readDefault(column, into: target)
    }

    /// How many rows follow the current one in its leaf.
    var rowsLeftInLeaf: Int {
        cursor.map { $0._withUnsafeGuaranteedRef { $0.rowsLeftInLeaf } } ?? 0
    }

    /// Reads a column of the row `step` rows further on, or (-1) its rowid; false if it takes a
    /// longer look. What is known of the current row stays. Requires: the cursor stands on a row,
    /// and as many are left.
    @inline(__always)
    mutating func read(
        _ column: Int, ahead step: Int, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        guard let cursor else { return false }
        if column < 0 {
            target.pointee = .integer(cursor._withUnsafeGuaranteedRef { $0.rowid(ahead: step) })
            return true
        }
        let payload = cursor._withUnsafeGuaranteedRef { $0.place(ahead: step) }.payloadInLeaf
        return shapes.readOther(column, of: payload, into: target)
    }

    /// Reads a column that is younger than the row; false if its default is not known here.
    @inline(never)
    private mutating func readDefault(
        _ column: Int, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        guard let defaults else { return false }
        return defaults._withUnsafeGuaranteedRef { defaults in
            guard column >= defaults.start else { return false }
            target.pointee = defaults.value(of: column)
            return true
        }
    }

    /// False if the row is no record.
    @inline(never)
    private mutating func beginReading() -> Bool {
        guard let found = try? RowReader(row) else { return false }
        if state == .unread { shapes.consider(row, found) }
        record = found
        state = .read
        return true
    }

    /// The same as `readFitting` for rows of any shape.
    @inline(never)
    private mutating func readWalking(
        _ code: UnsafePointer<Instruction>, into values: UnsafeMutablePointer<ColumnValue>
    ) -> Int {
        var reader = record
        let number = code.pointee.a
        var count = 0
        repeat {
            let column = Int(code[count].b)
            let target = values + Int(code[count].c)
            let place = reader.place
            let isRead =
                column < reader.columnCount
                ? reader.read(column, into: target) : readDefault(column, into: target)
            guard isRead else {
                reader.place = place
                break
            }
            count = count &+ 1
        } while code[count].opcode == .column && code[count].a == number
        record = reader
        return count
    }
}

/// A cursor on a table, with the columns of its row found as far as they were asked for.
///
/// **Users.** One machine, whose slot of the same number it fills.
final class TableCursor {
    let schema: TableSchema
    let tree: RowidTree
    let cursor: RowidCursor
    /// The column that is the rowid, which no record repeats; -1 if there is none.
    let rowidColumn: Int
    /// The number of columns, if the records hold all of the others; else -1.
    let storedWidth: Int
    private let slot: UnsafeMutablePointer<TableSlot>
    private var defaults: ColumnDefaults?
    /// Keeps alive what the tree belongs to.
    private let transaction: Transaction
    /// The transaction's when `tree` was asked for.
    private let generation: Int

    init(
        _ schema: TableSchema, _ transaction: Transaction,
        _ slot: UnsafeMutablePointer<TableSlot>
    ) throws(StorageError) {
        self.schema = schema
        rowidColumn = schema.rowidColumn ?? -1
        storedWidth = schema.hasVirtual ? -1 : schema.columns.count
        self.slot = slot
        self.transaction = transaction
        generation = transaction.treeGeneration
        tree = try transaction.rowidTree(schema.tree)
        cursor = tree.makeCursor()
        slot.pointee.cursor = Unmanaged.passUnretained(cursor)
        slot.pointee.state = .unread
    }

    /// Gets ready for another run of the program; false if its tree is not the one in use any more.
    func reopen() -> Bool {
        guard tree.isInUse(since: generation) else { return false }
        park()
        return true
    }

    /// Stands nowhere until the next run of the program.
    func park() {
        didMove()
        cursor.reset()
        cursor.forgetRow()
    }

    func close() {
        slot.pointee.cursor = nil
        slot.pointee.defaults = nil
        slot.pointee.state = .unread
        tree.remove(cursor)
    }

    var isNullRow: Bool {
        get { slot.pointee.state == .null }
        set { slot.pointee.state = newValue ? .null : .unread }
    }

    /// The cursor stands on another row, or its row changed.
    @inline(__always)
    func didMove() {
        switch slot.pointee.state {
        case .fitting, .read: cursor.wantRows()
        case .unread, .null: break
        }
        slot.pointee.state = .unread
    }

    /// The default of a column that the current row lacks, good as long as this cursor. Requires:
    /// `column` has just answered that there is none.
    func missingColumn(_ index: Int, host: any MachineHost) -> ColumnValue {
        let start = min(slot.pointee.record.columnCount, index)
        let known = defaults.flatMap { $0.start <= start ? $0 : nil }
        let defaults =
            known ?? ColumnDefaults(of: schema, from: start, earlier: defaults, host: host)
        self.defaults = defaults
        slot.pointee.defaults = Unmanaged.passUnretained(defaults)
        return defaults.value(of: index)
    }

    /// A column of the current row, or as much of it as is asked for; nil if the row is older than
    /// the column.
    func column(
        _ index: Int, _ part: ValuePart = .whole
    ) throws(StorageError) -> ColumnValue? {
        do {
            guard try beginReading() else { return .null }
            let length = cursor.payloadLength
            let known = slot.pointee.record.byteCount
            if known < length, index < slot.pointee.record.columnCount {
                let (value, end) = try slot.pointee.record.outline(of: index, part)
                if let value, end <= length { return value }
                if end > known {
                    let start = slot.pointee.record.start
                    slot.pointee.record.extend(
                        to: try cursor.payload(upTo: min(end, length), knowing: start))
                }
            }
            return try slot.pointee.record.column(at: index)
        } catch .corrupt(let corruption) {
            throw .corrupt(
                Corruption(
                    .record, tree: schema.tree, "row \(cursor.rowid): \(corruption.detail)"))
        }
    }

    /// Has the slot's reader read the row; false if that is one of NULLs.
    private func beginReading() throws(StorageError) -> Bool {
        switch slot.pointee.state {
        case .null: return false
        case .read: break
        case .unread, .fitting:
            slot.pointee.record = try readerInLeaf()
            slot.pointee.state = .read
        }
        return true
    }

    /// What reads the part of the row that lies in its leaf, if the codes of all columns do.
    private func readerInLeaf() throws(StorageError) -> RowReader {
        let part = cursor.place(ahead: 0).payloadInLeaf
        do {
            return try RowReader(part)
        } catch {
            guard part.count < cursor.payloadLength else { throw error }
            return try RowReader(try cursor.payload())
        }
    }
}
