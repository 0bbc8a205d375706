extension WCDBError {
    /// The exact kind of an error: a class of ``Code`` in the lower byte, a number above it.
    ///
    /// ```swift
    /// do {
    ///     try database.insert(note, intoTable: "notes")
    /// } catch let error as WCDBError where error.extendedCode == .ConstraintNotNull {
    ///     print("something is missing in the note")
    /// }
    /// ```
    public enum ExtendCode: Int, Sendable {
        /// ``Code/Error``: missing collseq.
        case ErrorMissingCollseq = 257
        /// ``Code/Error``: retry.
        case ErrorRetry = 513
        /// ``Code/Error``: snapshot.
        case ErrorSnapshot = 769
        /// ``Code/IOError``: read.
        case IOErrorRead = 266
        /// ``Code/IOError``: short read.
        case IOErrorShortRead = 522
        /// ``Code/IOError``: write.
        case IOErrorWrite = 778
        /// ``Code/IOError``: fsync.
        case IOErrorFsync = 1034
        /// ``Code/IOError``: dir fsync.
        case IOErrorDirFsync = 1290
        /// ``Code/IOError``: truncate.
        case IOErrorTruncate = 1546
        /// ``Code/IOError``: fstat.
        case IOErrorFstat = 1802
        /// ``Code/IOError``: unlock.
        case IOErrorUnlock = 2058
        /// ``Code/IOError``: rdlock.
        case IOErrorRdlock = 2314
        /// ``Code/IOError``: delete.
        case IOErrorDelete = 2570
        /// ``Code/IOError``: blocked.
        case IOErrorBlocked = 2826
        /// ``Code/IOError``: no memory.
        case IOErrorNoMemory = 3082
        /// ``Code/IOError``: access.
        case IOErrorAccess = 3338
        /// ``Code/IOError``: check reserved lock.
        case IOErrorCheckReservedLock = 3594
        /// ``Code/IOError``: lock.
        case IOErrorLock = 3850
        /// ``Code/IOError``: close.
        case IOErrorClose = 4106
        /// ``Code/IOError``: dir close.
        case IOErrorDirClose = 4362
        /// ``Code/IOError``: shm open.
        case IOErrorShmOpen = 4618
        /// ``Code/IOError``: shm size.
        case IOErrorShmSize = 4874
        /// ``Code/IOError``: shm lock.
        case IOErrorShmLock = 5130
        /// ``Code/IOError``: shm map.
        case IOErrorShmMap = 5386
        /// ``Code/IOError``: seek.
        case IOErrorSeek = 5642
        /// ``Code/IOError``: delete no entry.
        case IOErrorDeleteNoEntry = 5898
        /// ``Code/IOError``: mmap.
        case IOErrorMmap = 6154
        /// ``Code/IOError``: get temp path.
        case IOErrorGetTempPath = 6410
        /// ``Code/IOError``: conv path.
        case IOErrorConvPath = 6666
        /// ``Code/IOError``: vnode.
        case IOErrorVnode = 6922
        /// ``Code/IOError``: authorization.
        case IOErrorAuthorization = 7178
        /// ``Code/IOError``: begin atomic.
        case IOErrorBeginAtomic = 7434
        /// ``Code/IOError``: commit atomic.
        case IOErrorCommitAtomic = 7690
        /// ``Code/IOError``: rollback atomic.
        case IOErrorRollbackAtomic = 7946
        /// ``Code/Locked``: shared cache.
        case LockedSharedCache = 262
        /// ``Code/Locked``: virtual table.
        case LockedVirtualTable = 518
        /// ``Code/Busy``: recovery.
        case BusyRecovery = 261
        /// ``Code/Busy``: snapshot.
        case BusySnapshot = 517
        /// ``Code/CantOpen``: no temp dir.
        case CantOpenNoTempDir = 270
        /// ``Code/CantOpen``: is dir.
        case CantOpenIsDir = 526
        /// ``Code/CantOpen``: full path.
        case CantOpenFullPath = 782
        /// ``Code/CantOpen``: conv path.
        case CantOpenConvPath = 1038
        /// ``Code/CantOpen``: dirty wal.
        case CantOpenDirtyWal = 1294
        /// ``Code/Corrupt``: virtual table.
        case CorruptVirtualTable = 267
        /// ``Code/Corrupt``: sequence.
        case CorruptSequence = 523
        /// ``Code/Readonly``: recovery.
        case ReadonlyRecovery = 264
        /// ``Code/Readonly``: cant lock.
        case ReadonlyCantLock = 520
        /// ``Code/Readonly``: rollback.
        case ReadonlyRollback = 776
        /// ``Code/Readonly``: database moved.
        case ReadonlyDatabaseMoved = 1032
        /// ``Code/Readonly``: cant init.
        case ReadonlyCantInit = 1288
        /// ``Code/Readonly``: directory.
        case ReadonlyDirectory = 1544
        /// ``Code/Abort``: rollback.
        case AbortRollback = 516
        /// ``Code/Constraint``: check.
        case ConstraintCheck = 275
        /// ``Code/Constraint``: commit hook.
        case ConstraintCommitHook = 531
        /// ``Code/Constraint``: foreign key.
        case ConstraintForeignKey = 787
        /// ``Code/Constraint``: function.
        case ConstraintFunction = 1043
        /// ``Code/Constraint``: not null.
        case ConstraintNotNull = 1299
        /// ``Code/Constraint``: primary key.
        case ConstraintPrimaryKey = 1555
        /// ``Code/Constraint``: trigger.
        case ConstraintTrigger = 1811
        /// ``Code/Constraint``: unique.
        case ConstraintUnique = 2067
        /// ``Code/Constraint``: virtual table.
        case ConstraintVirtualTable = 2323
        /// ``Code/Constraint``: row ID.
        case ConstraintRowID = 2579
        /// ``Code/Notice``: recover wal.
        case NoticeRecoverWal = 283
        /// ``Code/Notice``: recover rollback.
        case NoticeRecoverRollback = 539
        /// ``Code/Warning``: auto index.
        case WarningAutoIndex = 284
        /// ``Code/Authorization``: user.
        case AuthorizationUser = 279
        /// ``Code/OK``: load permanently.
        case OKLoadPermanently = 256
    }
}
