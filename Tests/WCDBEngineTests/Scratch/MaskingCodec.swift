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

/// A file system in memory that keeps every block that was written. One thread.
final class RecordingFileSystem: FileSystem, @unchecked Sendable {
    private let base = MemoryFileSystem()
    fileprivate(set) var written: [[UInt8]] = []
    var openingLock: Lock { base.openingLock }

    func forget() { written = [] }

    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        RecordingFile(file: try base.open(path, mode), fileSystem: self)
    }
    func identity(of path: String) throws(StorageError) -> FileIdentity? {
        try base.identity(of: path)
    }
    func remove(_ path: String) throws(StorageError) { try base.remove(path) }
    func rename(_ source: String, to target: String) throws(StorageError) {
        try base.rename(source, to: target)
    }
    func syncDirectory(holding path: String) throws(StorageError) {}
    func list(directoryHolding path: String) throws(StorageError) -> [String] { [] }
    func canonicalPath(of path: String) throws(StorageError) -> String { path }
    func now() -> UInt64 { 0 }
    func random() -> UInt64 { base.random() }
    var scheduler: (any Scheduler)? { nil }
}

private final class RecordingFile: OpenFile, @unchecked Sendable {
    let file: any OpenFile
    let fileSystem: RecordingFileSystem

    init(file: any OpenFile, fileSystem: RecordingFileSystem) {
        self.file = file
        self.fileSystem = fileSystem
    }

    var path: String { file.path }
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(StorageError) -> Int
    {
        try file.read(into: target, at: offset)
    }
    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        fileSystem.written.append(Array(source))
        return try file.write(source, at: offset)
    }
    func size() throws(StorageError) -> Int64 { try file.size() }
    func setSize(_ size: Int64) throws(StorageError) { try file.setSize(size) }
    func reserve(offset: Int64, length: Int64) throws(StorageError) {}
    func sync(_ kind: SyncKind) throws(StorageError) {}
    func tryLock() throws(StorageError) -> Bool { true }
    func unlock() throws(StorageError) {}
    func identity() throws(StorageError) -> FileIdentity { try file.identity() }
    func close() throws(StorageError) { try file.close() }
}
