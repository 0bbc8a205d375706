import Foundation
import Testing

@testable import WCDBSQL

@Suite struct `Text of doubles` {
    @Test(arguments: [
        (2.0, "2.0"), (0.1, "0.10000000000000001"), (1.1, "1.1000000000000001"), (-0.0, "-0.0"),
        (1e16, "10000000000000000.0"), (1e17, "1e+17"), (1e-5, "1.0000000000000001e-05"),
        (0.0001, "0.0001"), (Double.pi, "3.1415926535897931"), (2.5, "2.5"),
        (1e300, "1.0000000000000001e+300"), (9.9999999999999999e22, "9.9999999999999992e+22"),
        (.leastNonzeroMagnitude, "4.9406564584124654e-324"), (.infinity, "9e999"),
        (-.greatestFiniteMagnitude, "-1.7976931348623157e+308"), (.nan, "NULL"), (0, "0.0"),
    ])
    func `is this`(value: Double, text: String) {
        #expect(Literal.text(of: value) == text)
    }

    @Test func `is that of the C library, and reads back`() {
        var state: UInt64 = 1
        for _ in 0..<5000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(bitPattern: state ^ (state >> 29))
            guard value.isFinite else { continue }
            let text = Literal.text(of: value)
            #expect(Double(text) == value)
            let reference = String(format: "%.17g", value)
            #expect(text == reference || text == reference + ".0")
        }
    }
}
