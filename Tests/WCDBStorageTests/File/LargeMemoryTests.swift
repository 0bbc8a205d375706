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
}
