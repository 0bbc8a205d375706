import Testing

@testable import WCDBStorage

@Suite struct `Memory for what is large` {
    /// `hex(zeroblob(400000000))` ended the process where the system had no such memory.
    @Test func `is asked for before it is taken`() {
        #expect(LargeMemory.canHave(byteCount: 0))
        #expect(LargeMemory.canHave(byteCount: 4 << 20))
        // More than any machine has addresses for.
        #expect(!LargeMemory.canHave(byteCount: 1 << 60))
    }

    /// A copy of a value, or a row, was made without asking.
    @Test func `is asked for by rows, which are no longer than values`() throws {
        try RecordWriter.admit(4 << 20)
        let tooLong = #expect(throws: StorageError.self) {
            try RecordWriter.admit(1_000_000_001)
        }
        guard case .limit = tooLong else {
            Issue.record("not a limit: \(String(describing: tooLong))")
            return
        }
        #expect(throws: StorageError.noMemory) { try LargeMemory.admit(byteCount: 1 << 60) }
    }
}
