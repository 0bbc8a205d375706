import WCDBStorage

/// Scans that pass over the rows that a sieve leaves out.
extension Machine {
    /// Goes to the next row that the sieve behind a `tableNext` lets pass. Answers where the
    /// program goes on: behind the tests that it has met, at those that have to be made again, or
    /// behind the sieve, if there is no such row. Hot.
    @inline(never)
    func nextSifted(
        _ code: UnsafePointer<Instruction>, _ behind: Int
    ) throws(EngineError) -> Int {
        let tests = code + behind
        let next = tests - 1
        let end = tests + Int(next.pointee.b)
        let slot = slots + Int(next.pointee.a)
        let values = UnsafePointer(registers.values)
        while let cursor = slot.pointee.cursor {
            if !cursor._withUnsafeGuaranteedRef({ $0.nextInLeaf() }) {
                try stopIfInterrupted()
                slot.pointee.state = .unread
                guard try tableNextLeaf(next.pointee) else { break }
            }
            switch slot.pointee.sift(tests, end, values, sorters) {
            case .passes: return Int(tests.pointee.c)
            case .unsure: return Int(next.pointee.c)
            case .fails: continue
            }
        }
        return behind &+ Int(next.pointee.b)
    }
}
