import StorageSimulation
import WCDBStorage

/// Hides bytes behind a mask that depends on their place, and knows again what it has hidden.
/// One thread.
final class MaskingCodec: PageCodec, @unchecked Sendable {
    let cipherID: UInt8 = 0xEE
    let reservedBytes = 0
    let logOverhead = 8
    private(set) var sealed = 0

    func seal(page bytes: UnsafeMutableRawBufferPointer, number: PageNumber) {
        sealed += 1
        mask(bytes, 0, Int64(number.rawValue))
    }

    func open(page bytes: UnsafeMutableRawBufferPointer, number: PageNumber) -> Bool {
        mask(bytes, 0, Int64(number.rawValue))
        return true
    }

    func seal(logPayload bytes: UnsafeMutableRawBufferPointer, lsn: LSN, offset: Int64) {
        sealed += 1
        for index in bytes.count - logOverhead..<bytes.count { bytes[index] = 0x77 }
        mask(bytes, lsn, offset)
    }

    func open(logPayload bytes: UnsafeMutableRawBufferPointer, lsn: LSN, offset: Int64) -> Bool {
        mask(bytes, lsn, offset)
        return bytes.suffix(logOverhead).allSatisfy { $0 == 0x77 }
    }

    private func mask(_ bytes: UnsafeMutableRawBufferPointer, _ lsn: LSN, _ offset: Int64) {
        let byte = UInt8(truncatingIfNeeded: SeededRandom.mix(lsn ^ UInt64(offset)) | 1)
        for index in bytes.indices { bytes[index] ^= byte }
    }
}
