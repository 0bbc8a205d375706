import WCDBStorage

/// Scans whose rows look for others in a hash table.
extension Machine {
    /// Goes on from a `tableProbe`: passes over the rows that follow until one finds a row in the
    /// hash table. Answers where the program goes on: behind the `hashSeek`, where that would jump
    /// to, at a row that takes a longer look, or behind the loop. Hot.
    @inline(never)
    func nextProbed(
        _ code: UnsafePointer<Instruction>, _ behind: Int
    ) throws(EngineError) -> Int {
        let scan = ProbingScan(ScanLoop(code, end: behind - 1, readCount: 1))
        let values = registers.values
        return try finish(scan.loop) { (slot, isAtRow) throws(EngineError) in
            try stored { () throws(StorageError) in
                try hashes.borrow(scan.hash) { (hash) throws(StorageError) in
                    try slot.pointee.probeLeaf(
                        scan, in: hash, values, sorters, isAtRow: isAtRow)
                } ?? nil
            }
        }
    }
}

/// The parts of a loop that ends with `tableProbe`.
///
/// **Always true.** It is as `FusedScans` wants it: what reads the key, `jumpIfNull`, `hashSeek`.
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
    /// Passes over the rows of the leaf that follow as long as they find nothing in a hash table,
    /// the current one first if nothing was done with it. Answers where the program goes on with
    /// the current row; nil at the end of the leaf. Hot.
    @inline(__always)
    fileprivate mutating func probeLeaf(
        _ scan: ProbingScan, in hash: HashCursor, _ values: UnsafeMutablePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>, isAtRow: Bool
    ) throws(StorageError) -> Int? {
        guard let cursor else { return nil }
        var isAtRow = isAtRow
        while isAtRow || cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
            isAtRow = false
            switch refusal(scan.loop, values, sorters) {
            case .out: continue
            case .longer(let place): return place
            case .read, nil: break
            }
            let answer = cursor._withUnsafeGuaranteedRef {
                hash.seek(scan.column, of: &self, at: $0)
            }
            let place =
                switch answer {
                case .found: scan.ifFound
                case .missing: scan.ifMissing
                case .null: scan.ifNull
                case .unknown: try probe(scan, in: hash, values)
                }
            if place != scan.endAddress { return place }
        }
        return nil
    }

    /// Looks for what the current row finds by a key that is not a small integer, as `hashSeek`
    /// does. Answers where the program goes on.
    @inline(never)
    private mutating func probe(
        _ scan: ProbingScan, in hash: HashCursor, _ values: UnsafeMutablePointer<ColumnValue>
    ) throws(StorageError) -> Int {
        let loop = scan.loop
        guard readRow(loop.reads, until: loop.readsEnd, into: values) else {
            return loop.reads - loop.code
        }
        let key = values + Int(loop.reads.pointee.c)
        if key.pointee.isNull { return scan.ifNull }
        return try hash.seek(key) ? scan.ifFound : scan.ifMissing
    }
}
