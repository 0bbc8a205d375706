import Foundation
import WCDBStorage

/// The path of a database on the real file system, for one run of a target.
///
/// **Users.** One run, which calls `remove` when it is over.
struct TemporaryFile {
    let path: String

    init(_ target: String, seed: UInt64) {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("wcdb-\(target)-\(seed).db").path
    }

    /// The database, its log and its lock.
    func remove() {
        for name in [path, StoreFiles.log(path), StoreFiles.lock(path)] {
            try? FileManager.default.removeItem(atPath: name)
        }
    }
}
