extension WCDBError {
    /// What can be known about an error.
    ///
    /// ```swift
    /// Database.globalTraceError { error in
    ///     if let sql = error.infos[.SQL]?.stringValue { log("failed: \(sql)") }
    /// }
    /// ```
    public enum Key: Int, CustomStringConvertible, Sendable {
        /// The tag of the database.
        case tag = 1
        /// The path of the database.
        case path = 2
        /// The kind of work in the background that failed.
        case type = 3
        /// The part of the library that found it.
        case source = 4
        /// The statement.
        case SQL = 5
        /// The number of an ``ExtendCode``, or that of the operating system.
        case extendedCode = 6
        /// A sentence.
        case message = 7
        /// Anything else.
        case invalidKey = 8

        /// The name of the key.
        ///
        /// ```swift
        /// WCDBError.Key.extendedCode.description  // ExtCode
        /// ```
        public var description: String {
            switch self {
            case .tag: "Tag"
            case .path: "Path"
            case .type: "Type"
            case .source: "Source"
            case .SQL: "SQL"
            case .extendedCode: "ExtCode"
            case .message: "Message"
            case .invalidKey: "InvalidKey"
            }
        }
    }
}
