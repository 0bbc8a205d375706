extension WCDBError {
    /// How bad an error is. Only those of level ``Error`` are thrown; tracers see all.
    ///
    /// ```swift
    /// Database.globalTraceError { error in
    ///     switch error.level {
    ///     case .Error, .Fatal: log("\(error)")
    ///     case .Ignore, .Debug, .Notice, .Warning: break
    ///     }
    /// }
    /// ```
    public enum Level: Int, CustomStringConvertible, Sendable {
        /// Expected, and handled already.
        case Ignore = 1
        /// Of interest to whoever looks for a mistake.
        case Debug = 2
        /// Information.
        case Notice = 3
        /// Something was repaired, or failed in the background.
        case Warning = 4
        /// A call failed.
        case Error = 5
        /// The program uses the library wrongly.
        case Fatal = 6

        /// The name of the level in capitals.
        ///
        /// ```swift
        /// WCDBError.Level.Warning.description  // WARNING
        /// ```
        public var description: String {
            switch self {
            case .Ignore: "IGNORE"
            case .Debug: "DEBUG"
            case .Notice: "NOTICE"
            case .Warning: "WARNING"
            case .Error: "ERROR"
            case .Fatal: "FATAL"
            }
        }
    }
}
