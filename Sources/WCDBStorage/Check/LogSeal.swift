/// Repairs the checksums of a log after a change of its bytes: for fuzzing what lies behind them.
package enum LogSeal {
    /// Makes both header slots whole, chains the frames anew as far as their lengths lead, and
    /// lets each commit record prove itself.
    package static func reseal(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { buffer in
            for parity in 0..<2 where buffer.count >= (parity + 1) * LogFormat.slotSize {
                let start = parity * LogFormat.slotSize
                let slot = buffer[start..<start + LogFormat.slotSize]
                guard slot.contains(where: { $0 != 0 }) else { continue }
                LogGeneration.reseal(UnsafeMutableRawBufferPointer(rebasing: slot))
            }
            guard let newest = LogScanner.newestGeneration(in: UnsafeRawBufferPointer(buffer))
            else { return }
            LogBuffer.reseal(buffer, newest.generation, firstChain: newest.checksum)
        }
    }
}
