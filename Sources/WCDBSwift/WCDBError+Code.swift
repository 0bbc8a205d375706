extension WCDBError {
    /// The class of an error.
    ///
    /// ```swift
    /// do {
    ///     try database.insert(note, intoTable: "notes")
    /// } catch let error as WCDBError {
    ///     switch error.code {
    ///     case .Constraint: print("there is one already")
    ///     case .Full, .IOError: print("the disk is full, or broken")
    ///     default: throw error
    ///     }
    /// }
    /// ```
    public enum Code: Int, Sendable {
        /// Nothing failed.
        case OK = 0
        /// The statement is wrong, or what it names does not exist.
        case Error = 1
        /// A bug in the library.
        case Internal = 2
        /// Access is not allowed.
        case Permission = 3
        /// The work was abandoned.
        case Abort = 4
        /// Somebody else has what the statement needs.
        case Busy = 5
        /// The same connection has what the statement needs.
        case Locked = 6
        /// There is not enough memory.
        case NoMemory = 7
        /// The database can only be read.
        case Readonly = 8
        /// The work was cancelled.
        case Interrupt = 9
        /// The operating system failed to read or write.
        case IOError = 10
        /// The file contradicts itself.
        case Corrupt = 11
        /// Something is not there.
        case NotFound = 12
        /// The disk is full.
        case Full = 13
        /// The file cannot be opened.
        case CantOpen = 14
        /// Processes disagree on who may write.
        case `Protocol` = 15
        /// Not used.
        case Empty = 16
        /// The schema has changed.
        case Schema = 17
        /// Something is too large, or there is too much of it.
        case Exceed = 18
        /// A constraint of the table would be violated.
        case Constraint = 19
        /// A value is of the wrong type.
        case Mismatch = 20
        /// The library is used wrongly.
        case Misuse = 21
        /// Not used.
        case NoLargeFileSupport = 22
        /// Access was refused.
        case Authorization = 23
        /// Not used.
        case Format = 24
        /// There is no parameter of this number.
        case Range = 25
        /// The file is not a database, or the key is wrong.
        case NotADatabase = 26
        /// Information.
        case Notice = 27
        /// A warning.
        case Warning = 28
        /// A row is available.
        case Row = 100
        /// The statement has no more rows.
        case Done = 101
    }
}
