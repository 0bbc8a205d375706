import Foundation
import WCDBStorage

/// What tells whether the file at a path, or what is in it, was replaced meanwhile, without opening
/// it. A new file may have the number of the one before it: mostly its length or its time tells
/// them apart, the time as finely as the system keeps it.
struct FileMark: Equatable {
    /// Which file it is.
    let key: FileIdentity.Key
    private let size: Int64
    private let written: Date?

    /// Nil if there is none.
    init?(_ path: String) {
        guard let identity = try? SystemFileSystem.shared.identity(of: path) else { return nil }
        key = identity.key
        size = identity.size
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        written = attributes?[.modificationDate] as? Date
    }
}
