import StorageSimulation
import WCDBStorage

/// A file system in memory that keeps every block that was written. One thread.
final class RecordingFileSystem: ForwardingFileSystem, @unchecked Sendable {
    let base: any FileSystem = MemoryFileSystem()
    fileprivate(set) var written: [[UInt8]] = []

    func forget() { written = [] }

    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        RecordingFile(file: try base.open(path, mode), fileSystem: self)
    }
}

private final class RecordingFile: ForwardingFile {
    let file: any OpenFile
    private let fileSystem: RecordingFileSystem

    init(file: any OpenFile, fileSystem: RecordingFileSystem) {
        self.file = file
        self.fileSystem = fileSystem
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        fileSystem.written.append(Array(source))
        return try file.write(source, at: offset)
    }
}
