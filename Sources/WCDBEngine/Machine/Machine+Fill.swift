import WCDBStorage

/// Scans whose rows go into a hash table or a sorter, and nowhere else.
extension Machine {
    /// Goes on from a `tableFill`: adds all rows that follow, without an instruction for any.
    /// Answers where the program goes on: at a row that takes a longer look, or behind the loop.
    /// Hot.
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
        let last = (loop.end - 1).pointee
        var isAtRow = false
        while true {
            let place = try stored { () throws(StorageError) in
                last.opcode == .hashAdd
                    ? try fillHash(Int(last.a), loop, isAtRow: isAtRow)
                    : try fillSorter(Int(last.a), loop, isAtRow: isAtRow)
            }
            if let place { return place }
            guard try enterNextLeaf(loop) else { return behind &+ loop.testCount }
            isAtRow = true
        }
    }

    private func fillHash(
        _ number: Int, _ loop: ScanLoop, isAtRow: Bool
    ) throws(StorageError) -> Int? {
        let values = registers.values
        return try hashes.borrow(number) { (hash) throws(StorageError) in
            try slots[loop.cursor].fillLeaf(loop, values, sorters, isAtRow: isAtRow) {
                (step) throws(StorageError) in
                try hash.add(values + Int(step.pointee.b), values + Int(step.pointee.c))
            }
        } ?? nil
    }

    private func fillSorter(
        _ number: Int, _ loop: ScanLoop, isAtRow: Bool
    ) throws(StorageError) -> Int? {
        let values = registers.values
        return try sorters.borrow(number) { (sorter) throws(StorageError) in
            try slots[loop.cursor].fillLeaf(loop, values, sorters, isAtRow: isAtRow) {
                (step) throws(StorageError) in
                try sorter.add(
                    keys: values + Int(step.pointee.b), payload: values + Int(step.pointee.c))
            }
        } ?? nil
    }
}

extension TableSlot {
    /// Adds the rows of the leaf that follow, the current one first if nothing was done with it.
    /// Answers where the program goes on with the current row; nil at the end of the leaf. Hot.
    @inline(__always)
    fileprivate mutating func fillLeaf(
        _ loop: ScanLoop, _ values: UnsafeMutablePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>, isAtRow: Bool,
        add: (UnsafePointer<Instruction>) throws(StorageError) -> Void
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
            switch TableSlot.prepare(loop, values) {
            case .read: try add(loop.end - 1)
            case .out: continue
            case .longer(let place): return place
            }
        }
        return nil
    }

    /// Does the steps between what reads a row and what adds it. If one takes a longer look, the
    /// program does all of them again. Hot.
    @inline(__always)
    private static func prepare(
        _ loop: ScanLoop, _ values: UnsafeMutablePointer<ColumnValue>
    ) -> Taken {
        var step = loop.readsEnd
        while step < loop.end - 1 {
            let value = values + Int(step.pointee.a)
            switch step.pointee.opcode {
            case .alias: values[Int(step.pointee.b)] = value.pointee
            case .jumpIfNull: if value.pointee.isNull { return .out }
            default:
                guard step.pointee.small <= 1,
                    Affinity.settles(step.pointee.flag, value.pointee.kind)
                else { return .longer(loop.readsEnd - loop.code) }
            }
            step += 1
        }
        return .read
    }
}
