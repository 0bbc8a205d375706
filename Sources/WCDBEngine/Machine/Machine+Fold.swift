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
        let values = registers.values
        return try finish(scan.loop) { (slot, isAtRow) throws(EngineError) in
            groups.borrow(scan.group) {
                slot.pointee.foldLeaf(scan, into: $0, values, sorters, isAtRow: isAtRow)
            } ?? nil
        }
    }
}

/// The parts of a loop that ends with `tableFold`.
///
/// **Always true.** It lies in a pinned program, and is as `FoldableScans` wants it: behind the
/// reads, with GROUP BY an instruction that finds the row's group; those that give what was read
/// to aggregates.
struct FoldedScan {
    let loop: ScanLoop
    /// With GROUP BY: behind the reads.
    let findsGroup: Bool
    let steps: UnsafePointer<Instruction>

    init(_ code: UnsafePointer<Instruction>, end: Int) {
        loop = ScanLoop(code, end: end)
        let place = loop.readsEnd
        findsGroup = place.pointee.opcode == .groupFind
        steps = findsGroup ? code + Int(place.pointee.c) : place
    }

    var group: Int { Int(steps.pointee.a) }
}

extension TableSlot {
    /// Gives the rows of the leaf that follow to the aggregates, the current one first if nothing
    /// was done with it. Answers where the program goes on with the current row; nil at the end of
    /// the leaf. Hot.
    @inline(__always)
    fileprivate mutating func foldLeaf(
        _ scan: FoldedScan, into groups: GroupTable, _ values: UnsafeMutablePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>, isAtRow: Bool
    ) -> Int? {
        guard let cursor else { return nil }
        let loop = scan.loop
        var isAtRow = isAtRow
        while isAtRow || cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
            isAtRow = false
            switch take(loop, into: values, sorters) {
            case .out: continue
            case .longer(let place): return place
            case .read: break
            }
            if scan.findsGroup, !groups.findKnown(values + Int(loop.readsEnd.pointee.b)) {
                return loop.readsEnd - loop.code
            }
            groups.fold(scan.steps, until: loop.end, values)
        }
        return nil
    }
}
