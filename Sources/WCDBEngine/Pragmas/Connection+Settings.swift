import WCDBSQL
import WCDBStorage

/// The pragmas that set something or read a number.
extension Connection {
    // MARK: What a connection keeps

    /// Whether a pragma that is a flag is on. Those that mean something are off until they are set.
    func flag(_ pragma: String) -> Bool {
        guard !settings.isEmpty, let value = settings[pragma] else { return false }
        return value != 0
    }

    func rows(of call: PragmaCall, _ setting: PragmaSetting) -> [[Value]] {
        if call.value != nil {
            // Keys that are broken within a transaction are not known when it ends.
            if call.name == "foreign_keys", !isAutocommit { return [] }
            settings[call.name] = setting.value(call)
            if call.name == "defer_foreign_keys", !defersForeignKeys { brokenKeys.postponed = 0 }
            environmentVersion += 1
            guard setting.answersWhenSet else { return [] }
        }
        return .number(settings[call.name] ?? initialSettings[call.name] ?? setting.initial)
    }

    /// The mode cannot be changed: a file has a log, and what is in memory needs none.
    func journalMode(_ call: PragmaCall) -> [[Value]] {
        [[.text(call.database?.isInMemory ?? isInMemory ? "memory" : "wal")]]
    }

    /// Governs how the commits of a database are made durable.
    func synchronous(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        let database = call.database ?? mainDatabase
        guard let text = call.text else {
            return .number(database.syncLevel.rawValue)
        }
        guard isAutocommit else {
            throw .error("Safety level may not be changed inside a transaction")
        }
        guard !database.isTemporary else { return [] }
        database.syncLevel =
            switch FoldedName.fold(text) {
            case "off", "no", "false": .off
            case "full": .full
            case "extra": .extra
            // A number, or a word: those that say nothing else, NORMAL among them, mean NORMAL.
            case let word:
                Int(word).map { SyncLevel(rawValue: UInt8(clamping: $0)) ?? .extra } ?? .normal
            }
        return []
    }

    /// Replaces the function behind LIKE for statements that are compiled from now on.
    func setCaseSensitiveLike(_ call: PragmaCall) -> [[Value]] {
        guard let isSensitive = call.flag else { return [] }
        functions.register(FunctionDescription(isSensitive ? .caseSensitiveLike : .like))
        return []
    }

    // MARK: What a file keeps

    func storedNumber(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        let database = call.database ?? mainDatabase
        guard let number = call.shortInteger else {
            try beginReading(database)
            let state = database.transaction.state
            let stored =
                switch call.name {
                case "user_version": state.userVersion
                case "application_id": state.applicationID
                default: state.schemaCookie
                }
            return .number(Int32(bitPattern: stored))
        }
        let stored = UInt32(bitPattern: number)
        try changing(database) { () throws(EngineError) in
            do throws(StorageError) {
                switch call.name {
                case "user_version": try database.transaction.setUserVersion(stored)
                case "application_id": try database.transaction.setApplicationID(stored)
                default: try database.transaction.setSchemaCookie(stored)
                }
            } catch {
                throw .storage(error)
            }
        }
        return []
    }

    func fileNumber(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        let database = call.database ?? mainDatabase
        try beginReading(database)
        let state = database.transaction.state
        switch call.name {
        case "page_size":
            // A file keeps the size it was made with.
            guard call.value == nil else { return [] }
            return .number(database.store.pageSize)
        case "page_count": return .number(state.pageCount)
        case "freelist_count": return .number(state.freeCount)
        case "max_page_count":
            if let limit = call.wholeNumber, limit > 0 {
                database.transaction.maxPageCount = max(
                    state.pageCount, UInt32(clamping: min(limit, Int64(UInt32.max) - 8)))
            }
            return .number(database.transaction.maxPageCount)
        case "data_version":
            let version = UInt32(truncatingIfNeeded: database.transaction.otherCommits)
            return .number(version &+ 1)
        default:
            guard call.value == nil else { return [] }
            let isMain = database === mainDatabase
            return .number(isMain ? max(state.autoVacuum, autoVacuum) : state.autoVacuum)
        }
    }

    // MARK: Work on a file

    /// Closes gaps, whatever `auto_vacuum` says; without a positive number, all of them.
    func runIncrementalVacuum(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        let pages = call.shortInteger ?? 0
        try incrementalVacuum(
            of: call.database ?? mainDatabase, pages: pages > 0 ? Int(pages) : .max)
        return []
    }

    func checkpoint(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        let named = (call.database.map { [$0] } ?? databases).filter { !$0.isInMemory }
        guard !named.isEmpty else { return [[.integer(0), .integer(-1), .integer(-1)]] }
        guard !named.contains(where: { $0.transaction.isWritable }) else {
            throw .sql(.locked, "database table is locked")
        }
        try endStatement()
        let mode: CheckpointMode =
            switch FoldedName.fold(call.text ?? "") {
            case "full": .full
            case "restart": .restart
            case "truncate": .truncate
            default: .passive
            }
        do {
            // The answer is about the first of several.
            let counts = try named.map { (database) throws(StorageError) in
                try database.store.checkpoint(mode).pages
            }
            // A log that was truncated is empty.
            let pages = mode == .truncate ? 0 : Int64(clamping: counts.first ?? 0)
            return [[.integer(0), .integer(pages), .integer(pages)]]
        } catch {
            throw .storage(error)
        }
    }
}
