import WCDBStorage

/// Instructions that run once per row of a loop. Each answers whether to jump, where it may.
extension Machine {
    /// Jumps if there is no such row. Hot.
    func seekRowid(_ i: InstructionPlace) throws(EngineError) -> Bool {
        guard registers[i.b].kind == .integer else { return try stepRare(i.instruction) }
        let rowid = registers[i.b].integer
        if i.flag != 0 { return try seekRowOfKey(i) }
        return try stored { () throws(StorageError) in
            try tables.borrow(Int(i.a)) { (table) throws(StorageError) in
                table.didMove()
                // New rows mostly come behind all others.
                if table.tree.isBehindAll(rowid) { return true }
                return try false == table.cursor.seek(rowid)
            } ?? true
        }
    }

    /// The same within a scan of an index, which knows the rows that come next. Hot.
    func seekRowOfKey(_ i: InstructionPlace) throws(EngineError) -> Bool {
        let rowid = registers[i.b].integer
        return try stored { () throws(StorageError) in
            try tables.borrow(Int(i.a)) { (table) throws(StorageError) in
                table.didMove()
                let step = i.flag == ScanFlag.forwards ? 1 : -1
                let isThere = try indexes.borrow(Int(i.small) &- 1) {
                    (index) throws(StorageError) in
                    try index.seekRow(rowid, of: table, step: step)
                }
                if isThere == true { return false }
                return try false == table.cursor.seek(rowid)
            } ?? true
        }
    }

    /// Jumps if there is another key.
    func indexNext(_ i: InstructionPlace) throws(EngineError) -> Bool {
        try stored { () throws(StorageError) in
            try indexes.borrow(Int(i.a)) { (index) throws(StorageError) in
                if index.isNullRow {
                    index.isNullRow = false
                    return false
                }
                let isThere = try index.cursor.next()
                index.didMove()
                return isThere
            } ?? false
        }
    }

    func isBeyondBound(_ i: InstructionPlace) throws(EngineError) -> Bool {
        try stored { () throws(StorageError) in
            try indexes.borrow(Int(i.a)) { (index) throws(StorageError) in
                try index.isNullRow ? false : index.isBeyondBound()
            } ?? false
        }
    }

    /// Does the instruction at `place`, which reads from a key, and those right behind it that read
    /// from the same one. Answers where the program goes on. Hot.
    func readKey(_ code: UnsafePointer<Instruction>, _ place: Int) throws(EngineError) -> Int {
        let count = try stored { () throws(StorageError) in
            try indexes.borrow(Int(code[place].a)) { (index) throws(StorageError) in
                try index.readColumns(code + place, into: registers.values)
            }
        }
        if let count { return place &+ count }
        registers[code[place].c] = .null
        return place &+ 1
    }

    func rowsNext(_ i: InstructionPlace) throws(EngineError) -> Bool {
        try stored { () throws(StorageError) in
            try rows.borrow(Int(i.a)) { (rows) throws(StorageError) in try rows.next() } ?? false
        }
    }

    /// Of a store of rows.
    func rowsColumn(_ i: InstructionPlace) throws(EngineError) {
        let found = try stored { () throws(StorageError) in
            try rows.borrow(Int(i.a)) { (rows) throws(StorageError) -> (ColumnValue, Bool) in
                guard rows.isShared else { return (rows.column(Int(i.b)), false) }
                return (try rows.sharedColumn(Int(i.b)), true)
            }
        }
        guard let (value, isShared) = found else { return }
        if isShared {
            // Whoever reads the same rows next moves the memory that this value is in.
            try registers.own(value, i.c)
        } else {
            registers[i.c] = value
        }
    }

