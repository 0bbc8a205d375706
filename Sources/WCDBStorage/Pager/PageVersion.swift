import Synchronization

/// One version of one page that somebody may still want to see, newest first in a chain.
///
/// **Users.** Readers walk chains without a lock, under their epoch; everything else, and the
/// fields marked so, needs the lock of the page's shard.
///
/// **Always true.**
/// - LSNs fall strictly along the chain, and a version is never changed, only unlinked.
/// - Its LSN is the one in its bytes.
/// - A version with the source `log` or `parked` can be read again when `bytes` is empty.
/// - A page without any chain is in the main file, in the only version that anybody can see.
struct PageVersion: ~Copyable {
    /// Where the bytes are when they are not in memory.
    enum Source {
        /// The main file holds exactly this version.
        case main
        /// A frame of the running log generation, at this offset.
        case log(Int64)
        /// Nowhere else: the bytes must stay in memory.
        case memory
        /// A slot of the parking file.
        case parked(Int)
    }

    let number: PageNumber
    let lsn: LSN
    let bytes: Atomic<UnsafeMutableRawPointer?>
    let older: Atomic<UnsafeMutablePointer<PageVersion>?>
    /// Guard: shard lock.
    var source: Source
    /// Its deltas are laid over the page in the main file, which may be any version from the one
    /// they were made from up to this one, or a mixture: not a later one. Guard: shard lock.
    var isOnMain = false
    /// The deltas since the last image of this page, and their bytes. Guard: shard lock.
    var deltaCount: UInt8 = 0
    var deltaBytes: Int32 = 0
    /// Neighbours in the cache's queue. Guard: the cache's lock.
    var queueNext: VersionPointer?
    var queuePrevious: VersionPointer?
    var isQueued = false

    init(number: PageNumber, lsn: LSN, bytes: UnsafeMutableRawPointer?, source: Source) {
        self.number = number
        self.lsn = lsn
        self.bytes = Atomic(bytes)
        self.older = Atomic(nil)
        self.source = source
    }
}

typealias VersionPointer = UnsafeMutablePointer<PageVersion>

extension UnsafeMutablePointer where Pointee == PageVersion {
    static func make(
        number: PageNumber, lsn: LSN, bytes: UnsafeMutableRawPointer?, source: PageVersion.Source
    ) -> VersionPointer {
        let pointer = VersionPointer.allocate(capacity: 1)
        pointer.initialize(
            to: PageVersion(number: number, lsn: lsn, bytes: bytes, source: source))
        return pointer
    }

    func destroy() {
        deinitialize(count: 1)
        deallocate()
    }
}
