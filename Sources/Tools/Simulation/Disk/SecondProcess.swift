package import WCDBStorage

/// A file system as another process sees it: the same files, its own openings and locks.
///
/// **Users.** As the file system it stands for.
package final class SecondProcess: ForwardingFileSystem {
    package let base: any FileSystem
    package let openingLock = Lock(scheduler: nil)

    package init(_ base: any FileSystem) { self.base = base }

    package var scheduler: (any Scheduler)? { nil }
}
