import WCDBStorage

/// A cursor on an index: seeking by encoded values, and reading them back.
///
/// **Users.** One machine.
final class IndexCursor {
    let schema: IndexSchema
    let table: TableSchema
    let tree: KeyTree
    let cursor: KeyCursor
    /// Those of the schema, and behind them that of the rowid, which ends each key. Not an array:
    /// copying a column out of one would count references.
    let keys: UnsafeMutablePointer<KeyColumn>
    private let forms: UnsafeMutablePointer<PlainKeyForm>
    private let keyCount: Int
    @exclusivity(unchecked) var isNullRow = false
    @exclusivity(unchecked) var encoder = KeyEncoder(capacity: 128)
    /// Key and fixups of an entry that may make way for another one.
    @exclusivity(unchecked) private var earlierEntry = ByteBuffer(capacity: 0)
    /// Where a scan that goes forward ends: the bound, and if keys that begin with the bound are
    /// inside, a byte that puts them before it.
    @exclusivity(unchecked) private var end = ByteBuffer(capacity: 64)
    @exclusivity(unchecked) private var isInclusive = true
    @exclusivity(unchecked) var rowsAhead = RowsAhead(most: RowWarmer.width)
    /// Owned; lent without counting.
    @exclusivity(unchecked) private var warmer: Unmanaged<RowWarmer>?
    /// Reads the columns at the front of the current key as far as their values lie in it.
    @exclusivity(unchecked) private var plain: PlainKeyReader
    /// Reads the others, once `isDecoding`.
    @exclusivity(unchecked) private var decoder = KeyDecoder()
    @exclusivity(unchecked) private var isDecoding = false
    /// The decoder has given values of the current key.
    @exclusivity(unchecked) private var hasDecoded = false
    /// Keeps alive what the tree belongs to.
    private let transaction: Transaction
    /// The transaction's when `tree` was asked for.
    private let generation: Int
    /// Columns of the current key, of which those from `firstDecoded` to `decodedCount` were read:
    /// what lies before the first that is wanted is passed over.
    private let decoded: UnsafeMutablePointer<ColumnValue>
    @exclusivity(unchecked) private var firstDecoded = 0
    @exclusivity(unchecked) private var decodedCount = 0
    /// Behind all columns.
    @exclusivity(unchecked) private var decodedRowid: Int64?

    init(
        _ schema: IndexSchema, of table: TableSchema, _ transaction: Transaction
    ) throws(StorageError) {
        self.schema = schema
        self.table = table
        self.transaction = transaction
        generation = transaction.treeGeneration
        tree = try transaction.keyTree(schema.tree)
        cursor = tree.makeCursor()
        keyCount = schema.keys.count
        keys = .allocate(capacity: keyCount + 1)
        (keys + keyCount).initialize(to: .ascending)
        forms = .allocate(capacity: keyCount)
        for (place, key) in schema.keys.enumerated() {
            (keys + place).initialize(to: key)
            (forms + place).initialize(to: PlainKeyForm(key))
        }
        decoder.verifiesSortKeys = false
        decoder.mayBeginAgain = true
        decoded = .allocate(capacity: max(1, keyCount))
        plain = PlainKeyReader(UnsafeRawBufferPointer(start: nil, count: 0))
    }

    deinit {
        warmer?.release()
        decoded.deallocate()
        keys.deinitialize(count: keyCount + 1)
        keys.deallocate()
        forms.deallocate()
    }

    /// As that of `TableCursor`.
    func reopen() -> Bool {
        guard tree.isInUse(since: generation) else { return false }
        park()
        return true
    }

    /// Stands nowhere until the next run of the program.
    func park() {
        didMove()
        rowsAhead = RowsAhead(most: RowWarmer.width)
        warmer?._withUnsafeGuaranteedRef { $0.forget() }
        cursor.reset()
    }

    func close() { tree.remove(cursor) }

