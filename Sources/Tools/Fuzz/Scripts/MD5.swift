import Foundation

/// The hash with which scripts write down long results. No security rests on it.
enum MD5 {
    private static let shifts: [UInt32] = [
        7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21,
    ]
    private static let constants: [UInt32] = (0..<64).map { index in
        UInt32(abs(sin(Double(index + 1))) * 4_294_967_296)
    }

    /// In lower-case hexadecimal.
    static func hash(_ bytes: [UInt8]) -> String {
        var message = bytes
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        let length = UInt64(bytes.count) &* 8
        for shift in 0..<8 { message.append(UInt8(truncatingIfNeeded: length >> (8 * shift))) }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        for start in stride(from: 0, to: message.count, by: 64) {
            mix(message[start..<(start + 64)], into: &state)
        }
        return state.map { word in
            (0..<4).map { hexadecimal(UInt8(truncatingIfNeeded: word >> (8 * $0))) }.joined()
        }.joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        let words = (0..<16).map { index -> UInt32 in
            let start = block.startIndex + index * 4
            return UInt32(block[start]) | UInt32(block[start + 1]) << 8
                | UInt32(block[start + 2]) << 16 | UInt32(block[start + 3]) << 24
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for round in 0..<64 {
            var f: UInt32
            var word: Int
            switch round / 16 {
            case 0: (f, word) = ((b & c) | (~b & d), round)
            case 1: (f, word) = ((d & b) | (~d & c), (5 * round + 1) % 16)
            case 2: (f, word) = (b ^ c ^ d, (3 * round + 5) % 16)
            default: (f, word) = (c ^ (b | ~d), 7 * round % 16)
            }
            f = f &+ a &+ constants[round] &+ words[word]
            let shift = shifts[round / 16 * 4 + round % 4]
            (a, d, c, b) = (d, c, b, b &+ (f << shift | f >> (32 - shift)))
        }
        state[0] = state[0] &+ a
        state[1] = state[1] &+ b
        state[2] = state[2] &+ c
        state[3] = state[3] &+ d
    }
}
