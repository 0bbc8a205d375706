/// The facts of the whole database that a commit may change. They live in the commit record and
/// reach the header page only at a checkpoint, so that a commit never dirties page 1.
package struct CommitState: Equatable, Sendable {
    package var lsn: LSN = 0
    package var pageCount: UInt32 = 0
    package var freeCount: UInt32 = 0
    package var schemaCookie: UInt32 = 0
    package var userVersion: UInt32 = 0
    package var applicationID: UInt32 = 0
    package var nextTreeID: UInt32 = 3
    package var autoVacuum: UInt32 = 0
    /// Commits that changed something, for "has anything changed since?".
    package var changeCounter: UInt64 = 0
    /// Rows that root pages do not count yet.
    package var counts = RowCountChanges()
}

typealias StatePointer = UnsafeMutablePointer<CommitState>

extension UnsafeMutablePointer where Pointee == CommitState {
    static func make(_ state: CommitState) -> StatePointer {
        let pointer = StatePointer.allocate(capacity: 1)
        pointer.initialize(to: state)
        return pointer
    }

    func destroy() {
        deinitialize(count: 1)
        deallocate()
    }
}
