public import Foundation

// The spellings that databases had in 1.x.

extension Database {
    /// The same as ``init(at:)-(String)``.
    ///
    /// ```swift
    /// let database = Database(withPath: NSHomeDirectory() + "/Documents/notes.db")
    /// ```
    public convenience init(withPath path: String) { self.init(at: path) }

    /// The same as ``init(at:readOnly:)``.
    ///
    /// ```swift
    /// let database = Database(withFileURL: URL(fileURLWithPath: "/tmp/notes.db"))
    /// ```
    public convenience init(withFileURL url: URL) { self.init(at: url) }

    /// The database that has a tag. Throws when none has it.
    ///
    /// ```swift
    /// let database = Database(at: "/tmp/notes.db")
    /// database.tag = 7
    /// let same = try Database(withExistingTag: 7)
    /// same.path == database.path  // true
    /// ```
    public convenience init(withExistingTag tag: Tag) throws {
        guard let core = CoreDirectory.shared.all.first(where: { $0.tag == tag }) else {
            throw WCDBError(.NotFound, "No database has the tag \(tag).", tag: tag)
        }
        self.init(core)
    }

    /// What the names of the files have behind the path of the main one.
    ///
    /// ```swift
    /// let files = Database.subfixs.map { database.path + $0 }
    /// ```
    public static var subfixs: [String] { ["", "-wal", "-journal", "-shm", "-backup"] }

    /// Moves the files of the database, and others.
    ///
    /// ```swift
    /// try database.moveFiles(
    ///     toDirectory: archive, withExtraFiles: database.path + ".thumbnails")
    /// ```
    public func moveFiles(toDirectory directory: String, withExtraFiles files: String...) throws {
        try moveFiles(toDirectory: directory, withExtraFiles: files)
    }

    /// Moves the files of the database, and others.
    ///
    /// ```swift
    /// let thumbnails = try FileManager.default.contentsOfDirectory(atPath: "/tmp/thumbnails")
    ///     .map { "/tmp/thumbnails/" + $0 }
    /// try database.moveFiles(toDirectory: archive, withExtraFiles: thumbnails)
    /// ```
    public func moveFiles(toDirectory directory: String, withExtraFiles files: [String]) throws {
        let others = files.filter(FileManager.default.fileExists).map {
            OtherFile($0, movedTo: directory, of: self)
        }
        for file in others { try file.requirePlace() }
        try moveFiles(toDirectory: directory)
        for file in others { try file.move() }
    }

    /// Where a configuration stands: those of lower numbers are run first.
    ///
    /// ```swift
    /// let late: Database.ConfigOrder = 10
    /// database.setConfig(named: "log", with: { _ in log("open") }, orderBy: late)
    /// ```
    public typealias ConfigOrder = Int

    /// The same as ``setConfig(named:withInvocation:withUninvocation:withPriority:)``.
    ///
    /// ```swift
    /// database.setConfig(
    ///     named: "keys", with: { try $0.exec(StatementPragma().pragma(.foreignKeys).to(true)) },
    ///     orderBy: 1)
    /// ```
    public func setConfig(
        named name: String, with callback: @escaping Config, orderBy order: ConfigOrder = 0
    ) {
        core.configurations.set(
            ConfigurationList.Configuration(
                name: name, priority: Int64(order), invoke: callback, uninvoke: nil))
    }

    /// Is told what statements cost: tag, how often each ran, nanoseconds.
    ///
    /// ```swift
    /// Database.globalTrace(ofPerformance: { tag, statements, nanoseconds in
    ///     if nanoseconds > 100_000_000 { log("slow: \(statements.keys)") }
    /// })
    /// ```
    public static func globalTrace(
        ofPerformance tracer: @escaping (Tag?, [String: Int], Int64) -> Void
    ) {
        globalTracePerformance { tag, _, _, sql, info in
            tracer(tag == 0 ? nil : tag, [sql: 1], info.costInNanoseconds)
        }
    }

    /// The same as ``globalTracePerformance(_:)-(Void?)``.
    ///
    /// ```swift
    /// Database.globalTrace(ofPerformance: nil)
    /// ```
    public static func globalTrace(ofPerformance tracer: Void?) { globalTracePerformance(nil) }

    /// Sets a closure that is told of every statement in every database.
    ///
    /// ```swift
    /// Database.globalTrace(ofSQL: { sql in log(sql) })
    /// ```
    public static func globalTrace(ofSQL tracer: @escaping (String) -> Void) {
        globalTraceSQL { _, _, _, sql, _ in tracer(sql) }
    }

    /// The same as ``globalTraceSQL(_:)-(Void?)``.
    ///
    /// ```swift
    /// Database.globalTrace(ofSQL: nil)
    /// ```
    public static func globalTrace(ofSQL tracer: Void?) { globalTraceSQL(nil) }

    /// The same as ``globalTraceError(_:)-((WCDBError)->Void)``.
    ///
    /// ```swift
    /// Database.globalTrace(ofError: { error in log("\(error)") })
    /// ```
    public static func globalTrace(ofError tracer: @escaping (WCDBError) -> Void) {
        globalTraceError(tracer)
    }

    /// The same as ``globalTraceError(_:)-(Void?)``.
    ///
    /// ```swift
    /// Database.globalTrace(ofError: nil)
    /// ```
    public static func globalTrace(ofError tracer: Void?) { globalTraceError(nil) }

    /// The same as ``globalTraceError(_:)-(Void?)``.
    ///
    /// ```swift
    /// Database.resetGlobalTraceOfError()
    /// ```
    public static func resetGlobalTraceOfError() { globalTraceError(nil) }
}
