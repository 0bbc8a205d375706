import WCDBStorage

/// The parts of a loop over a table whose last instruction does all of it for the rows that follow.
///
/// **Always true.** It lies in a pinned program. Behind the tests that its sieve stands for, or
/// what asks for the end of a range of rowids, it begins with the instructions that read the row.
struct ScanLoop {
    let code: UnsafePointer<Instruction>
    /// The instruction that goes to the next row, before its sieve.
    let end: UnsafePointer<Instruction>
    /// What asks whether a row lies behind the range that the loop goes through.
    let bound: UnsafePointer<Instruction>?
    let reads: UnsafePointer<Instruction>
    let readsEnd: UnsafePointer<Instruction>
    let testCount: Int

    /// `readCount`: how many instructions read the row, where that is known.
    @inline(__always)
    init(_ code: UnsafePointer<Instruction>, end: Int, readCount: Int? = nil) {
        self.code = code
        self.end = code + end
        testCount = Int(code[end].b)
        // Behind the instructions that test the same as the sieve, if there is one.
        let start = code + Int(code[testCount > 0 ? end + 1 : end].c)
        bound = start.pointee.endsRange(of: code[end].a) ? start : nil
        reads = bound == nil ? start : start + 1
        if let readCount {
            readsEnd = reads + readCount
            return
        }
        var place = reads
        while place.pointee.isRead(of: code[end].a) { place += 1 }
        readsEnd = place
    }

    var cursor: Int { Int(end.pointee.a) }
    var tests: UnsafePointer<Instruction> { end + 1 }
    /// The address behind the sieve.
    var behind: Int { tests - code + testCount }
}

extension Instruction {
    /// Whether it reads a column or the number of the row under a cursor.
    func isRead(of cursor: Int32) -> Bool {
        (opcode == .column || opcode == .rowid) && a == cursor
    }

    /// Whether it leaves a loop over the rows of a cursor, behind the last one that is wanted.
    func endsRange(of cursor: Int32) -> Bool { opcode == .rowidBeyond && a == cursor }
}

extension Machine {
    /// Does the work of a loop for all rows that follow. `work` does it for those of one leaf, the
    /// current one first if nothing was done with it, and answers where the program goes on; nil at
    /// the end of the leaf. Answers that, or the place behind the loop. Hot.
    @inline(__always)
    func finish(
        _ loop: ScanLoop,
        _ work: (UnsafeMutablePointer<TableSlot>, _ isAtRow: Bool) throws(EngineError) -> Int?
    ) throws(EngineError) -> Int {
        let slot = slots + loop.cursor
        if slot.pointee.state == .null {
            slot.pointee.state = .unread
            return loop.behind
        }
        var isAtRow = false
        while true {
            if let place = try work(slot, isAtRow) { return place }
            try stopIfInterrupted()
            slot.pointee.state = .unread
            guard try tableNextLeaf(loop.end.pointee) else { return loop.behind }
            isAtRow = true
        }
    }
}

extension TableSlot {
    /// What has become of a row that a loop comes to.
    enum Taken {
        /// What the loop reads of it is in the registers.
        case read
        /// The loop leaves it out.
        case out
        /// It takes a longer look: the program goes on with it at this address.
        case longer(Int)
    }

    /// Tests and reads the current row. Hot.
    @inline(__always)
    mutating func take(
        _ loop: ScanLoop, into values: UnsafeMutablePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>
    ) -> Taken {
        if let outcome = refusal(loop, values, sorters) { return outcome }
        let isRead = readRow(loop.reads, until: loop.readsEnd, into: values)
        return isRead ? .read : .longer(loop.reads - loop.code)
    }

    /// What has become of the current row, if it lies behind the range or does not pass the sieve.
    /// Hot.
    @inline(__always)
    mutating func refusal(
        _ loop: ScanLoop, _ values: UnsafePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>
    ) -> Taken? {
        state = .unread
        if let bound = loop.bound, !isWithin(bound, values) {
            return .longer(bound - loop.code)
        }
        guard loop.testCount > 0 else { return nil }
        return switch sift(loop.tests, loop.tests + loop.testCount, values, sorters) {
        case .fails: .out
        case .unsure: .longer(Int(loop.end.pointee.c))
        case .passes: nil
        }
    }

    /// Whether it is known that the current row lies before the end of a range. Hot.
    @inline(__always)
    private func isWithin(
        _ bound: UnsafePointer<Instruction>, _ values: UnsafePointer<ColumnValue>
    ) -> Bool {
        let end = values[Int(bound.pointee.b)]
        guard case .integer = end.kind, let cursor else { return false }
        let rowid = cursor._withUnsafeGuaranteedRef { $0.rowid }
        return !Machine.holds(bound.pointee.flag, rowid > end.integer, rowid < end.integer)
    }

    /// Does the instructions that read the current row; false if one takes a longer look. Hot.
    @inline(__always)
    mutating func readRow(
        _ reads: UnsafePointer<Instruction>, until end: UnsafePointer<Instruction>,
        into values: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        if state == .unread {
            guard let cursor else { return false }
            _ = begin(cursor._withUnsafeGuaranteedRef { $0.place(ahead: 0) }.payloadInLeaf)
        }
        guard state == .fitting, let base = row.baseAddress else {
            return readAny(reads, until: end, into: values)
        }
        var place = reads
        while place < end {
            let target = values + Int(place.pointee.c)
            if place.pointee.opcode == .rowid {
                guard let cursor else { return false }
                target.pointee = .integer(cursor._withUnsafeGuaranteedRef { $0.rowid })
            } else if !readShaped(Int(place.pointee.b), of: base, into: target) {
                return readAny(place, until: end, into: values)
            }
            place += 1
        }
        return true
    }

    /// The same for rows of any shape.
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
