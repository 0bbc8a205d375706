import WCDBStorage

/// How large values may become while SQL is computed.
package enum ValueLimits {
    /// The longest text or blob that an expression may have, in bytes.
    package static var maxLength: Int { RecordLimits.maxWrittenSize }
    /// The longest pattern of LIKE and GLOB, in bytes.
    package static let maxPatternLength = 50_000

    /// Throws `tooBig` where a value may not have so many bytes, and `noMemory` where they cannot
    /// be had. Whoever makes a value calls it before taking the memory.
    @inline(__always)
    static func admit(_ count: Int) throws(EngineError) {
        guard count < LargeMemory.pieceSize else { return try admitLarge(count) }
    }

    /// A value is made in a buffer that grows by doubling, and copied once.
    @inline(never)
    private static func admitLarge(_ count: Int) throws(EngineError) {
        guard count <= maxLength else { throw .tooBig }
        guard LargeMemory.canHave(byteCount: count * 3) else { throw .noMemory }
    }
}

extension ByteBuffer {
    /// Makes sure that `extra` bytes can be written at `end`. Throws `tooBig` and `noMemory`.
    mutating func admit(_ extra: Int) throws(EngineError) {
        guard extra > capacity &- count else { return }
        try ValueLimits.admit(count &+ extra)
        reserve(extra)
    }
}