    @inline(__always)
    func didMove() {
        decodedCount = 0
        decodedRowid = nil
        isNullRow = false
    }

    /// Encodes values for a search: of the first columns, and of the rowid behind all of them.
    func encode(_ values: UnsafePointer<ColumnValue>, _ count: Int) {
        encoder.begin()
        for index in 0..<count { encoder.append(values[index], keys[index]) }
    }

    /// Encodes a whole key with its rowid, and what reading it back needs.
    func encodeEntry(_ values: UnsafePointer<ColumnValue>, rowid: Int64) {
        encoder.begin(recordingFixups: true)
        for index in 0..<keyCount { encoder.append(values[index], keys[index]) }
        encoder.appendRowid(rowid)
    }

    /// Exchanges the entry of a row for another one, whose values lie behind those of the first;
    /// nothing happens if the two are the same.
    func replaceEntry(
        _ values: UnsafePointer<ColumnValue>, rowid: Int64
    ) throws(StorageError) {
        encodeEntry(values, rowid: rowid)
        earlierEntry.removeAll()
        earlierEntry.append(encoder.key)
        let size = earlierEntry.count
        earlierEntry.append(encoder.fixups)
        encodeEntry(values + keyCount, rowid: rowid)
        let earlier = earlierEntry.bytes
        let key = UnsafeRawBufferPointer(rebasing: earlier[..<size])
        let fixups = UnsafeRawBufferPointer(rebasing: earlier[size...])
        guard
            key.count != encoder.key.count || fixups.count != encoder.fixups.count
                || ByteOrder.compare(key, encoder.key) != 0
                || ByteOrder.compare(fixups, encoder.fixups) != 0
        else { return }
        _ = try tree.delete(key)
        _ = try tree.insert(encoder.key, encoder.fixups)
    }

    /// Goes to the first key that begins with the values, or (`after`) behind all of those.
    func seek(
        _ values: UnsafePointer<ColumnValue>, _ count: Int, after: Bool
    ) throws(StorageError) -> Bool {
        encode(values, count)
        if after { encoder.appendUpperBound() }
        forgetRows()
        defer { didMove() }
        return try cursor.seek(atOrAfter: encoder.key)
    }

    /// Goes to the last key that begins with the values, or (`before`) lies in front of all of
    /// those.
    func seekBack(
        _ values: UnsafePointer<ColumnValue>, _ count: Int, before: Bool
    ) throws(StorageError) -> Bool {
        encode(values, count)
        if !before { encoder.appendUpperBound() }
        forgetRows()
        defer { didMove() }
        return try cursor.seek(before: encoder.key)
    }

    func setBound(_ values: UnsafePointer<ColumnValue>, _ count: Int, isInclusive: Bool) {
        encode(values, count)
        self.isInclusive = isInclusive
        if isInclusive { encoder.appendUpperBound() }
        end.removeAll()
        end.append(encoder.key)
        cursor.forgetEnd()
    }

    /// Whether it is known that the current key lies inside of the scan. Hot.
    @inline(__always)
    var isWithinBound: Bool { !isNullRow && cursor.isBeforeEnd }

    /// Goes to the next key if it lies in the same leaf; false, and nothing has changed, if not.
    /// Hot.
    @inline(__always)
    func nextInLeaf() -> Bool {
        guard !isNullRow, cursor.nextInLeaf() else { return false }
        decodedCount = 0
        decodedRowid = nil
        return true
    }

    /// Whether the current key lies behind the end of the scan.
    func isBeyondBound() throws(StorageError) -> Bool {
        try cursor.isAtOrBehind(end.bytes)
    }

    /// Whether the current key lies in front of the end of a scan that goes backwards.
    func isBeforeBound() throws(StorageError) -> Bool {
        let key = try cursor.key()
        let bound = UnsafeRawBufferPointer(rebasing: end.bytes.dropLast(isInclusive ? 1 : 0))
        let order = ByteOrder.compare(
            UnsafeRawBufferPointer(rebasing: key.prefix(bound.count)), bound)
        return order < 0 || (order == 0 && !isInclusive)
    }

