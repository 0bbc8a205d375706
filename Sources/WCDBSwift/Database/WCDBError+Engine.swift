import Foundation
import WCDBEngine
import WCDBStorage

// How errors of the engine become errors of this module.

extension WCDBError {
    /// A failure of the engine while a statement was prepared or ran, or of some work in the
    /// background.
    convenience init(
        _ failure: EngineError, sql: String?, path: String, tag: Tag?, level: Level = .Error,
        work: String? = nil
    ) {
        let code = failure.code
        var infos: Infos = [
            // The word that programs look for, whatever the engine is.
            .source: Value("SQLite"), .message: Value(failure.message),
            .path: Value(path),
        ]
        let primary = code.primary
        var extended = code.rawValue
        var extInfos: ExtInfos = [:]
        if case .storage(let storage) = failure {
            if case .io(let io) = storage {
                extended = io.extendedCode
                extInfos.note(systemError: io.errno)
            }
            if let detail = storage.detail { extInfos["Detail"] = Value(detail) }
        }
        if extended != primary { infos[.extendedCode] = Value(Int64(extended)) }
        if let sql, !sql.isEmpty { infos[.SQL] = Value(sql) }
        if let tag { infos[.tag] = Value(Int64(tag)) }
        if let work { infos[.type] = Value(work) }
        self.init(
            level: level, code: Code(rawValue: Int(primary)) ?? .Error, infos: infos,
            extInfos: extInfos)
    }

    /// Something that the library itself refuses or reports.
    convenience init(
        _ code: Code, _ message: String, level: Level = .Error, sql: String? = nil,
        path: String? = nil, tag: Tag? = nil, source: String = "Swift", work: String? = nil,
        extInfos: ExtInfos = [:]
    ) {
        var infos: Infos = [.source: Value(source), .message: Value(message)]
        if let work { infos[.type] = Value(work) }
        if let path { infos[.path] = Value(path) }
        if let sql, !sql.isEmpty { infos[.SQL] = Value(sql) }
        if let tag { infos[.tag] = Value(Int64(tag)) }
        self.init(level: level, code: code, infos: infos, extInfos: extInfos)
    }
}

extension WCDBError.ExtInfos {
    /// Number and words of the operating system.
    fileprivate mutating func note(systemError number: Int32) {
        self["SystemErrno"] = Value(Int64(number))
        self["SystemErrMsg"] = Value(String(cString: strerror(number)))
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

extension WCDBError {
    /// There is a directory where a file of a database should be.
    static func isDirectory(_ path: String, tag: Tag?) -> WCDBError {
        cannotOpen(
            path, tag: tag, because: "it is a directory", extendedCode: .CantOpenIsDir,
            systemError: EISDIR)
    }

    /// The folder above it is not there, and could not be made.
    static func cannotOpen(
        _ path: String, tag: Tag?, withoutFolder failure: any Swift.Error
    ) -> WCDBError {
        let failure = failure as NSError
        let number = WCDBError.number(of: failure)
        return cannotOpen(
            path, tag: tag, because: "its folder cannot be made: " + message(of: failure),
            extendedCode: .CantOpenFullPath, systemError: number != 0 ? number : nil)
    }

    static func cannotOpen(
        _ path: String, tag: Tag?, because detail: String, extendedCode: ExtendCode? = nil,
        systemError: Int32? = nil
    ) -> WCDBError {
        var infos: Infos = [
            .source: Value("SQLite"), .message: Value("unable to open database file"),
            .path: Value(path),
        ]
        if let tag { infos[.tag] = Value(Int64(tag)) }
        if let extendedCode { infos[.extendedCode] = Value(Int64(extendedCode.rawValue)) }
        var extInfos = ["Detail": Value(detail)]
        if let systemError { extInfos.note(systemError: systemError) }
        return WCDBError(level: .Error, code: .CantOpen, infos: infos, extInfos: extInfos)
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

extension WCDBError {
    /// A failure of the operating system, as `Foundation` tells it.
    convenience init(system failure: any Swift.Error, path: String?, tag: Tag?) {
        let failure = failure as NSError
        let number = WCDBError.number(of: failure)
        let code: Code =
            switch number {
            case ENOMEM: .NoMemory
            case EACCES, EPERM: .Permission
            case EBUSY: .Busy
            case ENOSPC, EDQUOT: .Full
            case ENOENT: .NotFound
            default: .IOError
            }
        var infos: Infos = [
            .source: Value("System"), .message: Value(WCDBError.message(of: failure)),
        ]
        if number != 0 { infos[.extendedCode] = Value(Int64(number)) }
        if let path { infos[.path] = Value(path) }
        if let tag { infos[.tag] = Value(Int64(tag)) }
        self.init(level: .Error, code: code, infos: infos)
    }

    /// That of the system; 0 if there is none.
    private static func number(of failure: NSError) -> Int32 {
        // The cause is not an object everywhere: what is no `NSError` becomes one.
        let cause = failure.userInfo[NSUnderlyingErrorKey] as? any Swift.Error
        let underlying = cause.map { $0 as NSError } ?? failure
        return underlying.domain == NSPOSIXErrorDomain ? Int32(underlying.code) : 0
    }

    /// What the system says, and of which file, be it the database's or another one.
    private static func message(of failure: NSError) -> String {
        let file = failure.userInfo[NSFilePathErrorKey] as? String
        return failure.localizedDescription + (file.map { " (\($0))" } ?? "")
    }
}
