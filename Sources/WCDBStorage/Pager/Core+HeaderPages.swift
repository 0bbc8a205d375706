/// Reading and writing page 1 and its mirror. Where both change, one of the two is whole at every
/// moment.
extension Core {
    /// Whether the main file has a header page whole. A page that is being written is looked at
    /// once more when it is; one that a log beside a read-only file explains is nobody's damage.
    func hasWholeHeader(_ number: PageNumber) throws(StorageError) -> Bool {
        if try readHeader(number)?.fileID == fileID { return true }
        checkpointLock.lock()
        defer { checkpointLock.unlock() }
        appendLock.lock()
        defer { appendLock.unlock() }
        if isReadOnly, log != nil { return true }
        return try readHeader(number)?.fileID == fileID
    }

    /// What a header page of the main file says; nil if it is not whole.
    func readHeader(_ number: PageNumber) throws(StorageError) -> DatabaseHeader? {
        try DatabaseHeader.read(from: main, pageSize: pageSize, number: number)
    }

    /// A crash may have torn the mirror while page 1 was not touched yet. It need not be durable:
    /// whoever writes page 1 writes the mirror first.
    func mendMirror() {
        let mirror = DatabaseHeader.mirrorPageNumber
        guard !isReadOnly, (try? readHeader(mirror)) == nil else { return }
        try? header.write(to: main, as: mirror)
    }

    /// Changes what the header says of the log, durably, mirror first: at every moment one of the
    /// two pages is whole.
    func writeGuardedHeader(_ changed: DatabaseHeader) throws(StorageError) {
        try writeHeader(
            changed, to: DatabaseHeader.mirrorPageNumber, then: DatabaseHeader.pageNumber)
    }

    /// The same where page 1 is damaged: the mirror is all there is of the header until page 1 is
    /// durable again.
    func writeHeaderBehindMirror(_ repaired: DatabaseHeader) throws(StorageError) {
        try writeHeader(
            repaired, to: DatabaseHeader.pageNumber, then: DatabaseHeader.mirrorPageNumber)
    }

    private func writeHeader(
        _ changed: DatabaseHeader, to first: PageNumber, then second: PageNumber
    ) throws(StorageError) {
        for number in [first, second] {
            try changed.write(to: main, as: number)
            if level > .off { try syncMain(.data) }
        }
        header = changed
    }
}
