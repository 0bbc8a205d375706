import Foundation
import WCDBSQL
import WCDBStorage

/// The cores of this process, by canonical path.
///
/// **Users.** Any thread.
final class CoreDirectory: @unchecked Sendable {
    static let shared = CoreDirectory()

    private let lock = Lock(scheduler: nil)
    // Guard for both: `lock`.
    private var cores: [SQLText: DatabaseCore] = [:]
    /// Who observes files that have no core, because they are only attached.
    private var observers: [SQLText: ChangeObservers] = [:]

    /// The core of a path; made if there is none.
    func core(at url: URL) -> DatabaseCore {
        let path = CoreDirectory.canonicalPath(of: url)
        let (core, isNew) = lock.withLock {
            let key = CoreDirectory.key(path)
            if let known = cores[key] { return (known, false) }
            let known = observers.removeValue(forKey: key)
            let core = DatabaseCore(path: path, observers: known ?? ChangeObservers())
            cores[key] = core
            return (core, true)
        }
        if isNew { OperationTraces.shared.tell(core, .Create) }
        return core
    }

    /// The core of a file that is there; nil if there is none.
    func known(at path: String) -> DatabaseCore? {
        guard let key = CoreDirectory.key(ofFileAt: path) else { return nil }
        return lock.withLock { cores[key] }
    }

    /// Who observes a file that is there; nil if nobody can.
    func knownObservers(at path: String) -> ChangeObservers? {
        guard let key = CoreDirectory.key(ofFileAt: path) else { return nil }
        return lock.withLock { cores[key]?.observers ?? observers[key] }
    }

    /// Where those are listed who observe a file, whether or not it has a core, or is there yet:
    /// whoever only attaches it did not ask for a database.
    func observers(at path: String) -> ChangeObservers {
        let key =
            CoreDirectory.key(ofFileAt: path)
            ?? CoreDirectory.key(CoreDirectory.shortened(path))
        return lock.withLock {
            if let known = cores[key]?.observers ?? observers[key] { return known }
            let made = ChangeObservers()
            observers[key] = made
            return made
        }
    }

    var all: [DatabaseCore] { lock.withLock { Array(cores.values) } }

    private static func key(ofFileAt path: String) -> SQLText? {
        guard let path = try? SystemFileSystem.shared.canonicalPath(of: path) else { return nil }
        return key(shortened(path))
    }

    /// Unicode can spell a letter in two ways. Most file systems take these for two names, as SQL
    /// does; those of Apple take them for one.
    private static func key(_ path: String) -> SQLText {
        #if canImport(Darwin)
            SQLText(path.precomposedStringWithCanonicalMapping)
        #else
            SQLText(path)
        #endif
    }

    /// The path without links and dots. The directories above the file are made, so that they can
    /// be looked at; where that fails, opening will say why.
    private static func canonicalPath(of url: URL) -> String {
        let standard = url.standardizedFileURL
        try? FileManager.default.createDirectory(
            at: standard.deletingLastPathComponent(), withIntermediateDirectories: true)
        let path = (try? SystemFileSystem.shared.canonicalPath(of: standard.path)) ?? standard.path
        return shortened(path)
    }

    /// The path without `/private`: on Apple's systems `/private/var` is the same as `/var`.
    private static func shortened(_ path: String) -> String {
        #if canImport(Darwin)
            if path.hasPrefix("/private/") { return String(path.dropFirst("/private".count)) }
        #endif
        return path
    }
}
