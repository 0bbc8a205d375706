import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Reals as text` {
    private func text(_ value: Double) -> String {
        var buffer = ByteBuffer()
        RealText.append(value, to: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    private static let plain: [(Double, String)] = [
        (0.1, "0.1"), (1 / 3.0, "0.333333333333333"), (2 / 3.0, "0.666666666666667"),
        (100, "100.0"), (1e15, "1.0e+15"), (123_456_789_012_345, "123456789012345.0"),
        (1_234_567_890_123_456, "1.23456789012346e+15"), (999_999_999_999_999.9, "1.0e+15"),
        (0.0001, "0.0001"), (0.00001, "1.0e-05"), (1e22, "1.0e+22"), (1.5e300, "1.5e+300"),
        (.leastNonzeroMagnitude, "4.94065645841247e-324"),
        (.greatestFiniteMagnitude, "1.79769313486232e+308"),
        (9_007_199_254_740_992, "9.00719925474099e+15"), (0.30000000000000004, "0.3"),
        (2.5e-7, "2.5e-07"), (.infinity, "Inf"), (-.infinity, "-Inf"), (-0.0, "0.0"),
        (-1.5, "-1.5"), (1e20, "1.0e+20"), (-3, "-3.0"),
    ]

    @Test(arguments: plain)
    func `have fifteen digits`(value: Double, expected: String) {
        #expect(text(value) == expected)
    }

    private static let formats: [(Double, RealText.Style, Int, Bool, String)] = [
        (2.675, RealText.Style.fixed, 2, false, "2.68"),
        (0.1, .general, 17, true, "0.10000000000000001"),
        (0.1, .fixed, 20, false, "0.10000000000000000000"),
        (0.1, .fixed, 20, true, "0.10000000000000000556"),
        (0.1 + 0.2, .exponential, 20, true, "3.00000000000000044408e-01"),
        (1e20, .fixed, 6, false, "100000000000000000000.000000"), (0.5, .fixed, 0, false, "1"),
        (1.5, .fixed, 0, false, "2"), (0.25, .fixed, 1, false, "0.3"),
        (99.55, .fixed, 1, false, "99.6"),
        (12345.678, .exponential, 6, false, "1.234568e+04"),
        (9.9999, .exponential, 2, false, "1.00e+01"),
        (100_000, .general, 6, false, "100000"), (1_000_000, .general, 6, false, "1e+06"),
        (0, .exponential, 3, false, "0.000e+00"), (1e-10, .fixed, 3, false, "0.000"),
    ]

    @Test(arguments: formats)
    func `follow their format`(
        value: Double, style: RealText.Style, precision: Int, isExact: Bool, expected: String
    ) {
        var format = RealText(style, precision: precision)
        format.isExact = isExact
        var buffer = ByteBuffer()
        format.append(magnitude: value, to: &buffer)
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        (Int64(0), "0"), (-1, "-1"), (.min, "-9223372036854775808"), (.max, "9223372036854775807"),
    ])
    func `are not integers, which have no point`(value: Int64, expected: String) {
        var buffer = ByteBuffer()
        IntegerText.append(value, to: &buffer)
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == expected)
    }
}
