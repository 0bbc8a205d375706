import Synchronization

/// What the engine did, for tests and traces: page accesses and I/O.
final class StorageCounters: Sendable {
    let pagesLoaded = Atomic<Int>(0)
    let logBytes = Atomic<Int>(0)
    let commits = Atomic<Int>(0)
    let checkpoints = Atomic<Int>(0)
    let checkpointedPages = Atomic<Int>(0)
    let parkedPages = Atomic<Int>(0)
    let spilledPages = Atomic<Int>(0)
    let directPages = Atomic<Int>(0)
}

/// The counters at one moment.
package struct StorageStatistics: Equatable, Sendable {
    package var pagesLoaded = 0
    package var logBytes = 0
    package var commits = 0
    package var checkpoints = 0
    package var checkpointedPages = 0
    package var parkedPages = 0
    package var spilledPages = 0
    package var directPages = 0
    package var residentBytes = 0
}

extension Core {
    var statistics: StorageStatistics {
        StorageStatistics(
            pagesLoaded: counters.pagesLoaded.load(ordering: .relaxed),
            logBytes: counters.logBytes.load(ordering: .relaxed),
            commits: counters.commits.load(ordering: .relaxed),
            checkpoints: counters.checkpoints.load(ordering: .relaxed),
            checkpointedPages: counters.checkpointedPages.load(ordering: .relaxed),
            parkedPages: counters.parkedPages.load(ordering: .relaxed),
            spilledPages: counters.spilledPages.load(ordering: .relaxed),
            directPages: counters.directPages.load(ordering: .relaxed),
            residentBytes: cache.residentBytes.load(ordering: .relaxed))
    }
}
