/// Pages that have no room in memory and do not belong in the database yet, or any more: a
/// private file, unlinked as soon as it is made.
///
/// **Users.** The write transaction that spills, or the core that parks; guarded by `lock`.
///
/// **Always true.** A slot in use holds the bytes whose checksum is kept in memory; nothing read
/// from here is believed without it.
final class ScratchFile: @unchecked Sendable {
    private let fileSystem: any FileSystem
    private let path: String
    private let transfer: PageTransfer
    private let lock: Lock
    /// Guard for the rest: `lock`.
    private var file: (any OpenFile)?
    private var checksums: [UInt64] = []
    private var freeSlots: [Int] = []

    init(fileSystem: any FileSystem, path: String, transfer: PageTransfer) {
        self.fileSystem = fileSystem
        self.path = path
        self.transfer = transfer
        lock = Lock(scheduler: fileSystem.scheduler)
    }

    deinit { try? file?.close() }

    /// Stores the bytes of a page; returns the slot to ask for them again.
    func write(_ page: UnsafeRawPointer, number: PageNumber) throws(StorageError) -> Int {
        lock.lock()
        defer { lock.unlock() }
        let file = try openFile()
        let slot = freeSlots.last ?? checksums.count
        let copy = UnsafeMutableRawPointer.allocate(
            byteCount: transfer.pageSize, alignment: 16)
        defer { copy.deallocate() }
        copy.copyMemory(from: page, byteCount: transfer.pageSize)
        transfer.codec?.seal(
            page: UnsafeMutableRawBufferPointer(start: copy + 8, count: transfer.pageSize - 8),
            number: number)
        let sum = Checksum.sum(copy, count: transfer.pageSize, seed: UInt64(slot))
        try FileTransfer.write(
            file, UnsafeRawBufferPointer(start: copy, count: transfer.pageSize),
            at: Int64(slot) * Int64(transfer.pageSize))
        if slot == checksums.count { checksums.append(sum) } else { freeSlots.removeLast() }
        checksums[slot] = sum
        return slot
    }

    func read(_ slot: Int, number: PageNumber, into page: UnsafeMutableRawPointer)
        throws(StorageError)
    {
        lock.lock()
        defer { lock.unlock() }
        let file = try openFile()
        try FileTransfer.readFully(
            file, into: UnsafeMutableRawBufferPointer(start: page, count: transfer.pageSize),
            at: Int64(slot) * Int64(transfer.pageSize))
        let sum = Checksum.sum(page, count: transfer.pageSize, seed: UInt64(slot))
        guard sum == checksums[slot] else {
            throw .corrupt(Corruption(.checksum, page: number, "a spilled page was damaged"))
        }
        if let codec = transfer.codec {
            let bytes = UnsafeMutableRawBufferPointer(start: page + 8, count: transfer.pageSize - 8)
            guard codec.open(page: bytes, number: number) else {
                throw .corrupt(Corruption(.checksum, page: number, "a spilled page was damaged"))
            }
        }
    }

    func free(_ slot: Int) {
        lock.lock()
        freeSlots.append(slot)
        // Nothing in use: give the space back at once, a big transaction leaves nothing behind.
        if freeSlots.count == checksums.count {
            freeSlots.removeAll()
            checksums.removeAll()
            try? file?.close()
            file = nil
        }
        lock.unlock()
    }

    /// Requires: `lock` held.
    private func openFile() throws(StorageError) -> any OpenFile {
        if let file { return file }
        let opened = try fileSystem.open(path, .temporary)
        file = opened
        return opened
    }
}