    func rowid() throws(StorageError) -> Int64 {
        guard decodedCount == keyCount, decodedCount > 0 else {
            return try rowid(in: try cursor.key())
        }
        if let decodedRowid { return decodedRowid }
        let rowid = try nextRowid()
        decodedRowid = rowid
        return rowid
    }

    /// The rowid at the end of a key.
    @inline(__always)
    private func rowid(in key: UnsafeRawBufferPointer) throws(StorageError) -> Int64 {
        var plain = PlainKeyReader(key)
        for index in 0..<keyCount {
            guard plain.next(forms[index]) != nil else {
                return try KeyScan.rowid(of: key, columns: schema.keys)
            }
        }
        if let rowid = plain.nextInteger(), plain.isAtEnd { return rowid }
        return try KeyScan.rowid(of: key, columns: schema.keys)
    }

    private func nextRowid() throws(StorageError) -> Int64 {
        if !isDecoding {
            if let rowid = plain.nextInteger() { return rowid }
            try beginDecoding()
        }
        return try decoder.nextRowid()
    }

    /// A column of the current key, as it was stored. Hot.
    @inline(__always)
    func column(_ index: Int) throws(StorageError) -> ColumnValue {
        index < decodedCount && index >= firstDecoded ? decoded[index] : try decode(to: index)
    }

    /// Does an instruction that reads from the current key, and those right behind it that do too.
    /// Answers how many it did. Hot.
    func readColumns(
        _ code: UnsafePointer<Instruction>, into values: UnsafeMutablePointer<ColumnValue>
    ) throws(StorageError) -> Int {
        if decodedCount == 0 {
            let count = readPlain(code, into: values, remembers: true)
            if count > 0 { return count }
        }
        var place = code
        repeat {
            let target = values + Int(place.pointee.c)
            if place.pointee.opcode == .indexColumn {
                target.pointee = try column(Int(place.pointee.b))
            } else {
                target.pointee = isNullRow ? .null : .integer(try rowid())
            }
            place += 1
        } while place.pointee.isKeyRead(of: code.pointee.a)
        return place - code
    }

    /// The same, straight from the bytes of the key, as far as these are plain ones and the
    /// instructions go from its front to its end. `remembers`: others may follow that read the same
    /// key. Hot. Requires: nothing was read of the key.
    @inline(__always)
    func readPlain(
        _ code: UnsafePointer<Instruction>, into values: UnsafeMutablePointer<ColumnValue>,
        remembers: Bool
    ) -> Int {
        guard !isNullRow, let key = cursor.loneKey() else { return 0 }
        var reader = PlainKeyReader(key)
        let first = code.pointee.opcode == .indexRowid ? 0 : Int(code.pointee.b)
        guard first <= keyCount, reader.skip(first, forms) else { return 0 }
        var index = first
        var place = code
        reading: repeat {
            let isRowid = place.pointee.opcode == .indexRowid
            let wanted = isRowid ? keyCount : Int(place.pointee.b) &+ 1
            guard index < wanted || isRowid, wanted <= keyCount else { break }
            let target = values + Int(place.pointee.c)
            while index < wanted {
                guard let value = reader.next(forms[index]) else { break reading }
                if remembers { decoded[index] = value }
                // Those that are passed over on the way, too: the one that is wanted comes last.
                target.pointee = value
                index &+= 1
            }
            if isRowid {
                var end = reader
                guard let rowid = end.nextInteger(), end.isAtEnd else { break }
                if remembers { decodedRowid = rowid }
                target.pointee = .integer(rowid)
            }
            place += 1
        } while place.pointee.isKeyRead(of: code.pointee.a)
        if remembers {
            firstDecoded = first
            decodedCount = index
            plain = reader
            isDecoding = false
            hasDecoded = false
        }
        return place - code
    }

