/// Whole reads and writes over calls that may be short: the one place that loops.
package enum FileTransfer {
    /// What the smallest sectors of disks have. Of a write that a crash cuts off, each sector is
    /// there or not; while it is being written, some disks keep neither what was there nor that.
    static let sectorSize = 512

    /// Reads until `target` is full or the file ends; returns how much was read.
    package static func read(
        _ file: any OpenFile, into target: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(StorageError) -> Int {
        var done = 0
        while done < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
            let count = try file.read(into: rest, at: offset + Int64(done))
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reads exactly `target.count` bytes; less is an error, never zeros.
    package static func readFully(
        _ file: any OpenFile, into target: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(StorageError) {
        let count = try read(file, into: target, at: offset)
        guard count == target.count else {
            throw .io(
                IOFailure(.read, path: file.path, offset: offset, length: target.count, errno: 0))
        }
    }

    /// Writes all of `source`.
    package static func write(
        _ file: any OpenFile, _ source: UnsafeRawBufferPointer, at offset: Int64
    ) throws(StorageError) {
        var done = 0
        while done < source.count {
            let rest = UnsafeRawBufferPointer(rebasing: source[done...])
            let count = try file.write(rest, at: offset + Int64(done))
            guard count > 0 else {
                throw .io(
                    IOFailure(
                        .write, path: file.path, offset: offset, length: source.count, errno: 0))
            }
            done += count
        }
    }
}
