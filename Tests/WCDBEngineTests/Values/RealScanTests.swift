import Testing

@testable import WCDBEngine

@Suite struct `Reals from text` {
    private func scan(_ text: String) -> RealScan {
        var text = text
        return text.withUTF8 { bytes in RealScan(ByteView(UnsafeRawBufferPointer(bytes))) }
    }

    /// The value is read while the text still lies where the scan saw it.
    private func value(_ text: String) -> Double {
        var text = text
        return text.withUTF8 { RealScan(ByteView(UnsafeRawBufferPointer($0))).value }
    }

    @Test(arguments: [
        ("12", RealScan.Extent.integer), (" 12 ", .integer), ("1.", .real), (".5", .real),
        ("1e5", .real), ("1.5e+5 ", .real), ("1e", .other), ("1.5e", .realPrefix),
        ("1.5x", .realPrefix), ("1e5x", .realPrefix), ("12x", .other), ("", .other), ("-", .other),
        (".", .other), (".e1", .other), ("0x10", .other), ("inf", .other), ("1 2", .other),
        ("\t\n\u{B}\u{C}\r1", .integer), ("--1", .other), ("+1", .integer), ("1\u{0}", .other),
    ])
    func `say how much of the text is a number`(text: String, extent: RealScan.Extent) {
        #expect(scan(text).extent == extent)
    }

    /// Ties, neighbours of ties, ends of the range, decimals that shorter methods get wrong.
    @Test(arguments: [
        "0", "-0.0", "1e-400", "1e400", "-1e400", "4.9e-324", "2.4703282292062327e-324",
        "2.4703282292062328e-324", "2.2250738585072011e-308", "2.2250738585072012e-308",
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308",
        "9007199254740993", "9007199254740992.999999999999999999999", "9007199254740995",
        "9007199254740993.00000000000000000000000000000001", "8.5e22", "1e23", "1e-23",
        "6.8294e-110", "123456789012345678901234567890", "0.1", "0.30000000000000004",
        "3.518437208883201171875e13", "62.5364939768271845828", "8.10109172351e-10",
        "1.50000000000000011102230246251565404", "179769313486231570814527423731704356798070e267",
        "0.000000000000000000000000000000000000000000000000000000000001e60", "10000000000000000000",
        "1090544144181609348671888949248", "1090544144181609348835077142190",
    ])
    func `are the nearest ones`(text: String) {
        #expect(value(text).bitPattern == Double(text)?.bitPattern)
    }

    @Test func `are nearest with a thousand digits`() {
        // Half of the smallest real, exactly, and then a little more.
        let digits = "24703282292062327208299252304126"
        #expect(value("0." + String(repeating: "0", count: 323) + digits) == 0)
        let zeros = String(repeating: "0", count: 2_000)
        #expect(value("9007199254740993." + zeros) == 9_007_199_254_740_992)
        #expect(value("9007199254740993." + zeros + "1") == 9_007_199_254_740_994)
        #expect(value("1" + zeros + "e-2000") == 1)
        #expect(value("0." + zeros + "1e2001") == 1)
        #expect(value("1e99999999999999999999") == .infinity)
        #expect(value("1e-99999999999999999999") == 0)
    }

    @Test func `come back from their shortest text`() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let real = Double(bitPattern: state ^ state >> 29)
            guard real.isFinite else { continue }
            #expect(value("\(real)") == real)
        }
    }
}

@Suite struct `Integers from text` {
    private func scan(_ text: String) -> IntegerScan {
        var text = text
        return text.withUTF8 { IntegerScan(ByteView(UnsafeRawBufferPointer($0))) }
    }

    @Test(arguments: [
        ("12", Int64(12), IntegerScan.Extent.whole), (" -5 ", -5, .whole), ("-5x", -5, .prefix),
        ("1e3", 1, .prefix), ("12.9", 12, .prefix), ("", 0, .none), ("x", 0, .none),
        ("0x1F", 0, .prefix), ("9223372036854775807", .max, .whole),
        ("9223372036854775808", .max, .overflow), ("-9223372036854775808", .min, .whole),
        ("-9223372036854775809", .min, .overflow), ("99999999999999999999999", .max, .overflow),
        ("18446744073709551617", .max, .overflow), ("000000000000000000000000012", 12, .whole),
    ])
    func `are the longest prefix`(text: String, value: Int64, extent: IntegerScan.Extent) {
        #expect(scan(text).value == value && scan(text).extent == extent)
    }
}
