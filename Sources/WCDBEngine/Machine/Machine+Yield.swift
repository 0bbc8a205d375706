import WCDBStorage

/// Scans whose rows are the result.
extension Machine {
    /// Goes to the next result row; false when the program is done. A scan that does nothing but
    /// read its rows goes on without the program as long as they lie in the same leaf. Hot.
    @inline(__always)
    func next() throws(EngineError) -> Bool {
        if program.pinned.instructions[position].opcode == .tableYield, try yieldNext() {
            return true
        }
        return try step()
    }

    /// False if the program has to go on, from `position`.
    @inline(never)
    private func yieldNext() throws(EngineError) -> Bool {
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
}
