extension WCDBError {
    /// The exact kind of an error: a class of ``Code`` in the lower byte, a number above it.
    ///
    /// The numbers are those of SQLite. Those that this engine never gives are marked as not used;
    /// they are there for programs that name them.
    ///
    /// ```swift
    /// do {
    ///     try database.insert(note, intoTable: "notes")
    /// } catch let error as WCDBError where error.extendedCode == .ConstraintNotNull {
    ///     print("something is missing in the note")
    /// }
    /// ```
    public enum ExtendCode: Int, Sendable {
        /// ``Code/Error``: a collation that a statement or a table names does not exist.
        case ErrorMissingCollseq = 257
        /// ``Code/Error``: not used; in SQLite, a statement has to be prepared again.
        case ErrorRetry = 513
        /// ``Code/Error``: not used; in SQLite, the snapshot to be read is gone from the log.
        case ErrorSnapshot = 769
        /// ``Code/IOError``: the system could not read from a file.
        case IOErrorRead = 266
        /// ``Code/IOError``: not used; in SQLite, a file ended before what was to be read.
        case IOErrorShortRead = 522
        /// ``Code/IOError``: the system could not write to a file, or make room in it.
        case IOErrorWrite = 778
        /// ``Code/IOError``: the system could not make sure that a file is on the disk.
        case IOErrorFsync = 1034
        /// ``Code/IOError``: the system could not make sure that a new name of a file is on the
        /// disk.
        case IOErrorDirFsync = 1290
        /// ``Code/IOError``: the system could not make a file shorter.
        case IOErrorTruncate = 1546
        /// ``Code/IOError``: the system could not tell the size of a file, or which one it is.
        case IOErrorFstat = 1802
        /// ``Code/IOError``: not used; in SQLite, a lock of a file could not be released.
        case IOErrorUnlock = 2058
        /// ``Code/IOError``: not used; in SQLite, a file could not be locked for reading.
        case IOErrorRdlock = 2314
        /// ``Code/IOError``: the system could not remove a file.
        case IOErrorDelete = 2570
        /// ``Code/IOError``: not used; in SQLite, the lock of another process was in the way.
        case IOErrorBlocked = 2826
        /// ``Code/IOError``: not used; in SQLite, there was no memory for reading or writing.
        case IOErrorNoMemory = 3082
        /// ``Code/IOError``: not used; in SQLite, the system could not tell whether a file may be
        /// used.
        case IOErrorAccess = 3338
        /// ``Code/IOError``: not used; in SQLite, the system could not tell whether somebody is
        /// about to write.
        case IOErrorCheckReservedLock = 3594
        /// ``Code/IOError``: the system could not lock a file.
        case IOErrorLock = 3850
        /// ``Code/IOError``: the system could not close a file.
        case IOErrorClose = 4106
        /// ``Code/IOError``: not used; in SQLite, a directory could not be closed.
        case IOErrorDirClose = 4362
        /// ``Code/IOError``: not used; in SQLite, the memory that processes share could not be
        /// opened.
        case IOErrorShmOpen = 4618
        /// ``Code/IOError``: not used; in SQLite, the memory that processes share could not be made
        /// larger.
        case IOErrorShmSize = 4874
        /// ``Code/IOError``: not used; in SQLite, the memory that processes share could not be
        /// locked.
        case IOErrorShmLock = 5130
        /// ``Code/IOError``: not used; in SQLite, the memory that processes share could not be
        /// mapped.
        case IOErrorShmMap = 5386
        /// ``Code/IOError``: not used; in SQLite, the system could not seek in a file.
        case IOErrorSeek = 5642
        /// ``Code/IOError``: not used; in SQLite, a file that was to be removed is not there.
        case IOErrorDeleteNoEntry = 5898
        /// ``Code/IOError``: not used; in SQLite, a file could not be mapped into memory.
        case IOErrorMmap = 6154
        /// ``Code/IOError``: not used; in SQLite, there is no folder for temporary files.
        case IOErrorGetTempPath = 6410
        /// ``Code/IOError``: not used; in SQLite, a path could not be converted for the system.
        case IOErrorConvPath = 6666
        /// ``Code/IOError``: not used; in SQLite, a file was replaced or moved while it was open.
        case IOErrorVnode = 6922
        /// ``Code/IOError``: not used; in SQLite, the system refused the program access to a file.
        case IOErrorAuthorization = 7178
        /// ``Code/IOError``: not used; in SQLite, a batch of writes could not be begun.
        case IOErrorBeginAtomic = 7434
        /// ``Code/IOError``: not used; in SQLite, a batch of writes could not be ended.
        case IOErrorCommitAtomic = 7690
        /// ``Code/IOError``: not used; in SQLite, a batch of writes could not be undone.
        case IOErrorRollbackAtomic = 7946
        /// ``Code/Locked``: not used; in SQLite, a connection that shares the cache was in the way.
        case LockedSharedCache = 262
        /// ``Code/Locked``: not used; in SQLite, a virtual table was locked.
        case LockedVirtualTable = 518
        /// ``Code/Busy``: not used; in SQLite, another process recovered the database.
        case BusyRecovery = 261
        /// ``Code/Busy``: a transaction that has read wants to write, and somebody else has written
        /// since.
        case BusySnapshot = 517
        /// ``Code/CantOpen``: not used; in SQLite, there is no folder for temporary files.
        case CantOpenNoTempDir = 270
        /// ``Code/CantOpen``: a directory is at the path of the file.
        case CantOpenIsDir = 526
        /// ``Code/CantOpen``: the path leads nowhere, or a folder of it cannot be made.
        case CantOpenFullPath = 782
        /// ``Code/CantOpen``: not used; in SQLite, a path could not be converted for the system.
        case CantOpenConvPath = 1038
        /// ``Code/CantOpen``: not used; in SQLite, the log has something that the file lacks.
        case CantOpenDirtyWal = 1294
        /// ``Code/Corrupt``: not used; in SQLite, what a virtual table keeps is damaged.
        case CorruptVirtualTable = 267
        /// ``Code/Corrupt``: not used; in SQLite, the table of the keys that were given out is
        /// damaged.
        case CorruptSequence = 523
        /// ``Code/Readonly``: not used; in SQLite, a database that needs recovery can only be read.
        case ReadonlyRecovery = 264
        /// ``Code/Readonly``: not used; in SQLite, the memory that processes share can only be
        /// read.
        case ReadonlyCantLock = 520
        /// ``Code/Readonly``: not used; in SQLite, a journal that would have to be undone can only
        /// be read.
        case ReadonlyRollback = 776
        /// ``Code/Readonly``: not used; in SQLite, the file was moved while it was open.
        case ReadonlyDatabaseMoved = 1032
        /// ``Code/Readonly``: not used; in SQLite, the memory that processes share has to be set
        /// up, and cannot be written.
        case ReadonlyCantInit = 1288
        /// ``Code/Readonly``: not used; in SQLite, no journal could be made beside the file.
        case ReadonlyDirectory = 1544
        /// ``Code/Abort``: not used; in SQLite, the transaction that a statement was in was undone.
        case AbortRollback = 516
        /// ``Code/Constraint``: a row does not meet a CHECK.
        case ConstraintCheck = 275
        /// ``Code/Constraint``: not used; in SQLite, a commit hook refused a commit.
        case ConstraintCommitHook = 531
        /// ``Code/Constraint``: a row would refer to one that does not exist.
        case ConstraintForeignKey = 787
        /// ``Code/Constraint``: not used; in SQLite, a function of the program refused a value.
        case ConstraintFunction = 1043
        /// ``Code/Constraint``: a column that is NOT NULL would get NULL.
        case ConstraintNotNull = 1299
        /// ``Code/Constraint``: another row has the primary key.
        case ConstraintPrimaryKey = 1555
        /// ``Code/Constraint``: a trigger refused with RAISE, or a foreign key with RESTRICT.
        case ConstraintTrigger = 1811
        /// ``Code/Constraint``: another row has the values of a unique index.
        case ConstraintUnique = 2067
        /// ``Code/Constraint``: not used; in SQLite, a virtual table refused a row.
        case ConstraintVirtualTable = 2323
        /// ``Code/Constraint``: another row has the rowid, which no column of the table stands for.
        case ConstraintRowID = 2579
        /// ``Code/Notice``: not used; in SQLite, a log was recovered.
        case NoticeRecoverWal = 283
        /// ``Code/Notice``: not used; in SQLite, a journal was undone.
        case NoticeRecoverRollback = 539
        /// ``Code/Warning``: not used; in SQLite, a query made an index for itself.
        case WarningAutoIndex = 284
        /// ``Code/Authorization``: not used; in SQLite, the user was not authorized.
        case AuthorizationUser = 279
        /// ``Code/OK``: not used; in SQLite, an extension stays loaded.
        case OKLoadPermanently = 256
    }
}
