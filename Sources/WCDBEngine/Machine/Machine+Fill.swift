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
        let isJoin = (loop.end - 1).pointee.opcode == .hashAdd
        return try finish(loop) { (slot, isAtRow) throws(EngineError) in
            try stored { () throws(StorageError) in
                isJoin
                    ? try fill(hashes, loop, slot, isAtRow) {
                        (hash, keys, values) throws(StorageError) in try hash.add(keys, values)
                    }
                    : try fill(sorters, loop, slot, isAtRow) {
                        (sorter, keys, values) throws(StorageError) in
                        try sorter.add(keys: keys, payload: values)
                    }
            }
        }
    }

    /// Adds the rows of a leaf to the one among `receivers` that the last instruction names.
    @inline(__always)
    private func fill<Receiver>(
        _ receivers: borrowing CursorList<Receiver>, _ loop: ScanLoop,
        _ slot: UnsafeMutablePointer<TableSlot>, _ isAtRow: Bool,
        add: (
            Receiver, _ keys: UnsafePointer<ColumnValue>, _ values: UnsafePointer<ColumnValue>
        ) throws(StorageError) -> Void
    ) throws(StorageError) -> Int? {
        let step = loop.end - 1
        let values = registers.values
        return try receivers.borrow(Int(step.pointee.a)) { (receiver) throws(StorageError) in
            try slot.pointee.fillLeaf(loop, values, sorters, isAtRow: isAtRow) {
                () throws(StorageError) in
                try add(
                    receiver, values + Int(step.pointee.b), values + Int(step.pointee.c))
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
        add: () throws(StorageError) -> Void
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
            case .read: try add()
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
