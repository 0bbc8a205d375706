import WCDBStorage

/// Loops whose rows are the result.
extension Machine {
    /// Goes to the next result row; false when the program is done. A loop that does nothing but
    /// read its rows goes on without the program as long as they lie in the same leaf. Hot.
    @inline(__always)
    func next() throws(EngineError) -> Bool {
        switch program.pinned.instructions[position].opcode {
        case .tableYield: if try yieldRow() { return true }
        case .indexYield: if try yieldKey() { return true }
        default: break
        }
        return try step()
    }

    /// False if the program has to go on, from `position`.
    @inline(never)
    private func yieldRow() throws(EngineError) -> Bool {
        try stopIfInterrupted()
        let code = program.pinned.instructions
        let loop = ScanLoop(code, end: position, readCount: Int(code[position].small))
        let slot = slots + loop.cursor
        guard slot.pointee.state != .null, let cursor = slot.pointee.cursor else { return false }
        let values = registers.values
        while cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
            switch slot.pointee.take(loop, into: values, sorters) {
            case .read: return true
            case .out: continue
            case .longer(let place):
                position = place
                return false
            }
        }
        return false
    }

    /// The same for a loop over keys.
    @inline(never)
    private func yieldKey() throws(EngineError) -> Bool {
        try stopIfInterrupted()
        let loop = KeyLoop(program.pinned.instructions, end: position)
        let values = registers.values
        while true {
            let next = indexes.borrow(loop.cursor) { $0.next(in: loop, into: values) } ?? .leafEnds
            switch next {
            case .read: break
            case .leafEnds: return false
            case .beyond:
                position = Int(loop.end.pointee.c)
                return false
            case .longer:
                var place = loop.reads - loop.code
                while place < loop.readsEnd - loop.code { place = try readKey(loop.code, place) }
            }
            guard let seek = loop.seek else { return true }
            // Goes on with the next key if there is no such row.
            if try seekRowOfKey(InstructionPlace(seek)) { continue }
            let slot = slots + Int(seek.pointee.a)
            if slot.pointee.readRow(seek + 1, until: loop.end - 1, into: values) { return true }
            position = seek + 1 - loop.code
            return false
        }
    }
}

/// The parts of a loop that ends with `indexYield`.
///
/// **Always true.** It lies in a pinned program, and is as `FusedScans` wants it.
private struct KeyLoop {
    let code: UnsafePointer<Instruction>
    /// The instruction that goes to the next key.
    let end: UnsafePointer<Instruction>
    /// What asks whether a key lies behind the range that the loop goes through.
    let bound: UnsafePointer<Instruction>?
    let reads: UnsafePointer<Instruction>
    let readsEnd: UnsafePointer<Instruction>
    /// What looks up the row of a key; behind it, what reads that.
    let seek: UnsafePointer<Instruction>?

    @inline(__always)
    init(_ code: UnsafePointer<Instruction>, end: Int) {
        self.code = code
        self.end = code + end
        let first = code + Int(code[end].c)
        let isBound = first.pointee.opcode == .indexBeyond && first.pointee.a == code[end].a
        bound = isBound ? first : nil
        reads = bound == nil ? first : first + 1
        readsEnd = reads + Int(code[end].small)
        seek = readsEnd.pointee.opcode == .seekRowid ? readsEnd : nil
    }

    var cursor: Int { Int(end.pointee.a) }
}

extension IndexCursor {
    /// Where a loop over keys has come to.
    enum Reached {
        /// What it reads of the next key is in the registers.
        case read
        /// The next key takes a longer look.
        case longer
        /// Perhaps the next key lies behind the range.
        case beyond
        /// The next key is in another leaf, and the cursor where it was.
        case leafEnds
    }

    /// Goes to the next key and reads it. Hot.
    @inline(__always)
    fileprivate func next(
        in loop: KeyLoop, into values: UnsafeMutablePointer<ColumnValue>
    ) -> Reached {
        guard nextInLeaf() else { return .leafEnds }
        guard loop.bound == nil || isWithinBound else { return .beyond }
        let count = readPlain(loop.reads, into: values, remembers: false)
        return count == loop.readsEnd - loop.reads ? .read : .longer
    }
}

extension Instruction {
    /// Whether it reads a column or the rowid of the key under a cursor.
    func isKeyRead(of cursor: Int32) -> Bool {
        (opcode == .indexColumn || opcode == .indexRowid) && a == cursor
    }
}
