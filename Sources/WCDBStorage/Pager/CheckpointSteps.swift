/// A checkpoint in the hands of a caller that decides when each step happens.
///
/// **Users.** One thread; holds the checkpoint lock from the first step to the end.
package final class CheckpointSteps {
    private let core: Core
    private var checkpoint: Checkpoint

    init(core: Core, mode: CheckpointMode) {
        self.core = core
        core.checkpointLock.lock()
        checkpoint = Checkpoint(core: core, mode: mode)
    }

    deinit { core.checkpointLock.unlock() }

    /// Whether commits wait until the checkpoint is done.
    package var blocksCommits: Bool { checkpoint.holdsAppendLock }

    /// One step; false when there is nothing left to do.
    package func advance() throws(StorageError) -> Bool { try checkpoint.advance() }
}
