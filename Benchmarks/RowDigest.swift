/// Condenses rows, in order, into one number that both sides can compute. Used outside of the
/// measured time, to prove that two databases hold the same.
struct RowDigest {
    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func add(_ number: Int64) {
        value = (value ^ UInt64(bitPattern: number)) &* 0xBF58_476D_1CE4_E5B9
        value ^= value >> 29
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(Int64(bytes.count))
        var offset = 0
        while offset + 8 <= bytes.count {
            add(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)))
            offset += 8
        }
        while offset < bytes.count {
            add(Int64(bytes[offset]))
            offset += 1
        }
    }
}

extension UnsafeRawBufferPointer {
    /// What a measured read touches of a text or blob: its first and its last byte. 0 if empty.
    @inline(__always)
    var touched: UInt64 {
        guard let baseAddress, count > 0 else { return 0 }
        let first = baseAddress.load(as: UInt8.self)
        let last = baseAddress.load(fromByteOffset: count &- 1, as: UInt8.self)
        return UInt64(first) &+ UInt64(last)
    }

    /// The last byte; 0 if empty.
    @inline(__always)
    var lastByte: UInt64 {
        guard let baseAddress, count > 0 else { return 0 }
        return UInt64(baseAddress.load(fromByteOffset: count &- 1, as: UInt8.self))
    }
}
