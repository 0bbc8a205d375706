/// How far a checkpoint goes.
package enum CheckpointMode: Sendable {
    /// Copies what is published; resets the log if that is all.
    case passive
    /// Waits for another checkpoint to end first.
    case full
    /// As `full`, and resets the log even if commits came in meanwhile.
    case restart
    /// As `restart`, and leaves a database that is one file.
    case truncate
}

/// What a checkpoint came to.
package struct CheckpointResult: Equatable, Sendable {
    /// Every commit up to it is in the main file; 0 if the checkpoint did not get so far.
    package var backfilledLSN: LSN = 0
    /// How many pages were looked at to be written, each once a round.
    package var pages = 0
    /// The log is empty: commits begin at its front again.
    package var didReset = false
}
