import WCDBStorage

/// Scans whose rows go into a hash table, or look for rows there.
extension Machine {
    /// Goes on from a `tableFill`: puts all rows that follow into the hash table, without an
    /// instruction for any. Answers where the program goes on: at a row that takes a longer look,
    /// or behind the loop. Hot.
    @inline(never)
    func nextFilled(
        _ code: UnsafePointer<Instruction>, _ behind: Int
    ) throws(EngineError) -> Int {
        let loop = ScanLoop(code, end: behind - 1)
        let slot = slots + loop.cursor
        if slot.pointee.state == .null {
            slot.pointee.state = .unread
            return behind &+ loop.testCount
        }
        let hash = Int((loop.end - 1).pointee.a)
        let values = registers.values
        var isAtRow = false
        while true {
            let place = try stored { () throws(StorageError) in
                try hashes.borrow(hash) { (hash) throws(StorageError) in
                    try slot.pointee.fillLeaf(
                        loop, into: hash, values, sorters, isAtRow: isAtRow)
                }
            }
            if let place = place ?? nil { return place }
            guard try enterNextLeaf(loop) else { return behind &+ loop.testCount }
            isAtRow = true
        }
    }

    /// Goes on from a `tableProbe`: passes over the rows that follow until one finds a row in the
    /// hash table. Answers where the program goes on: behind the `hashSeek`, where that would jump
    /// to, at a row that takes a longer look, or behind the loop. Hot.
    @inline(never)
    func nextProbed(
        _ code: UnsafePointer<Instruction>, _ behind: Int
    ) throws(EngineError) -> Int {
        let scan = ProbingScan(ScanLoop(code, end: behind - 1, readCount: 1))
        let slot = slots + scan.loop.cursor
        let values = registers.values
        var isAtRow = false
        if slot.pointee.state == .null {
            slot.pointee.state = .unread
            return behind &+ scan.loop.testCount
        }
        while true {
            let place = try stored { () throws(StorageError) in
                try hashes.borrow(scan.hash) { (hash) throws(StorageError) in
                    slot.pointee.probeLeaf(scan, in: hash, values, sorters, isAtRow: isAtRow)
                }
            }
            if let place = place ?? nil { return place }
            guard try enterNextLeaf(scan.loop) else { return behind &+ scan.loop.testCount }
            isAtRow = true
        }
    }

    /// Goes to the first row of the next leaf; false behind the last one.
    private func enterNextLeaf(_ loop: ScanLoop) throws(EngineError) -> Bool {
        try stopIfInterrupted()
        slots[loop.cursor].state = .unread
        return try tableNextLeaf(loop.end.pointee)
    }
}

/// The parts of a loop that ends with `tableProbe`.
///
/// **Always true.** It is as `JoinScans` wants it: what reads the key, `jumpIfNull`, `hashSeek`.
struct ProbingScan {
    let loop: ScanLoop
    /// The column with the key, or (-1) the rowid.
    let column: Int
    let hash: Int
    /// Where the program goes on with a row whose key is NULL, that finds none, that finds some.
    let ifNull, ifMissing, ifFound: Int
    let endAddress: Int

    init(_ loop: ScanLoop) {
        self.loop = loop
        let (read, jump, seek) = (loop.reads, loop.reads + 1, loop.reads + 2)
        column = read.pointee.opcode == .rowid ? -1 : Int(read.pointee.b)
        hash = Int(seek.pointee.a)
        ifNull = Int(jump.pointee.c)
        ifMissing = Int(seek.pointee.c)
        ifFound = seek + 1 - loop.code
        endAddress = loop.end - loop.code
    }
}

extension TableSlot {
    /// Puts the rows of the leaf that follow into a hash table, the current one first if nothing
    /// was done with it. Answers where the program goes on with the current row; nil at the end of
    /// the leaf. Hot.
    @inline(__always)
    fileprivate mutating func fillLeaf(
        _ loop: ScanLoop, into hash: HashCursor, _ values: UnsafeMutablePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>, isAtRow: Bool
    ) throws(StorageError) -> Int? {
        guard let cursor else { return nil }
        var isAtRow = isAtRow
        while isAtRow || cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
            isAtRow = false
            switch take(loop, into: values, sorters) {
            case .out: continue
            case .longer(let place): return place
            case .read: break
            }
            guard try hash.add(by: loop.readsEnd, values) else {
                return loop.readsEnd - loop.code
            }
        }
        return nil
    }

    /// Passes over the rows of the leaf that follow as long as they find nothing in a hash table,
    /// the current one first if nothing was done with it. Answers where the program goes on with
    /// the current row; nil at the end of the leaf. Hot.
    @inline(__always)
    fileprivate mutating func probeLeaf(
        _ scan: ProbingScan, in hash: HashCursor, _ values: UnsafeMutablePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>, isAtRow: Bool
    ) -> Int? {
        guard let cursor else { return nil }
        let loop = scan.loop
        var isAtRow = isAtRow
        while isAtRow || cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
            isAtRow = false
            state = .unread
            if loop.testCount > 0 {
                switch sift(loop.tests, loop.tests + loop.testCount, values, sorters) {
                case .fails: continue
                case .unsure: return Int(loop.end.pointee.c)
                case .passes: break
                }
            }
            let answer = cursor._withUnsafeGuaranteedRef {
                hash.seek(scan.column, of: &self, at: $0)
            }
            let place =
                switch answer {
                case .found: scan.ifFound
                case .missing: scan.ifMissing
                case .null: scan.ifNull
                case .unknown: loop.reads - loop.code
                }
            if place != scan.endAddress { return place }
        }
        return nil
    }
}

extension HashCursor {
    /// Does the instructions that add the row in the registers; false if one takes a longer look,
    /// and the program does them again. Hot.
    @inline(__always)
    fileprivate func add(
        by steps: UnsafePointer<Instruction>, _ values: UnsafeMutablePointer<ColumnValue>
    ) throws(StorageError) -> Bool {
        var step = steps
        while true {
            let value = values + Int(step.pointee.a)
            switch step.pointee.opcode {
            case .alias: values[Int(step.pointee.b)] = value.pointee
            case .affinity:
                guard step.pointee.small <= 1,
                    Affinity.settles(step.pointee.flag, value.pointee.kind)
                else { return false }
            case .jumpIfNull: if value.pointee.isNull { return true }
            default:
                try add(values + Int(step.pointee.b), values + Int(step.pointee.c))
                return true
            }
            step += 1
        }
    }
}
