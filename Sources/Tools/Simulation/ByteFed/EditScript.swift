/// Changes of bytes, written as bytes: what a fuzzer varies while the file around them is sound.
///
/// An edit is a selector of a place (two bytes), an offset (two bytes), a length (one byte) and as
/// many bytes as that says; an input that ends early ends the last edit.
struct EditScript {
    struct Edit {
        var place: Int
        var offset: Int
        var bytes: ArraySlice<UInt8>
    }

    private(set) var edits: [Edit] = []
    private static let headLength = 5
    /// More would only make inputs slow.
    private static let limit = 64

    init(_ input: ArraySlice<UInt8>) {
        var rest = input
        while rest.count > EditScript.headLength, edits.count < EditScript.limit {
            let head = Array(rest.prefix(EditScript.headLength))
            rest = rest.dropFirst(EditScript.headLength)
            let bytes = rest.prefix(Int(head[4]))
            rest = rest.dropFirst(bytes.count)
            edits.append(
                Edit(
                    place: Int(head[0]) | Int(head[1]) << 8,
                    offset: Int(head[2]) | Int(head[3]) << 8, bytes: bytes))
        }
    }

    /// Lays the bytes of an edit over `target` from `start` on, as far as it reaches.
    static func lay(_ edit: Edit, over target: inout [UInt8], at start: Int) {
        for (index, byte) in edit.bytes.enumerated() where start + index < target.count {
            target[start + index] = byte
        }
    }

    /// The bytes of an edit.
    static func encode(place: Int, offset: Int, _ bytes: [UInt8]) -> [UInt8] {
        func byte(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value) }
        let kept = bytes.prefix(255)
        return [
            byte(place), byte(place >> 8), byte(offset), byte(offset >> 8), byte(kept.count),
        ] + kept
    }

    /// Bytes of the kinds that break things: limits, single bits, noise.
    static func interestingBytes(_ random: inout SeededRandom) -> [UInt8] {
        let limits: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
        let count = [1, 1, 2, 4, 8, 16][random.below(6)]
        switch random.below(4) {
        case 0: return .init(repeating: limits[random.below(limits.count)], count: count)
        case 1: return (0..<count).map { _ in limits[random.below(limits.count)] }
        case 2: return [UInt8(random.below(64))] + .init(repeating: 0, count: count - 1)
        default: return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
    }
}
