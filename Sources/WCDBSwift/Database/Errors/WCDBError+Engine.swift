import Foundation
import WCDBEngine
import WCDBStorage

// How errors of the engine become errors of this module.

extension WCDBError {
    /// Where errors of the engine come from: the word that programs look for, whatever the engine
    /// is.
    static let engineSource = "SQLite"

    /// A failure of the engine while a statement was prepared or ran, or of some work in the
    /// background.
    convenience init(
        _ failure: EngineError, sql: String?, path: String, tag: Tag?, level: Level = .Error,
        work: String? = nil
    ) {
        let primary = failure.code.primary
        var extended = failure.code.rawValue
        var extInfos: ExtInfos = [:]
        if case .storage(let storage) = failure {
            if case .io(let io) = storage {
                extended = io.extendedCode
                extInfos.note(systemError: io.errno)
            }
            if let detail = storage.detail { extInfos["Detail"] = Value(detail) }
        }
        self.init(
            level: level, code: Code(rawValue: Int(primary)) ?? .Error,
            infos: Infos(
                source: WCDBError.engineSource, message: failure.message, path: path, tag: tag,
                sql: sql, work: work, extendedCode: extended != primary ? extended : nil),
            extInfos: extInfos)
    }
}

extension WCDBError {
    /// What one gets who would close a circle of threads that wait.
    static var circle: WCDBError {
        WCDBError(
            .Busy, "database is locked: who keeps it waits, directly or not, for this thread")
    }
}

extension StorageError {
    /// What is known beyond the message.
    fileprivate var detail: String? {
        switch self {
        case .corrupt(let corruption):
            "\(corruption.kind.rawValue) of page \(corruption.page.rawValue): "
                + corruption.detail
        case .notADatabase(_, let reason), .olderFormat(_, let reason),
            .newerFormat(_, let reason), .foreignLog(_, let reason),
            .missingLog(_, let reason), .failStopped(let reason), .outcomeUnknown(let reason):
            reason
        case .io(let failure): "\(failure.operation.rawValue) \(failure.path)"
        case .lockedByAnotherProcess(let path): "another process has \(path)"
        case .limit(let limit): limit
        case .misuse(let message): message
        case .diskFull, .unsupportedPageSize, .fileMovedOrDeleted, .busy, .deadlock, .busySnapshot,
            .readOnly, .closed, .suspended, .interrupted, .noMemory:
            nil
        }
    }
}

extension IOFailure {
    /// The number that programs know from SQLite.
    fileprivate var extendedCode: Int32 {
        let kind: WCDBError.ExtendCode? =
            switch operation {
            case .read: .IOErrorRead
            case .write, .reserve: .IOErrorWrite
            case .sync: .IOErrorFsync
            case .syncDirectory: .IOErrorDirFsync
            case .truncate: .IOErrorTruncate
            case .identity where isOfPath: .CantOpenFullPath
            case .size, .identity, .list: .IOErrorFstat
            case .lock: .IOErrorLock
            case .close: .IOErrorClose
            case .remove: .IOErrorDelete
            case .open: errno == EISDIR ? .CantOpenIsDir : nil
            case .rename: nil
            }
        if let kind { return Int32(kind.rawValue) }
        let code: WCDBError.Code = operation == .open ? .CantOpen : .IOError
        return Int32(code.rawValue)
    }
}
