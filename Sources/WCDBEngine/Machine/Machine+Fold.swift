import WCDBStorage

/// Scans whose rows go into aggregates, and nowhere else.
extension Machine {
    /// Goes on from a `tableFold`: what its loop does with a row is done here for all that follow,
    /// without an instruction of their own. Answers where the program goes on: at a row that takes
    /// a longer look, or behind the loop. Hot.
    @inline(never)
    func nextFolded(
        _ code: UnsafePointer<Instruction>, _ behind: Int
    ) throws(EngineError) -> Int {
        let scan = FoldedScan(code, end: behind - 1)
        let slot = slots + scan.cursor
        if slot.pointee.state == .null {
            slot.pointee.state = .unread
            return behind &+ scan.testCount
        }
        let values = registers.values
        var isAtRow = false
        while true {
            let outcome = groups.borrow(scan.group) {
                slot.pointee.foldLeaf(scan, into: $0, values, sorters, isAtRow: isAtRow)
            }
            switch outcome {
            case .row(let place): return place
            case .endOfLeaf, nil: break
            }
            try stopIfInterrupted()
            slot.pointee.state = .unread
            guard try tableNextLeaf(scan.end.pointee) else { return behind &+ scan.testCount }
            isAtRow = true
        }
    }
}

/// The parts of a loop that ends with `tableFold`.
///
/// **Always true.** It lies in a pinned program, and is as `FoldableScans` wants it: instructions
/// that read the row, with GROUP BY one that finds its group, those that give what was read to
/// aggregates, the `tableFold`, its sieve.
struct FoldedScan {
    let code: UnsafePointer<Instruction>
    /// The `tableFold`, behind the steps.
    let end: UnsafePointer<Instruction>
    let reads: UnsafePointer<Instruction>
    let readsEnd: UnsafePointer<Instruction>
    /// With GROUP BY: at `readsEnd`.
    let findsGroup: Bool
    let steps: UnsafePointer<Instruction>
    let testCount: Int

    init(_ code: UnsafePointer<Instruction>, end: Int) {
        self.code = code
        self.end = code + end
        testCount = Int(code[end].b)
        // Behind the instructions that test the same as the sieve, if there is one.
        reads = code + Int(code[testCount > 0 ? end + 1 : end].c)
        var place = reads
        while place.pointee.opcode != .groupStep, place.pointee.opcode != .groupFind { place += 1 }
        readsEnd = place
        findsGroup = place.pointee.opcode == .groupFind
        steps = findsGroup ? code + Int(place.pointee.c) : place
    }

    var cursor: Int { Int(end.pointee.a) }
    var group: Int { Int(steps.pointee.a) }
    var tests: UnsafePointer<Instruction> { end + 1 }
}

extension TableSlot {
    enum FoldOutcome {
        /// The program goes on with the current row, at this address.
        case row(Int)
        case endOfLeaf
    }

    /// Gives the rows of the leaf that follow to the aggregates, the current one first if nothing
    /// was done with it. Hot.
    @inline(__always)
    fileprivate mutating func foldLeaf(
        _ scan: FoldedScan, into groups: GroupTable, _ values: UnsafeMutablePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>, isAtRow: Bool
    ) -> FoldOutcome {
        guard let cursor else { return .endOfLeaf }
        var isAtRow = isAtRow
        while isAtRow || cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
            isAtRow = false
            if scan.testCount > 0 {
                switch sift(scan.tests, scan.tests + scan.testCount, values, sorters) {
                case .fails: continue
                case .unsure: return .row(Int(scan.end.pointee.c))
                case .passes: break
                }
            } else {
                state = .unread
                _ = begin(cursor._withUnsafeGuaranteedRef { $0.place(ahead: 0) }.payloadInLeaf)
            }
            guard read(scan.reads, until: scan.readsEnd, into: values) else {
                return .row(scan.reads - scan.code)
            }
            if scan.findsGroup, !groups.findKnown(values + Int(scan.readsEnd.pointee.b)) {
                return .row(scan.readsEnd - scan.code)
            }
            groups.fold(scan.steps, until: scan.end, values)
        }
        return .endOfLeaf
    }

    /// Does the instructions that read the current row; false if one takes a longer look. Hot.
    @inline(__always)
    private mutating func read(
        _ reads: UnsafePointer<Instruction>, until end: UnsafePointer<Instruction>,
        into values: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        guard state == .fitting, let base = row.baseAddress else {
            return readAny(reads, until: end, into: values)
        }
        var place = reads
        while place < end {
            guard place.pointee.opcode == .column,
                readShaped(
                    Int(place.pointee.b), of: base, into: values + Int(place.pointee.c))
            else { return readAny(place, until: end, into: values) }
            place += 1
        }
        return true
    }

    /// The same for rows of any shape, and for their numbers.
    @inline(never)
    private mutating func readAny(
        _ reads: UnsafePointer<Instruction>, until end: UnsafePointer<Instruction>,
        into values: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        var place = reads
        while place < end {
            if place.pointee.opcode == .rowid {
                guard let cursor else { return false }
                let rowid = cursor._withUnsafeGuaranteedRef { $0.rowid }
                values[Int(place.pointee.c)] = .integer(rowid)
                place += 1
                continue
            }
            let count = readColumns(place, into: values)
            if count == 0 { return false }
            place += count
        }
        return true
    }
}
