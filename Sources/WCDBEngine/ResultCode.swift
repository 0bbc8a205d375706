package import WCDBStorage

/// The result codes of SQLite, extended ones included, as far as this engine gives them.
package enum ResultCode: Int32, CaseIterable, Sendable {
    case error = 1
    case busy = 5
    case locked = 6
    case noMemory = 7
    case readOnly = 8
    case interrupt = 9
    case ioError = 10
    case corrupt = 11
    case full = 13
    case cantOpen = 14
    case schema = 17
    case tooBig = 18
    case constraint = 19
    case mismatch = 20
    case misuse = 21
    case range = 25
    case notADatabase = 26
    case missingCollation = 257
    case busySnapshot = 517
    case constraintCheck = 275
    case constraintForeignKey = 787
    case constraintNotNull = 1299
    case constraintPrimaryKey = 1555
    case constraintTrigger = 1811
    case constraintUnique = 2067
    case constraintRowID = 2579
    case constraintDatatype = 3091

    /// The code without its extension.
    package var primary: Int32 { rawValue & 0xFF }
}

extension StorageError {
    package var resultCode: ResultCode {
        switch self {
        case .io(let failure): failure.isOfPath ? .cantOpen : .ioError
        case .outcomeUnknown, .failStopped: .ioError
        case .diskFull: .full
        case .corrupt: .corrupt
        case .notADatabase, .olderFormat, .newerFormat, .unsupportedPageSize: .notADatabase
        case .lockedByAnotherProcess, .busy, .deadlock: .busy
        case .busySnapshot: .busySnapshot
        case .foreignLog, .missingLog, .fileMovedOrDeleted: .cantOpen
        case .readOnly: .readOnly
        case .closed, .suspended, .misuse: .misuse
        case .interrupted: .interrupt
        case .limit: .tooBig
        case .noMemory: .noMemory
        }
    }

    package var sqlMessage: String {
        switch self {
        case .diskFull: "database or disk is full"
        case .corrupt: "database disk image is malformed"
        case .notADatabase: "file is not a database"
        case .busy, .busySnapshot: "database is locked"
        case .deadlock:
            "database is locked: its writer waits, directly or not, for what this thread holds"
        case .lockedByAnotherProcess: "database is locked by another process"
        case .readOnly: "attempt to write a readonly database"
        case .interrupted: "interrupted"
        case .io(let failure):
            failure.isOfPath ? "unable to open database file" : "disk I/O error"
        case .olderFormat(_, let reason): "file is of an older version: \(reason)"
        case .newerFormat(_, let reason): "file is of a newer version: \(reason)"
        case .unsupportedPageSize(_, let size): "pages of \(size) bytes are not supported"
        case .foreignLog(_, let reason): "unable to open database file: \(reason)"
        case .missingLog(_, let reason): "unable to open database file: \(reason)"
        case .fileMovedOrDeleted: "the database file was moved or deleted while it was open"
        case .closed: "the database is closed"
        case .suspended: "the database is suspended: resume it first"
        case .failStopped(let reason): "disk I/O error: \(reason); close and open the database"
        case .outcomeUnknown(let reason):
            "disk I/O error: \(reason); whether it was committed shows when it is opened again"
        case .limit(let limit): "limit reached: \(limit)"
        case .noMemory: EngineError.noMemoryMessage
        case .misuse(let reason): reason
        }
    }
}
