/// The log that is open: where the next frame goes, and how old versions are read back.
///
/// **Users.** Appending and switching the generation: the holder of the core's append lock.
/// Reading versions: any thread that holds the lock of the page's shard, which keeps the
/// generation from being switched under it.
///
/// **Always true.** `end` and `chain` describe the last whole transaction of `generation`; bytes
/// behind `end` mean nothing, whatever they are.
final class LogFile: @unchecked Sendable {
    let file: any OpenFile
    let transfer: PageTransfer
    /// Guard for the rest: the append lock.
    @exclusivity(unchecked) private(set) var generation: LogGeneration
    @exclusivity(unchecked) private(set) var end: Int64
    @exclusivity(unchecked) private(set) var chain: UInt64
    /// The file has been written up to here, so that a sync need not allocate.
    @exclusivity(unchecked) private var filledEnd: Int64
    /// The transaction that is being put together.
    @exclusivity(unchecked) var buffer = LogBuffer()

    /// Zeros are written ahead in steps of this size: small enough for small page-cache folios.
    static let fillStep: Int64 = 65_536

    init(
        file: any OpenFile, transfer: PageTransfer, generation: LogGeneration, chain: UInt64,
        end: Int64, fileSize: Int64
    ) {
        self.file = file
        self.transfer = transfer
        self.generation = generation
        self.chain = chain
        self.end = end
        filledEnd = max(fileSize, LogFormat.firstFrame)
    }

    /// Bytes of frames since the last reset.
    var length: Int64 { end - LogFormat.firstFrame }

    func beginTransaction() { buffer.begin(at: end, chain: chain) }

    /// Writes what was assembled so far if it is much: whole aligned pieces. The system keeps each
    /// in one piece of memory, and pieces of this size are always to be had; larger ones can
    /// cost it ten times as much.
    func flushIfLarge() throws(StorageError) {
        while Int64(buffer.count) >= LogFile.fillStep {
            let edge = (buffer.offset / LogFile.fillStep + 1) * LogFile.fillStep
            let count = Int(edge - buffer.offset)
            try write(buffer.first(count), at: buffer.offset)
            filledEnd = max(filledEnd, edge)
            buffer.didWrite(count)
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        try FileTransfer.write(file, bytes, at: offset)
    }

    /// Writes the rest of the transaction, its commit record included, in one call; on success
    /// the log is longer, on failure it is what it was.
    func finishTransaction() throws(StorageError) {
        var writeEnd = buffer.end
        if writeEnd > filledEnd {
            writeEnd = (writeEnd + LogFile.fillStep - 1) / LogFile.fillStep * LogFile.fillStep
        }
        try write(buffer.zeros(upTo: writeEnd), at: buffer.offset)
        filledEnd = max(filledEnd, writeEnd)
        end = buffer.end
        chain = buffer.chain
    }

    /// Makes sure that what a failed write may have left is no transaction: its first frame is
    /// wiped, durably when `isDurable`, so that it cannot come back after a crash.
    func wipeUnfinished(isDurable: Bool) throws(StorageError) {
        let count = Int(min(Int64(LogFormat.Frame.payload), try file.size() - end))
        guard count > 0 else { return }
        try withZeroedBytes(count) { (zeros) throws(StorageError) in
            try write(UnsafeRawBufferPointer(zeros), at: end)
        }
        if isDurable { try file.sync(.data) }
    }

    /// Writes what a new life of the log begins with: a header in the other slot. Returns the
    /// generation that it describes, for `begin` when it is durable.
    func writeNextSlot(
        base: LSN, saltLow: UInt64, saltHigh: UInt64
    ) throws(StorageError) -> (generation: LogGeneration, checksum: UInt64) {
        var next = generation
        next.number += 1
        next.baseLSN = base
        next.saltLow = saltLow
        next.saltHigh = saltHigh
        return (next, try LogFile.writeSlot(next, to: file))
    }

    /// The header of `next` is where it must be before any of its frames: nothing of the generation
    /// before counts any more. Requires: nobody needs a frame of it.
    func begin(_ next: LogGeneration, checksum: UInt64, keepsChain: Bool = false) {
        generation = next
        if !keepsChain { chain = checksum }
        end = LogFormat.firstFrame
    }

    /// Writes the header slot of a generation; returns its checksum.
    static func writeSlot(
        _ generation: LogGeneration, to file: any OpenFile
    ) throws(StorageError) -> UInt64 {
        try withZeroedBytes(LogFormat.slotSize) { (slot) throws(StorageError) in
            guard let base = slot.baseAddress else { return 0 }
            let checksum = generation.encode(into: base)
            try FileTransfer.write(
                file, UnsafeRawBufferPointer(slot), at: generation.slotOffset)
            return checksum
        }
    }

    /// Fills the slot beside that of a log's first generation, so that it has its place on the disk
    /// and no later reset asks for room. Not before the first slot is durable: what lies here may
    /// belong to a log whose end is not, and one of the two must be whole.
    static func fillSlot(
        beside generation: LogGeneration, in file: any OpenFile
    ) throws(StorageError) {
        try withZeroedBytes(LogFormat.slotSize) { (slot) throws(StorageError) in
            try FileTransfer.write(
                file, UnsafeRawBufferPointer(slot),
                at: Int64(LogFormat.slotSize) - generation.slotOffset)
        }
    }

    /// Puts together the version of a page whose frame begins at `offset`: the image before it, or
    /// the page in the main file, and the deltas since. The page's own checksum proves the result.
    func readVersion(
        _ number: PageNumber, lsn: LSN, at offset: Int64, main: any OpenFile,
        into block: UnsafeMutableRawPointer
    ) throws(StorageError) {
        var reader = LogVersionReader(log: self, main: main, number: number, lsn: lsn)
        try reader.read(at: offset, into: block)
    }
}
