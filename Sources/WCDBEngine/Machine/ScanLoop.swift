import WCDBStorage

/// The parts of a loop over a table whose last instruction does all of it for the rows that follow.
///
/// **Always true.** It lies in a pinned program. Behind the tests that its sieve stands for, it
/// begins with the instructions that read the row.
struct ScanLoop {
    let code: UnsafePointer<Instruction>
    /// The instruction that goes to the next row, before its sieve.
    let end: UnsafePointer<Instruction>
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
        reads = code + Int(code[testCount > 0 ? end + 1 : end].c)
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
}

extension Instruction {
    /// Whether it reads a column or the number of the row under a cursor.
    func isRead(of cursor: Int32) -> Bool {
        (opcode == .column || opcode == .rowid) && a == cursor
    }
}

extension Machine {
    /// Goes to the first row of the next leaf; false behind the last one.
    func enterNextLeaf(_ loop: ScanLoop) throws(EngineError) -> Bool {
        try stopIfInterrupted()
        slots[loop.cursor].state = .unread
        return try tableNextLeaf(loop.end.pointee)
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
        if loop.testCount > 0 {
            switch sift(loop.tests, loop.tests + loop.testCount, values, sorters) {
            case .fails: return .out
            case .unsure: return .longer(Int(loop.end.pointee.c))
            case .passes: break
            }
        } else {
            guard let cursor else { return .longer(Int(loop.end.pointee.c)) }
            state = .unread
            _ = begin(cursor._withUnsafeGuaranteedRef { $0.place(ahead: 0) }.payloadInLeaf)
        }
        guard read(loop.reads, until: loop.readsEnd, into: values) else {
            return .longer(loop.reads - loop.code)
        }
        return .read
    }

    /// Does the instructions that read the current row; false if one takes a longer look. Hot.
    /// Requires: the row was begun.
    @inline(__always)
    mutating func read(
        _ reads: UnsafePointer<Instruction>, until end: UnsafePointer<Instruction>,
        into values: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
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
