/// A way to run SQLite. The best one without exclusive locking is the peer of a workload.
enum PeerSetting: String, CaseIterable, Codable, Sendable {
    /// Its own default cache of 2 MiB.
    case plain
    /// A cache as large as ours.
    case cache
    /// A cache as large as ours, and the file mapped into memory.
    case mapped
    /// The default cache and `locking_mode=EXCLUSIVE`: one connection, no file locks.
    case exclusive
    /// A cache as large as ours and exclusive locking.
    case exclusiveCache

    var isExclusive: Bool { self == .exclusive || self == .exclusiveCache }

    /// The statements that configure a connection. Locking comes before the journal mode, without
    /// which SQLite would still make its shared index file. Everything else is as WCDB does it.
    func pragmas(cacheBytes: Int, synchronous: String, autocheckpoint: Int) -> [String] {
        var pragmas = [
            "locking_mode=\(isExclusive ? "EXCLUSIVE" : "NORMAL")",
            "page_size=4096",
            "journal_mode=WAL",
            "synchronous=\(synchronous)",
            "temp_store=1",
            "wal_autocheckpoint=\(autocheckpoint)",
        ]
        if self == .cache || self == .mapped || self == .exclusiveCache {
            pragmas.append("cache_size=-\(cacheBytes / 1024)")
        }
        if self == .mapped { pragmas.append("mmap_size=2147418112") }
        return pragmas
    }
}
