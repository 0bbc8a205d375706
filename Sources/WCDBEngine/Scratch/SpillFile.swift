import WCDBStorage

/// Blocks of bytes that have no room in memory, in a private file that is unlinked as soon as it
/// is made, with the first block.
///
/// **Users.** One owner, one thread.
///
/// **Always true.** A block that was handed out is in the file behind all earlier ones. What is
/// read back has the checksum that is kept in memory, else it is thrown as corruption: nothing in
/// the file is believed by itself, which is why rows in it may contain addresses.
final class SpillFile {
    /// Where a block lies, and what it must look like when it comes back.
    struct Block: BitwiseCopyable {
        let offset: Int64
        let size: Int
        let checksum: UInt64
    }

    private let fileSystem: any FileSystem
    private let path: String
    private let codec: (any PageCodec)?
    /// Tells the codec's blocks of this file from those of every other.
    private let identity: UInt64
    private var file: (any OpenFile)?
    private var end: Int64 = 0
    /// A block as it lies in the file, where a codec changes it. Empty without one.
    private var sealed = ByteBuffer(capacity: 0)

    init(fileSystem: any FileSystem, path: String, codec: (any PageCodec)?) {
        self.fileSystem = fileSystem
        self.path = path
        self.codec = codec
        identity = codec == nil ? 0 : fileSystem.random()
    }

    deinit { try? file?.close() }

    /// The bytes that were written.
    var size: Int64 { end }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StorageError) -> Block {
        let file = try openFile()
        let stored = seal(bytes)
        try FileTransfer.write(file, stored, at: end)
        let block = Block(offset: end, size: bytes.count, checksum: SpillFile.sum(stored, at: end))
        end += Int64(stored.count)
        return block
    }

    /// Requires: `target` has room for the block, which this file has handed out.
    func read(_ block: Block, into target: UnsafeMutableRawPointer) throws(StorageError) {
        let file = try openFile()
        guard let codec else {
            let bytes = UnsafeMutableRawBufferPointer(start: target, count: block.size)
            try FileTransfer.readFully(file, into: bytes, at: block.offset)
            return try verify(UnsafeRawBufferPointer(bytes), block)
        }
        sealed.removeAll()
        sealed.reserve(block.size + codec.logOverhead)
        let bytes = UnsafeMutableRawBufferPointer(
            start: sealed.start, count: block.size + codec.logOverhead)
        try FileTransfer.readFully(file, into: bytes, at: block.offset)
        try verify(UnsafeRawBufferPointer(bytes), block)
        guard codec.open(logPayload: bytes, lsn: identity, offset: block.offset) else {
            throw damage(block)
        }
        target.copyMemory(from: sealed.start, byteCount: block.size)
    }

    /// What goes to the file: the bytes themselves, or a sealed copy. The original must stay as
    /// it is, since a write may fail.
    private func seal(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let codec else { return bytes }
        let count = bytes.count + codec.logOverhead
        sealed.removeAll()
        sealed.reserve(count)
        sealed.append(bytes)
        let copy = UnsafeMutableRawBufferPointer(start: sealed.start, count: count)
        codec.seal(logPayload: copy, lsn: identity, offset: end)
        return UnsafeRawBufferPointer(copy)
    }

    private func verify(_ stored: UnsafeRawBufferPointer, _ block: Block) throws(StorageError) {
        guard SpillFile.sum(stored, at: block.offset) == block.checksum else {
            throw damage(block)
        }
    }

    /// The place is part of the sum, so that a block written somewhere else is not taken for it.
    private static func sum(_ stored: UnsafeRawBufferPointer, at offset: Int64) -> UInt64 {
        guard let base = stored.baseAddress else { return 0 }
        return Checksum.sum(base, count: stored.count, seed: UInt64(bitPattern: offset))
    }

    private func damage(_ block: Block) -> StorageError {
        .corrupt(Corruption(.checksum, "the scratch block at \(block.offset) was damaged"))
    }

    private func openFile() throws(StorageError) -> any OpenFile {
        if let file { return file }
        let opened = try fileSystem.open(path, .temporary)
        file = opened
        return opened
    }
}
