import Foundation

// Errors of the operating system.

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
        self.init(
            level: .Error, code: code,
            infos: Infos(
                source: "System", message: WCDBError.message(of: failure), path: path, tag: tag,
                extendedCode: number))
    }

    /// There is a directory where a file of a database should be.
    static func isDirectory(_ path: String, tag: Tag?) -> WCDBError {
        cannotOpen(
            path, tag: tag, because: "it is a directory", extendedCode: .CantOpenIsDir,
            systemError: EISDIR)
    }

    /// The folder above the file is not there, and could not be made.
    static func cannotOpen(
        _ path: String, tag: Tag?, withoutFolder failure: any Swift.Error
    ) -> WCDBError {
        let failure = failure as NSError
        return cannotOpen(
            path, tag: tag, because: "its folder cannot be made: " + message(of: failure),
            extendedCode: .CantOpenFullPath, systemError: number(of: failure))
    }

    /// The file of a database cannot be opened, as the engine says it too.
    static func cannotOpen(
        _ path: String, tag: Tag?, because detail: String, extendedCode: ExtendCode? = nil,
        systemError: Int32? = nil
    ) -> WCDBError {
        var extInfos = ["Detail": Value(detail)]
        if let systemError { extInfos.note(systemError: systemError) }
        return WCDBError(
            level: .Error, code: .CantOpen,
            infos: Infos(
                source: engineSource, message: "unable to open database file", path: path,
                tag: tag, extendedCode: extendedCode.map { Int32($0.rawValue) }),
            extInfos: extInfos)
    }

    /// The number that the system gave the failure; nil if there is none.
    private static func number(of failure: NSError) -> Int32? {
        // The cause is not an object everywhere: what is no `NSError` becomes one.
        let cause = failure.userInfo[NSUnderlyingErrorKey] as? any Swift.Error
        let underlying = cause.map { $0 as NSError } ?? failure
        guard underlying.domain == NSPOSIXErrorDomain, underlying.code != 0 else { return nil }
        return Int32(underlying.code)
    }

    /// What the system says, and of which file, be it the database's or another one.
    private static func message(of failure: NSError) -> String {
        let file = failure.userInfo[NSFilePathErrorKey] as? String
        return failure.localizedDescription + (file.map { " (\($0))" } ?? "")
    }
}

extension WCDBError.ExtInfos {
    /// Number and words of the operating system.
    mutating func note(systemError number: Int32) {
        self["SystemErrno"] = Value(Int64(number))
        self["SystemErrMsg"] = Value(String(cString: strerror(number)))
    }
}
