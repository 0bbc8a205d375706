import Foundation
import WCDBStorage

/// Where queries put what does not fit into memory; nil is beside the database.
///
/// **Users.** Any thread.
final class TemporaryDirectory: @unchecked Sendable {
    static let shared = TemporaryDirectory()

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var directory: String?

    var path: String? {
        get { lock.withLock { directory } }
        set { lock.withLock { directory = newValue } }
    }
}

extension Database {
    /// Sets where the temporary files of queries lie, for all connections that are opened from now
    /// on; makes the directory if need be. Returns false if that cannot be done. The empty path
    /// stands for the directory of the database.
    ///
    /// ```swift
    /// Database.setDefaultTemporaryDirectory(NSTemporaryDirectory())
    /// ```
    @discardableResult
    public static func setDefaultTemporaryDirectory(_ directory: String) -> Bool {
        guard !directory.isEmpty else {
            TemporaryDirectory.shared.path = nil
            return true
        }
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
        } catch {
            return false
        }
        TemporaryDirectory.shared.path = directory
        return true
    }
}
