/// Computing the checksums of a log again; `LogSeal` offers it to the tools.
extension LogGeneration {
    /// Requires: `slot` is a whole header slot.
    static func reseal(_ slot: UnsafeMutableRawBufferPointer) {
        guard let base = slot.baseAddress, slot.count >= LogFormat.slotSize else { return }
        base.storeBytes(of: LogFormat.magic.littleEndian, as: UInt64.self)
        base.storeBytes(
            of: checksum(of: base).littleEndian, toByteOffset: LogFormat.Slot.checksum,
            as: UInt64.self)
    }
}

extension LogBuffer {
    /// Follows the frames by their lengths and closes each as if it had been written so.
    static func reseal(
        _ bytes: UnsafeMutableRawBufferPointer, _ generation: LogGeneration, firstChain: UInt64
    ) {
        guard let base = bytes.baseAddress else { return }
        var offset = Int(LogFormat.firstFrame)
        var chain = firstChain
        while offset + LogFormat.Frame.payload <= bytes.count {
            let frame = base + offset
            let length = Int(UInt32(littleEndian: frame.loadUnaligned(as: UInt32.self)))
            guard length >= LogFormat.Frame.payload, length & 7 == 0,
                length <= bytes.count - offset
            else { return }
            let kind = frame.load(fromByteOffset: LogFormat.Frame.kind, as: UInt8.self)
            if kind == LogFormat.Kind.commit.rawValue, length == LogFormat.Commit.length {
                let lsn = UInt64(
                    littleEndian: frame.load(fromByteOffset: LogFormat.Frame.lsn, as: UInt64.self))
                let check = Checksum.sum(
                    frame + LogFormat.Frame.payload,
                    count: LogFormat.Commit.selfCheck - LogFormat.Frame.payload,
                    seed: generation.selfCheckSeed(at: Int64(offset)) ^ lsn)
                frame.storeBytes(
                    of: check.littleEndian, toByteOffset: LogFormat.Commit.selfCheck,
                    as: UInt64.self)
            }
            chain = LogBuffer.chain(frame, length: length, after: chain)
            frame.storeBytes(
                of: chain.littleEndian, toByteOffset: LogFormat.Frame.checksum, as: UInt64.self)
            offset += length
        }
    }
}
