import StorageSimulation
import Testing

@testable import WCDBStorage

/// The last user leaves the main file as long as the database, and does not touch it if it is.
@Suite struct `A file that is closed` {
    private let path = TestDatabase.path

    /// To cut a file to the size that it has changes the time of its last change.
    @Test func `is not cut to the size that it has`() throws {
        let disk = SimulatedFileSystem(image: try TestDatabase.closed())
        let store = try Store.open(path, options: TestDatabase.options, fileSystem: disk)
        #expect(try TestDatabase.rows(store)?.count == 10)
        try store.close()
        #expect(disk.count(of: .setSize) == 0)
        #expect(disk.count(of: .write) == 0)
    }

    @Test func `gives back blocks that were taken ahead`() throws {
        let disk = SimulatedFileSystem(seed: 1)
        let store = try Store.open(path, options: TestDatabase.options, fileSystem: disk)
        try TestDatabase.insert(0..<10, into: store)
        _ = try store.checkpoint(.full)
        let size = Int(store.state.pageCount) * store.pageSize
        #expect(disk.length(of: path) > size)
        try store.close()
        #expect(disk.length(of: path) == size)
    }
}
