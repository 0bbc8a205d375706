import Testing
import WCDBSQL

@Suite struct `Numbers in text` {
    static let integers: [(String, Int64)] = [
        ("0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ("- 9223372036854775808", .min), ("0x10", 16), ("0XfF", 255), ("-0x1", -1),
        ("0xFFFFFFFFFFFFFFFF", -1), ("0x00000000000000000001", 1), ("007", 7),
    ]

    @Test(arguments: integers)
    func `are integers if they fit`(text: String, value: Int64) throws {
        #expect(try Parser.expression(text) == .integer(value))
    }

    static let reals: [(String, Double)] = [
        ("9223372036854775808", 0x1p63), ("- 9223372036854775809", -0x1p63), ("1.", 1),
        (".5", 0.5), ("1e3", 1000), ("1E-2", 0.01), ("1.e5", 100_000), ("5e-400", 0),
        ("1e400", .infinity), ("-9e999", -.infinity), ("-0.0", -0.0),
    ]

    @Test(arguments: reals)
    func `are reals otherwise`(text: String, value: Double) throws {
        #expect(try Parser.expression(text) == .real(value))
    }

    static let texts: [(Double, String)] = [
        (2, "2.0"), (0.1, "0.10000000000000001"), (1e20, "1e+20"), (1e-5, "1.0000000000000001e-05"),
        (-0.0, "-0.0"),
        (.infinity, "9e999"), (-.infinity, "-9e999"), (.nan, "NULL"),
        (.leastNonzeroMagnitude, "4.9406564584124654e-324"),
        (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ]

    @Test(arguments: texts)
    func `are written so that they read back`(value: Double, text: String) throws {
        #expect(Expression.real(value).sql == text)
        #expect(try Parser.expression(text) == .real(value))
    }
}
