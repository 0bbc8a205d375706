/// How to open a store. The defaults are those of an app on a phone or a small server.
package struct StoreOptions: Sendable {
    package enum LogMode: Sendable {
        /// Images on first touch in a generation, then byte ranges.
        case deltas
        /// Whole pages only: for differential tests.
        case imagesOnly
    }

    /// Size of a page of a file that is created; an existing file has its own.
    package var pageSize = 4096
    /// Memory for pages. 32 MiB holds the inner pages of a database of 10 GB and a day's hot rows,
    /// and is what a phone leaves an app without asking questions.
    package var cacheBudget = 32 << 20
    /// A transaction that has read this many pages in the order of the file, or an eighth of the
    /// cache, passes by further ones: they do not stay in the cache until a scan comes by again.
    /// Most scans are made once, and memory that is touched for the first time costs more than
    /// reading a page.
    package var scanThreshold = 64
    package var syncLevel = SyncLevel.normal
    package var logMode = LogMode.deltas
    /// Written straight to the main file from this many fresh pages on; `Int.max` turns it off.
    package var directThreshold = 64
    /// A transaction that has changed this many pages is large: it changes further ones where the
    /// cache has them, instead of in a copy, if nobody else reads.
    package var takeOverThreshold = 64
    /// The log is checkpointed in the background from this size on.
    package var checkpointBytes: Int64 = 4 << 20
    /// From this size on the committing thread checkpoints itself.
    package var logLimit: Int64 = 64 << 20
    /// Whether a thread of its own checkpoints. Without it, `checkpoint` must be called.
    package var backgroundCheckpoints = true
    /// Whether a thread of its own reads what long scans will come to.
    package var readsInBackground = true
    package var readOnly = false
    /// The caller promises that nobody writes the file or its log.
    package var immutable = false
    package var codec: (any PageCodec)?
    /// Told of the failure of a checkpoint that nobody asked for, with the path of the file: of
    /// those who open it, the first one says whom. It is called in the middle of the work, with
    /// locks held: it may neither wait nor use the store.
    package var onCheckpointFailure: (@Sendable (_ path: String, StorageError) -> Void)?
    /// Deliberate protocol errors for testing the tests; empty in real life.
    package var plantedBugs: Set<PlantedBug> = []

    package init() {}

    /// Whether an error was switched on. In real life a glance at an empty set.
    @inline(__always)
    func plants(_ bug: PlantedBug) -> Bool { plantedBugs.contains(bug) }
}
