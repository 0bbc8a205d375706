/// The last frame of a transaction: the state it leads to, and what was durable when it was
/// written.
struct CommitRecord: Equatable, Sendable {
    var state: CommitState
    /// The frames of the transaction before this one, and their bytes.
    var frameCount: UInt32
    var byteCount: UInt64
    /// Everything up to this LSN was synced before this record was written. Recovery tells a torn
    /// tail from rot in the middle by it.
    var syncedLSN: LSN
    var syncLevel: SyncLevel
    /// Written by a checkpoint: carries header pages and repeats the LSN before it.
    var isMaintenance: Bool

    func encode(into frame: UnsafeMutableRawPointer, chainBefore: UInt64) {
        func store<T: FixedWidthInteger>(_ value: T, _ offset: Int) {
            frame.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
        }
        store(state.pageCount, LogFormat.Commit.pageCount)
        store(state.freeCount, LogFormat.Commit.freeCount)
        store(state.schemaCookie, LogFormat.Commit.schemaCookie)
        store(state.userVersion, LogFormat.Commit.userVersion)
        store(state.applicationID, LogFormat.Commit.applicationID)
        store(state.nextTreeID, LogFormat.Commit.nextTreeID)
        store(state.autoVacuum, LogFormat.Commit.autoVacuum)
        store(frameCount, LogFormat.Commit.frameCount)
        store(state.changeCounter, LogFormat.Commit.changeCounter)
        store(byteCount, LogFormat.Commit.byteCount)
        store(syncedLSN, LogFormat.Commit.syncedLSN)
        store(UInt64(syncLevel.rawValue), LogFormat.Commit.syncLevel)
        state.counts.store(
            trees: frame + LogFormat.Commit.countedTrees,
            rows: frame + LogFormat.Commit.countChanges)
        store(chainBefore, LogFormat.Commit.chainBefore)
    }

    /// Reads a commit frame and checks that it proves itself; the chain is checked elsewhere.
    static func decode(
        _ frame: UnsafeRawPointer, length: Int, at offset: Int64, generation: LogGeneration
    ) -> CommitRecord? {
        guard length == LogFormat.Commit.length else { return nil }
        func load<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
            T(littleEndian: frame.loadUnaligned(fromByteOffset: offset, as: type))
        }
        let lsn = load(LogFormat.Frame.lsn, as: UInt64.self)
        let check = Checksum.sum(
            frame + LogFormat.Frame.payload,
            count: LogFormat.Commit.selfCheck - LogFormat.Frame.payload,
            seed: generation.selfCheckSeed(at: offset) ^ lsn)
        guard check == load(LogFormat.Commit.selfCheck, as: UInt64.self),
            let level = SyncLevel(
                rawValue: load(LogFormat.Commit.syncLevel, as: UInt8.self))
        else { return nil }
        var state = CommitState()
        state.lsn = lsn
        state.pageCount = load(LogFormat.Commit.pageCount, as: UInt32.self)
        state.freeCount = load(LogFormat.Commit.freeCount, as: UInt32.self)
        state.schemaCookie = load(LogFormat.Commit.schemaCookie, as: UInt32.self)
        state.userVersion = load(LogFormat.Commit.userVersion, as: UInt32.self)
        state.applicationID = load(LogFormat.Commit.applicationID, as: UInt32.self)
        state.nextTreeID = load(LogFormat.Commit.nextTreeID, as: UInt32.self)
        state.autoVacuum = load(LogFormat.Commit.autoVacuum, as: UInt32.self)
        state.changeCounter = load(LogFormat.Commit.changeCounter, as: UInt64.self)
        state.counts = RowCountChanges(
            trees: frame + LogFormat.Commit.countedTrees,
            rows: frame + LogFormat.Commit.countChanges)
        return CommitRecord(
            state: state,
            frameCount: load(LogFormat.Commit.frameCount, as: UInt32.self),
            byteCount: load(LogFormat.Commit.byteCount, as: UInt64.self),
            syncedLSN: load(LogFormat.Commit.syncedLSN, as: UInt64.self),
            syncLevel: level,
            isMaintenance: load(LogFormat.Frame.flags, as: UInt8.self)
                & LogFormat.Flags.maintenance != 0)
    }
}
