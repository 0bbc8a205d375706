import Synchronization

/// What a commit promises before it returns.
package enum SyncLevel: UInt8, Sendable, Comparable, AtomicRepresentable {
    case off = 0
    case normal = 1
    case full = 2
    case extra = 3

    /// The level that a checkpoint needs for a commit of this one to survive it. The log is durable
    /// at FULL: it is enough that it does not end before the pages are.
    var careOfCheckpoints: SyncLevel { self == .full ? .normal : self }

    package static func < (left: SyncLevel, right: SyncLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}
