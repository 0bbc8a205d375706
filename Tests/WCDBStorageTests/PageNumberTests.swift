import Testing

@testable import WCDBStorage

@Suite struct `Page numbers` {
    @Test func `order like their raw values`() { #expect(PageNumber(1) < PageNumber(2)) }
}
