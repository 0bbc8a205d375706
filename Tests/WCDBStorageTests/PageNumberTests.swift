import Testing

@testable import WCDBStorage

@Suite struct `Page numbers` {
    @Test func `order like their raw values`() { #expect(PageNumber(1) < PageNumber(2)) }

    @Test func `say where their page begins`() {
        #expect(PageNumber(1).offset(pageSize: 512) == 0)
        #expect(PageNumber(.max).offset(pageSize: 32_768) == Int64(UInt32.max - 1) * 32_768)
    }
}
