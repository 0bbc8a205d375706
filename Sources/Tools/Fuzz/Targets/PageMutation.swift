import StorageSimulation
import WCDBStorage

/// One change of a page that a damaged or hostile file might have, with a checksum that matches.
enum PageMutation {
    static func mutate(
        _ bytes: inout [UInt8], page: Int, pageSize: Int, _ random: inout SeededRandom
    ) {
        let start = page * pageSize
        switch random.below(5) {
        case 0:
            // A field of the header.
            bytes[start + 12 + random.below(36)] = UInt8(truncatingIfNeeded: random.next())
        case 1:
            // A slot or a key.
            bytes[start + 48 + random.below(min(200, pageSize - 48))] = interesting(&random)
        case 2:
            for _ in 0..<4 {
                bytes[start + random.below(pageSize)] = UInt8(truncatingIfNeeded: random.next())
            }
        case 3:
            let offset = start + 12 + random.below(pageSize - 20)
            for index in 0..<8 { bytes[offset + index] = interesting(&random) }
        default:
            let length = 1 + random.below(64)
            let source = start + random.below(pageSize - length)
            let target = start + 12 + random.below(pageSize - length - 12)
            for index in 0..<length { bytes[target + index] = bytes[source + index] }
        }
        PageSeal.reseal(&bytes, page: page, pageSize: pageSize)
    }

    private static func interesting(_ random: inout SeededRandom) -> UInt8 {
        [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &random) ?? 0
    }
}
