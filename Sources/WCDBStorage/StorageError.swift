/// Everything that can go wrong below SQL. Each case is one thing a caller may want to treat
/// differently; what only explains is in the payload.
@usableFromInline
package enum StorageError: Error, Equatable, Sendable {
    /// A system call failed. The state before the call still holds.
    case io(IOFailure)
    /// The disk, or the quota, is full. Nothing was changed.
    case diskFull(path: String)
    /// Bytes in a file contradict each other.
    case corrupt(Corruption)
    /// The file is not one of ours (or the key is wrong); it was not touched.
    case notADatabase(path: String, reason: String)
    /// The file was written by an older version than can be read; it was not touched.
    case olderFormat(path: String, reason: String)
    /// The file was written by a newer version; it was not touched.
    case newerFormat(path: String, reason: String)
    /// A page size outside of what this build reads.
    case unsupportedPageSize(path: String, pageSize: Int)
    /// Another process owns the file.
    case lockedByAnotherProcess(path: String)
    /// The log beside the file belongs to another file; neither was touched.
    case foreignLog(path: String, reason: String)
    /// The file needs a log that is not there, or the log is older than the file.
    case missingLog(path: String, reason: String)
    /// The path does not lead to the file that is open.
    case fileMovedOrDeleted(path: String)
    /// Somebody else writes, and the deadline has passed.
    case busy
    /// Threads that each write one file wait for one another: whoever waits would wait for ever.
    case deadlock
    /// The snapshot is not the newest one, so it cannot become a writer.
    case busySnapshot
    /// The database, the directory or the medium can only be read.
    case readOnly(path: String)
    /// The store was closed.
    case closed
    /// The store is suspended; `resume` first.
    case suspended
    /// A sync, or a write that must not be half done, failed earlier: only closing and opening
    /// again helps.
    case failStopped(reason: String)
    /// The commit may or may not be there after the next opening, whole or not at all.
    case outcomeUnknown(reason: String)
    /// The caller interrupted the work.
    case interrupted
    /// A limit of `Spec/limits.md`.
    case limit(String)
    /// There is no memory for a value, or for a row that does not fit a page.
    case noMemory
    /// The operation does not fit the object (a rowid cursor on a key tree, an ended transaction).
    case misuse(String)
}

/// A failed system call.
@usableFromInline
package struct IOFailure: Equatable, Sendable {
    package enum Operation: String, Sendable {
        case open, read, write, size, truncate, reserve, sync, syncDirectory, lock, close
        case remove, rename, list, identity
    }
    package var operation: Operation
    package var path: String
    package var offset: Int64
    package var length: Int
    /// The system's number: `errno` of the call; 0 where the system said nothing.
    package var errno: Int32

    package init(
        _ operation: Operation, path: String, offset: Int64 = 0, length: Int = 0, errno: Int32
    ) {
        self.operation = operation
        self.path = path
        self.offset = offset
        self.length = length
        self.errno = errno
    }
}

/// What contradicts what, and where.
@usableFromInline
package struct Corruption: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case checksum, pageNumber, treeID, pageKind, level, slot, cell, record, key, childPointer
        case overflowChain, spaceMap, catalog, header, log, lsn, count, depth, shortFile
    }
    package var kind: Kind
    package var page: PageNumber
    package var tree: TreeID
    package var detail: String

    package init(
        _ kind: Kind, page: PageNumber = .none, tree: TreeID = .none, _ detail: String = ""
    ) {
        self.kind = kind
        self.page = page
        self.tree = tree
        self.detail = detail
    }
}