    private func decode(to index: Int) throws(StorageError) -> ColumnValue {
        guard !isNullRow, index < keyCount else { return .null }
        if decodedCount == 0 {
            hasDecoded = false
            try begin(at: index)
        } else if index < firstDecoded {
            try begin(at: 0)
        }
        while decodedCount <= index {
            decoded[decodedCount] = try nextColumn(decodedCount)
            decodedCount = decodedCount &+ 1
        }
        return decoded[index]
    }

    /// Passes over the columns before `index`. A key is begun twice at most: with the column that
    /// is wanted first, and with its first column once one is wanted that was passed over.
    private func begin(at index: Int) throws(StorageError) {
        firstDecoded = index
        decodedCount = index
        decodedRowid = nil
        if let key = cursor.loneKey() {
            plain = PlainKeyReader(key)
            isDecoding = false
            if plain.skip(index, forms) { return }
        }
        try beginDecoding()
    }

    @inline(__always)
    private func nextColumn(_ index: Int) throws(StorageError) -> ColumnValue {
        if !isDecoding {
            if let value = plain.next(forms[index]) { return value }
            try beginDecoding()
        }
        return try decoder.next(keys[index])
    }

    /// Leaves the rest of the current key to the decoder, which knows what a key alone does not
    /// tell.
    @inline(never)
    private func beginDecoding() throws(StorageError) {
        let entry = try cursor.entry()
        try decoder.begin(key: entry.key, fixups: entry.value, again: hasDecoded)
        hasDecoded = true
        for index in 0..<decodedCount { try decoder.skip(keys[index]) }
        isDecoding = true
    }

    // MARK: Rows that are looked up

    /// Other keys follow, whose rows are not those that were fetched.
    func forgetRows() {
        rowsAhead.begin()
        warmer?._withUnsafeGuaranteedRef { $0.forget() }
    }

    /// Looks up the row of the current key, and fetches those of the next keys if it is time; false
    /// if it has to be searched for. Hot.
    @inline(__always)
    func seekRow(
        _ rowid: Int64, of table: TableCursor, step: Int
    ) throws(StorageError) -> Bool {
        let isThere = try warmer?._withUnsafeGuaranteedRef { warmer in
            Result { () throws(StorageError) in try warmer.seek(rowid, table.cursor) }
        }.get()
        if rowsAhead.isDue() { fetchRows(of: table.tree, step) }
        return isThere == true
    }

    /// Warms the rows that the next keys name, of those in the same leaf.
    @inline(never)
    private func fetchRows(of tree: RowidTree, _ step: Int) {
        guard RowWarmer.isWorthwhile(for: tree) else { return rowsAhead.giveUp() }
        let warmer = warmer(of: tree)
        var count = 0
        while count < rowsAhead.width, let key = cursor.neighbour((count &+ 1) &* step),
            let rowid = try? rowid(in: key)
        {
            warmer.expect(rowid)
            count &+= 1
        }
        guard count > 1 else { return warmer.forget() }
        rowsAhead.didFetch(count, isUseful: warmer.warm())
    }

    private func warmer(of tree: RowidTree) -> RowWarmer {
        if let warmer = self.warmer?.takeUnretainedValue(), warmer.isOf(tree) { return warmer }
        let fresh = RowWarmer(tree)
        self.warmer?.release()
        self.warmer = .passRetained(fresh)
        return fresh
    }

    /// Whether there is a key with these values, whatever its rowid; the cursor stands on it then.
    /// NULLs collide with nothing.
    func findConflict(_ values: UnsafePointer<ColumnValue>) throws(StorageError) -> Bool {
        encode(values, schema.keys.count)
        guard !encoder.containsNull else { return false }
        let isThere = try cursor.seek(atOrAfter: encoder.key)
        didMove()
        guard isThere else { return false }
        return ByteOrder.hasPrefix(try cursor.key(), encoder.key)
    }
}
