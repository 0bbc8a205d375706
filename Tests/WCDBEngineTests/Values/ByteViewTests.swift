import Testing

@testable import WCDBEngine

@Suite struct `Byte views` {
    @Test func `read as zero outside`() {
        let view = ByteView("abc")
        #expect(view[0] == 0x61 && view[3] == 0 && view[-1] == 0)
        #expect(view[1, 99].count == 2 && view[5, 2].isEmpty && view.dropFirst(4).isEmpty)
    }
}
