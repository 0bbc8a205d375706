import StorageSimulation
import Testing

@testable import WCDBStorage

/// Files that cannot be opened: each has its own error, and nothing is written.
@Suite struct `Opening refuses` {
    private let path = "/db/file"

    private func error(_ image: DiskImage) -> StorageError? {
        let disk = SimulatedFileSystem(image: image)
        do {
            let store = try Store.open(path, fileSystem: disk)
            store.abandon()
            return nil
        } catch {
            var after = disk.image
            after.files[path + "-shm"] = nil
            #expect(after == image, "a refused file was changed")
            return error
        }
    }

    private func database(_ change: (Store) throws -> Void = { _ in }) throws -> DiskImage {
        let disk = SimulatedFileSystem()
        var options = StoreOptions()
        options.backgroundCheckpoints = false
        let store = try Store.open(path, options: options, fileSystem: disk)
        let write = try store.beginWrite()
        _ = try Catalog(write).create(.init(type: "table", name: "t", tableName: "t", sql: nil))
        try write.commit(level: .full)
        try change(store)
        let image = disk.image
        store.abandon()
        return image
    }

    private func closed() throws -> DiskImage {
        var image = try database { _ = try $0.checkpoint(.truncate) }
        image.files = image.files.filter { $0.key == path }
        return image
    }

    @Test func `a file that is not ours`() {
        let image = DiskImage(files: [
            path: Array("SQLite format 3".utf8) + [0] + .init(repeating: 1, count: 9000)
        ])
        guard case .notADatabase = error(image) else { return #expect(Bool(false)) }
    }

    @Test func `a newer format`() throws {
        var image = try closed()
        image.files[path]?[16] = 9
        guard case .newerFormat = error(image) else { return #expect(Bool(false)) }
    }

    @Test func `a page size that nobody has`() throws {
        var image = try closed()
        image.files[path]?[18] = 3
        guard case .unsupportedPageSize = error(image) else { return #expect(Bool(false)) }
    }

    @Test func `a damaged header page without a log`() throws {
        var image = try closed()
        for index in 0..<100 { image.files[path]?[index] = 0 }
        guard case .corrupt = error(image) else { return #expect(Bool(false)) }
    }

    @Test func `a missing log that must be there`() throws {
        var image = try database()
        image.files = image.files.filter { $0.key == path }
        guard case .missingLog = error(image) else { return #expect(Bool(false)) }
    }

    @Test func `the log of another file`() throws {
        var image = try closed()
        var other = try database()
        other.files[path] = nil
        // The two files were made with the same randomness; make them different.
        let log = path + "-wal"
        let disk = SimulatedFileSystem(seed: 99)
        let store = try Store.open(path, fileSystem: disk)
        let write = try store.beginWrite()
        _ = try Catalog(write).create(.init(type: "table", name: "t", tableName: "t", sql: nil))
        try write.commit()
        image.files[log] = disk.image.files[log]
        store.abandon()
        guard case .foreignLog = error(image) else { return #expect(Bool(false)) }
    }

    @Test func `a log without its database`() throws {
        var image = try database()
        image.files[path] = nil
        image.files[path + "-shm"] = nil
        guard case .foreignLog = error(image) else { return #expect(Bool(false)) }
    }

    @Test func `a truncated file`() throws {
        var image = try closed()
        image.files[path]?.removeLast(4096 * 3)
        guard case .corrupt(let corruption) = error(image) else { return #expect(Bool(false)) }
        #expect(corruption.kind == .shortFile)
    }

    @Test func `a file whose lock somebody else has`() throws {
        let disk = SimulatedFileSystem()
        let store = try Store.open(path, fileSystem: disk)
        let lock = try disk.open(path + "-shm", .create)
        #expect(try lock.tryLock() == false)
        let again = try Store.open(path, fileSystem: disk)
        #expect(again.state == store.state)
        try again.close()
        try store.close()
    }

    @Test func `to write when the file was deleted`() throws {
        let disk = SimulatedFileSystem()
        let store = try Store.open(path, fileSystem: disk)
        try disk.remove(path)
        #expect(throws: StorageError.fileMovedOrDeleted(path: path)) { _ = try store.beginWrite() }
        store.abandon()
    }
}

@Suite struct `Faults and damage` {
    @Test(arguments: UInt64(1)...4)
    func `at any call lose nothing that was acknowledged`(seed: UInt64) throws {
        let check = FaultCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: 8)
        #expect(try check.run() > 50)
    }

    @Test(arguments: [false, true])
    func `of single bits are detected or harmless`(hasLog: Bool) throws {
        let fixture = try TreeFixture(seed: 1, pageCount: 24, pageSize: 512, hasLog: hasLog)
        for name in fixture.image.files.keys where name.hasSuffix("-wal") == hasLog {
            guard let bytes = fixture.image.files[name] else { continue }
            for bit in stride(from: 3, to: bytes.count * 8, by: 211) {
                var image = fixture.image
                image.files[name]?[bit >> 3] ^= 1 << UInt8(bit & 7)
                if case .wrong(let what) = fixture.examine(image) {
                    Issue.record("bit \(bit) of \(name): \(what)")
                }
            }
        }
    }
}
