package import WCDBStorage

/// A file that passes on what it is asked to another one, but for what its type does itself.
package protocol ForwardingFile: OpenFile {
    var file: any OpenFile { get }
}

extension ForwardingFile {
    package var path: String { file.path }

    package func read(
        into target: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(StorageError) -> Int {
        try file.read(into: target, at: offset)
    }

    package func write(
        _ source: UnsafeRawBufferPointer, at offset: Int64
    ) throws(StorageError) -> Int {
        try file.write(source, at: offset)
    }

    package func size() throws(StorageError) -> Int64 { try file.size() }

    package func setSize(_ size: Int64) throws(StorageError) { try file.setSize(size) }

    package func reserve(offset: Int64, length: Int64) throws(StorageError) {
        try file.reserve(offset: offset, length: length)
    }

    package func sync(_ kind: SyncKind) throws(StorageError) { try file.sync(kind) }

    package func tryLock() throws(StorageError) -> Bool { try file.tryLock() }

    package func unlock() throws(StorageError) { try file.unlock() }

    package func identity() throws(StorageError) -> FileIdentity { try file.identity() }

    package func close() throws(StorageError) { try file.close() }
}