    /// Goes to the first row of `json_each` or `json_tree`; jumps if there is none.
    func jsonFirst(_ i: Instruction) throws(EngineError) -> Bool {
        let cursor = Int(i.a)
        if jsonRows[cursor] == nil {
            jsonRows[cursor] = JSONRows(isTree: i.has(InstructionFlag.wholeTree))
        }
        let json = i.small > 0 ? registers[i.b] : .null
        let place = i.small > 1 ? registers[i.b &+ 1] : ColumnValue(.text, ByteView("$"))
        return try jsonRows.borrow(cursor) { (rows) throws(EngineError) in
            try false == rows.first(json, at: place)
        } ?? true
    }

    func rowsAppend(_ i: Instruction) throws(EngineError) {
        _ = try stored { () throws(StorageError) in
            try rows.borrow(Int(i.a)) { (rows) throws(StorageError) in
                _ = try rows.store.append(row(i.b))
            }
        }
    }

    func hashAdd(_ i: InstructionPlace) throws(EngineError) {
        _ = try stored { () throws(StorageError) in
            try hashes.borrow(Int(i.a)) { (hash) throws(StorageError) in
                try hash.add(row(i.b), row(i.c))
            }
        }
    }

    /// Jumps if no row has these keys. Within a scan of a table that has them in a column, the keys
    /// of the rows that come next are known.
    func hashSeek(_ i: InstructionPlace) throws(EngineError) -> Bool {
        try stored { () throws(StorageError) in
            try hashes.borrow(Int(i.a)) { (hash) throws(StorageError) in
                if i.small > 0, let isThere = seekAhead(i, in: hash) { return !isThere }
                return try false == hash.seek(row(i.b))
            } ?? true
        }
    }

    /// Nil if it takes a longer look.
    private func seekAhead(_ i: InstructionPlace, in hash: HashCursor) -> Bool? {
        let slot = slots + (Int(i.small) &- 1)
        guard let cursor = slot.pointee.cursor else { return nil }
        let answer = cursor._withUnsafeGuaranteedRef {
            hash.seek(Int(i.flag) &- 1, of: &slot.pointee, at: $0)
        }
        return switch answer {
        case .found: true
        case .missing: false
        case .null, .unknown: nil
        }
    }

    func hashNext(_ i: InstructionPlace) throws(EngineError) -> Bool {
        try stored { () throws(StorageError) in
            try hashes.borrow(Int(i.a)) { (hash) throws(StorageError) in try hash.next() } ?? false
        }
    }

    /// Jumps if the row was there already.
    func setInsert(_ i: InstructionPlace) throws(EngineError) -> Bool {
        try stored { () throws(StorageError) in
            try sets.borrow(Int(i.a)) { (set) throws(StorageError) in
                try false == set.insert(row(i.b))
            } ?? false
        }
    }

    func sorterAdd(_ i: InstructionPlace) throws(EngineError) {
        _ = try stored { () throws(StorageError) in
            try sorters.borrow(Int(i.a)) { (sorter) throws(StorageError) in
                if i.has(InstructionFlag.admitted) {
                    try sorter.addAdmitted(payload: row(i.c))
                } else {
                    try sorter.add(keys: row(i.b), payload: row(i.c))
                }
            }
        }
    }

    /// Jumps behind the last row.
    func sorterNext(_ i: InstructionPlace) throws(EngineError) -> Bool {
        try stored { () throws(StorageError) in
            try sorters.borrow(Int(i.a)) { (sorter) throws(StorageError) in
                try false == sorter.next()
            } ?? true
        }
    }

    // MARK: Rows of VALUES

    /// Puts the next row into registers; false if there is none.
    func nextValues(_ i: InstructionPlace) -> Bool {
        let start = registers[i.a].integer
        guard start < registers[i.a &+ 1].integer else { return false }
        let count = Int(i.small)
        let row =
            i.flag == NextValuesFlag.parameters
            ? UnsafePointer(parameters.values) + Int(start &- 1)
            : program.pinned.constants + Int(start)
        (registers.values + Int(i.b)).update(from: row, count: count)
        registers[i.a] = .integer(start &+ Int64(count))
        return true
    }
}
