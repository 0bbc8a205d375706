package import WCDBStorage

/// A page codec for tests: a stream of bytes laid over the page by XOR, and a tag in the reserved
/// bytes that proves it. It hides nothing from anybody; it shows who forgets to call it.
///
/// **Users.** Any thread.
package final class SimulatedCodec: PageCodec {
    private let key: UInt64
    package let cipherID: UInt8 = 0x58
    package let reservedBytes = 16
    package let logOverhead = 16

    package init(key: UInt64) { self.key = key }

    package func seal(page bytes: UnsafeMutableRawBufferPointer, number: PageNumber) {
        seal(bytes, context: UInt64(number.rawValue))
    }

    package func open(page bytes: UnsafeMutableRawBufferPointer, number: PageNumber) -> Bool {
        open(bytes, context: UInt64(number.rawValue))
    }

    package func seal(logPayload bytes: UnsafeMutableRawBufferPointer, lsn: LSN, offset: Int64) {
        seal(bytes, context: SeededRandom.mix(lsn) ^ UInt64(bitPattern: offset))
    }

    package func open(
        logPayload bytes: UnsafeMutableRawBufferPointer, lsn: LSN, offset: Int64
    ) -> Bool {
        open(bytes, context: SeededRandom.mix(lsn) ^ UInt64(bitPattern: offset))
    }

    /// The last sixteen bytes: what the stream begins with, and the tag of everything before.
    private func seal(_ bytes: UnsafeMutableRawBufferPointer, context: UInt64) {
        let end = bytes.count - 16
        guard end >= 0 else { return }
        // The reserved bytes are nobody's: whatever stands there must not matter.
        let nonce = digest(bytes[..<end], seed: context)
        cover(bytes, end, nonce: nonce, context: context)
        store(nonce, bytes, at: end)
        store(digest(bytes[..<(end + 8)], seed: context), bytes, at: end + 8)
    }

    private func open(_ bytes: UnsafeMutableRawBufferPointer, context: UInt64) -> Bool {
        let end = bytes.count - 16
        guard end >= 0, load(bytes, at: end + 8) == digest(bytes[..<(end + 8)], seed: context)
        else { return false }
        cover(bytes, end, nonce: load(bytes, at: end), context: context)
        // Plain pages have zeros here, as if there had been no codec.
        for index in end..<bytes.count { bytes[index] = 0 }
        return true
    }

    private func cover(
        _ bytes: UnsafeMutableRawBufferPointer, _ end: Int, nonce: UInt64, context: UInt64
    ) {
        var stream = SeededRandom(seed: key ^ nonce ^ SeededRandom.mix(context))
        var index = 0
        while index < end {
            let word = stream.next()
            for byte in 0..<min(8, end - index) {
                bytes[index + byte] ^= UInt8(truncatingIfNeeded: word >> UInt64(8 * byte))
            }
            index += 8
        }
    }

    private func digest(_ bytes: Slice<UnsafeMutableRawBufferPointer>, seed: UInt64) -> UInt64 {
        bytes.reduce(SeededRandom.mix(seed ^ key)) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    }

    private func store(_ value: UInt64, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
        for index in 0..<8 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
        }
    }

    private func load(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
}
