/// Values that hurt: neighbours of every boundary at which an encoding changes its form.
extension SeededRandom {
    /// The integers at which something changes: powers of two, with their neighbours and negatives.
    package static let boundaryIntegers: [Int64] = {
        var found: Set<Int64> = [.min, .min + 1, .max, .max - 1]
        for bit in 0..<63 {
            let power = Int64(1) << Int64(bit)
            for distance in Int64(-2)...2 {
                found.insert(power &+ distance)
                found.insert(-(power &+ distance))
            }
        }
        return found.sorted()
    }()

    package static let boundaryReals: [Double] = {
        var found: [Double] = [
            0.0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
            .leastNormalMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, 0.5, -0.5, 3.14, -3.14, 1e300, -1e300,
        ]
        for bit in 0...65 {
            let power = Double(sign: .plus, exponent: bit, significand: 1)
            for real in [power, power.nextUp, power.nextDown, power + 0.5, power - 0.5] {
                found += [real, -real]
            }
        }
        return found
    }()

    package mutating func integer() -> Int64 {
        switch below(4) {
        case 0: SeededRandom.boundaryIntegers[below(SeededRandom.boundaryIntegers.count)]
        case 1: Int64(below(400)) - 200
        default: Int64(bitPattern: next()) >> Int64(below(64))
        }
    }

    package mutating func real() -> Double {
        switch below(5) {
        case 0: SeededRandom.boundaryReals[below(SeededRandom.boundaryReals.count)]
        case 1: Double(integer())
        case 2: Double(integer()) / 8
        case 3: Double(below(2000) - 1000) / 10
        default: Double(bitPattern: next())
        }
    }

    /// Bytes that are likely to contain what must be escaped.
    package mutating func bytes(atMost limit: Int) -> [UInt8] {
        let count = length(atMost: limit)
        let isNasty = below(2) == 0
        return (0..<count).map { _ in
            isNasty ? [0x00, 0x01, 0x02, 0x20, 0xFE, 0xFF][below(6)] : UInt8(below(256))
        }
    }

    /// Valid UTF-8, with NULs, spaces at the end, both cases, and every length of a sequence.
    package mutating func text(atMost limit: Int) -> [UInt8] {
        let count = length(atMost: limit)
        let style = below(4)
        var text: [UInt8] = []
        while text.count < count {
            let scalar: UInt32 =
                switch style {
                case 0: UInt32(below(95)) + 32
                case 1: [0, 1, 2, 0x20, 0x41, 0x5A, 0x61, 0x7A][below(8)]
                case 2: [0x40, 0x41, 0x5A, 0x5B, 0x60, 0x61, 0x7A, 0x7B][below(8)]
                default:
                    [0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x4E2D, 0xD7FF, 0xE000, 0x1F600, 0x10FFFF][
                        below(10)]
                }
            guard let character = Unicode.Scalar(scalar) else { continue }
            text += Array(String(character).utf8)
        }
        if oneIn(4) { text += Array(repeating: 0x20, count: below(40)) }
        return text
    }

    private mutating func length(atMost limit: Int) -> Int {
        oneIn(3) ? below(limit + 1) : below(min(limit, 20) + 1)
    }

    package mutating func value(atMost limit: Int = 300) -> SQLValue {
        switch below(9) {
        case 0: .null
        case 1, 2, 3: .integer(integer())
        case 4, 5: .real(real())
        case 6, 7: .text(text(atMost: limit))
        default: .blob(bytes(atMost: limit))
        }
    }
}
