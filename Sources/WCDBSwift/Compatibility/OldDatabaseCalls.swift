public import Foundation

// The spellings that databases had in 1.x.

extension Database {
    /// ``init(at:)-(String)``
    public convenience init(withPath path: String) { self.init(at: path) }

    /// ``init(at:readOnly:)``
    public convenience init(withFileURL url: URL) { self.init(at: url) }

    /// The database that has a tag. Throws when none has it.
    public convenience init(withExistingTag tag: Tag) throws {
        guard let core = CoreDirectory.shared.all.first(where: { $0.tag == tag }) else {
            throw WCDBError(.NotFound, "No database has the tag \(tag).", tag: tag)
        }
        self.init(core)
    }

    /// What the names of the files have behind the path of the main one.
    public static var subfixs: [String] { ["", "-wal", "-journal", "-shm", "-backup"] }

    /// Moves the files of the database, and others.
    public func moveFiles(toDirectory directory: String, withExtraFiles files: String...) throws {
        try moveFiles(toDirectory: directory, withExtraFiles: files)
    }

    /// Moves the files of the database, and others.
    public func moveFiles(toDirectory directory: String, withExtraFiles files: [String]) throws {
        try moveFiles(toDirectory: directory)
        for file in files where FileManager.default.fileExists(atPath: file) {
            let target = (directory as NSString)
                .appendingPathComponent((file as NSString).lastPathComponent)
            do {
                try? FileManager.default.removeItem(atPath: target)
                try FileManager.default.moveItem(atPath: file, toPath: target)
            } catch {
                throw core.report(WCDBError(system: error, path: path, tag: tag))
            }
        }
    }

    /// Where a configuration stands: those of lower numbers are run first.
    public typealias ConfigOrder = Int

    /// ``setConfig(named:withInvocation:withUninvocation:withPriority:)``
    public func setConfig(
        named name: String, with callback: @escaping Config, orderBy order: ConfigOrder = 0
    ) {
        core.configurations.set(
            ConfigurationList.Configuration(
                name: name, priority: Int64(order), invoke: callback, uninvoke: nil))
    }

    /// Hears of the cost of statements: tag, how often each ran, nanoseconds.
    public static func globalTrace(
        ofPerformance tracer: @escaping (Tag?, [String: Int], Int64) -> Void
    ) {
        globalTracePerformance { tag, _, _, sql, info in
            tracer(tag == 0 ? nil : tag, [sql: 1], info.costInNanoseconds)
        }
    }

    /// ``globalTracePerformance(_:)-(Void?)``
    public static func globalTrace(ofPerformance tracer: Void?) { globalTracePerformance(nil) }

    /// Hears of every statement in every database.
    public static func globalTrace(ofSQL tracer: @escaping (String) -> Void) {
        globalTraceSQL { _, _, _, sql, _ in tracer(sql) }
    }

    /// ``globalTraceSQL(_:)-(Void?)``
    public static func globalTrace(ofSQL tracer: Void?) { globalTraceSQL(nil) }

    /// ``globalTraceError(_:)-((WCDBError)->Void)``
    public static func globalTrace(ofError tracer: @escaping (WCDBError) -> Void) {
        globalTraceError(tracer)
    }

    /// ``globalTraceError(_:)-(Void?)``
    public static func globalTrace(ofError tracer: Void?) { globalTraceError(nil) }

    /// ``globalTraceError(_:)-(Void?)``
    public static func resetGlobalTraceOfError() { globalTraceError(nil) }
}
