import Foundation
import Testing
import WCDBSwift

/// Values convert as their table says, and never trap.
@Suite struct `WINQ values` {
    @Test func `integers`() {
        let value = Value(Int64(1) << 40 | 7)
        #expect(value.intValue == 1 << 40 | 7 && value.int32Value == 7)
        #expect(value.doubleValue == 1_099_511_627_783 && value.stringValue == "1099511627783")
        #expect(value.dataValue == Data("1099511627783".utf8) && value.type == .integer64)
    }

    @Test func `numbers beyond the bounds`() {
        #expect(Value(Double.nan).intValue == 0)
        #expect(Value(Double.infinity).int64Value == .max)
        #expect(Value(-Double.infinity).int64Value == .min)
        #expect(Value("-12").int32Value == -12 && Value("99999999999").int32Value == 0)
        #expect(Value(1e300).int32Value == .max && Value(-1e300).int32Value == .min)
        #expect(Value(-1.9).intValue == -1 && Value(9.2e18).int64Value == 9_200_000_000_000_000_000)
        #expect(
            Value(2147483647.5).int32Value == .max && Value(2147483646.5).int32Value == .max - 1)
    }

    @Test func `texts, bytes and nothing`() {
        #expect(Value("12").intValue == 12 && Value("12a").intValue == 0)
        #expect(Value("1.5").doubleValue == 1.5 && Value("x").doubleValue == 0)
        #expect(Value(Data([0x61])).stringValue == "a" && Value(Data([0xFF])).stringValue == "")
        #expect(Value(Data([0x31])).intValue == 0)
        #expect(Value(nil).type == .null && Value().stringValue == "" && Value().intValue == 0)
        #expect(Value([1, 2]).dataValue == Data("[1,2]".utf8))
        #expect([Int](with: Value(Data("[1,2]".utf8))) == [1, 2] && [Int](with: Value()) == nil)
    }

    @Test func `unsigned integers by their bits`() {
        #expect(Value(UInt32.max).int32Value == -1 && UInt32(with: Value(Int32(-1))) == .max)
        #expect(Value(UInt64.max).int64Value == -1 && UInt64(with: Value(Int64(-1))) == .max)
        let rows: MultiRowsValue = [[Value("a"), Value(Int32(2))]]
        #expect(rows[row: 0, column: 1].intValue == 2 && rows[row: 0].count == 2)
    }
}
