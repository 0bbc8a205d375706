import StorageSimulation
import Testing

@testable import WCDBStorage

/// What happens to the path of a file while it is open.
@Suite struct `A file that is taken away` {
    private let path = TestDatabase.path
    private let disk = SimulatedFileSystem()

    private func open() throws -> Store {
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<10, into: store)
        return store
    }

    private func expectRefusal(_ store: Store) throws {
        let error = StorageError.fileMovedOrDeleted(path: path)
        #expect(throws: error) { _ = try store.beginWrite() }
        let read = try store.beginRead()
        #expect(throws: error) { try read.upgrade(until: nil) }
        #expect(try read.rowidTree(TestDatabase.table).count() == 10)
        read.end()
        #expect(throws: error) { try store.close() }
    }

    @Test func `by deletion is written no more`() throws {
        let store = try open()
        try disk.remove(path)
        // The file is asked for its name a thousand times a second.
        disk.clock.advance(by: 2_000_000)
        try expectRefusal(store)
    }

    @Test func `by a new name is written no more, and is whole with its log`() throws {
        let store = try open()
        try disk.rename(path, to: "/db/moved")
        // The path is looked at ten times a second.
        disk.clock.advance(by: 200_000_000)
        let before = disk.image
        try expectRefusal(store)
        let isUnchanged = disk.image == before
        #expect(isUnchanged)
        try disk.rename("/db/moved", to: path)
        let again = try TestDatabase.store(on: disk)
        #expect(try TestDatabase.rows(again)?.count == 10)
        try again.close()
    }

    @Test func `by another in its place leaves that one alone`() throws {
        let store = try open()
        let other = try TestDatabase.closed(seed: 7).files[path] ?? []
        let file = try disk.open("/db/other", .create)
        try other.withUnsafeBytes { try FileTransfer.write(file, $0, at: 0) }
        try disk.rename("/db/other", to: path)
        disk.clock.advance(by: 200_000_000)
        try expectRefusal(store)
        #expect(disk.image.files[path]?.elementsEqual(other) == true)
        // The log that was left is not the newcomer's.
        #expect(
            throws: StorageError.foreignLog(path: path, reason: "the log belongs to another file")
        ) {
            _ = try TestDatabase.store(on: disk)
        }
        #expect(disk.image.files[path]?.elementsEqual(other) == true)
    }

    @Test func `does not hinder a checkpoint from being refused`() throws {
        let store = try open()
        try disk.remove(path)
        let log = disk.image.files[TestDatabase.log]
        #expect(throws: StorageError.fileMovedOrDeleted(path: path)) {
            _ = try store.checkpoint(.restart)
        }
        let isUnchanged = disk.image.files[TestDatabase.log] == log
        #expect(isUnchanged)
        store.abandon()
    }

    /// Another process took the lock of a new lock file, and both wrote. The lock of the file
    /// itself keeps it out now; where it does not, nothing more is written.
    @Test func `is its lock file, and then another process may be there`() throws {
        let store = try open()
        try disk.remove(StoreFiles.lock(path))
        let other = SecondProcess(disk)
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) {
            _ = try TestDatabase.store(on: other)
        }
        disk.clock.advance(by: 200_000_000)
        let error = StorageError.fileMovedOrDeleted(path: StoreFiles.lock(path))
        #expect(throws: error) { _ = try store.beginWrite() }
        let before = disk.image
        #expect(throws: error) { try store.close() }
        let isUnchanged = disk.image == before
        #expect(isUnchanged)
        let again = try TestDatabase.store(on: other)
        #expect(try TestDatabase.rows(again)?.count == 10)
        try again.close()
    }

    /// Commits went on into a log without a name, and the file could never be opened again.
    @Test func `is its log, and nothing more goes there`() throws {
        let store = try open()
        try disk.remove(TestDatabase.log)
        disk.clock.advance(by: 200_000_000)
        let error = StorageError.fileMovedOrDeleted(path: TestDatabase.log)
        for _ in 0..<2 {
            #expect(throws: error) { try TestDatabase.insert(10..<20, into: store) }
        }
        // What was committed is not lost, as long as the process is there.
        try store.close()
        let again = try TestDatabase.store(on: disk)
        #expect(try TestDatabase.rows(again)?.count == 10)
        try again.close()
    }
}
