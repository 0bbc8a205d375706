import StorageSimulation
import Testing

@testable import WCDBStorage

/// One process owns a file: others are told so, may borrow it, and are noticed.
@Suite struct `A file with an owner` {
    private let path = TestDatabase.path
    private let disk = SimulatedFileSystem()
    private let options = TestDatabase.options

    private func open(
        _ files: any FileSystem, _ change: (inout StoreOptions) -> Void = { _ in }
    ) throws -> Store {
        var options = options
        change(&options)
        return try TestDatabase.store(on: files, options: options)
    }

    @Test func `is shared by the stores of its process`() throws {
        let first = try open(disk)
        let second = try open(disk)
        try TestDatabase.insert(0..<5, into: first)
        #expect(try TestDatabase.rows(second)?.count == 5)
        try first.close()
        try TestDatabase.insert(5..<9, into: second)
        #expect(throws: StorageError.closed) { _ = try first.beginRead() }
        try second.close()
        #expect(Set(disk.image.files.keys) == [path])
    }

    @Test func `is closed to other processes`() throws {
        let store = try open(disk)
        try TestDatabase.insert(0..<5, into: store)
        let before = disk.image
        let other = SecondProcess(disk)
        for isReader in [false, true] {
            #expect(throws: StorageError.lockedByAnotherProcess(path: path)) {
                _ = try open(other) { $0.readOnly = isReader }
            }
        }
        let isUnchanged = disk.image == before
        #expect(isUnchanged)
        try store.close()
        try open(other).close()
    }

    @Test func `is closed to a second descriptor of the system`() throws {
        let place = try ScratchDirectory()
        let files = SystemFileSystem.shared
        let path = try files.canonicalPath(of: place.path("a"))
        let store = try Store.open(path, options: options, fileSystem: files)
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) {
            _ = try Store.open(path, options: options, fileSystem: SecondProcess(files))
        }
        try store.close()
        #expect(try files.list(directoryHolding: path) == ["a"])
    }

    /// The lock beside it is another one for who sees the file under another path, as a mount can
    /// give it one.
    @Test func `is locked itself while it has an owner`() throws {
        let store = try open(disk)
        try TestDatabase.insert(0..<5, into: store)
        let other = try SecondProcess(disk).open(path, .readWrite)
        #expect(try !other.tryLock())
        try store.suspend()
        #expect(try other.tryLock())
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) { try store.resume() }
        try other.unlock()
        try store.resume()
        try TestDatabase.insert(5..<9, into: store)
        #expect(try !other.tryLock())
        try store.close()
        #expect(try other.tryLock())
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) { _ = try open(disk) }
        #expect(Set(disk.image.files.keys) == [path])
        try other.close()
        try open(disk).close()
    }

    /// It was removed, also when the database was refused.
    @Test func `leaves what has the name of its lock and is not its own`() throws {
        var image = try TestDatabase.closed()
        let note = Array("what I did today".utf8)
        image.files[StoreFiles.lock(path)] = note
        let disk = SimulatedFileSystem(image: image)
        let store = try open(disk)
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) {
            _ = try open(SecondProcess(disk))
        }
        try store.close()
        #expect(disk.image.files[StoreFiles.lock(path)] == note)
    }

    /// The right to it was never given up.
    @Test func `is lent by whoever only reads it too`() throws {
        let disk = SimulatedFileSystem(image: try TestDatabase.closed())
        let reader = try open(disk) { $0.readOnly = true }
        try reader.suspend()
        try open(SecondProcess(disk)).close()
        try reader.resume()
        #expect(try TestDatabase.rows(reader)?.count == 10)
        // Closed while it is lent, it takes nothing away from whoever has it.
        try reader.suspend()
        let owner = try open(SecondProcess(disk))
        try reader.close()
        #expect(disk.image.files[StoreFiles.lock(path)] != nil)
        try TestDatabase.insert(10..<20, into: owner)
        try owner.close()
    }

    @Test func `is read without a lock when nobody writes it, log and all`() throws {
        let store = try open(disk)
        try TestDatabase.insert(0..<5, into: store)
        let before = disk.image
        let reader = try open(SecondProcess(disk)) { $0.immutable = true }
        #expect(try TestDatabase.rows(reader)?.count == 5)
        #expect(throws: StorageError.readOnly(path: path)) { _ = try reader.beginWrite() }
        #expect(throws: StorageError.readOnly(path: path)) { _ = try reader.checkpoint(.full) }
        #expect(throws: StorageError.readOnly(path: path)) { try reader.flush() }
        try reader.close()
        let isUnchanged = disk.image == before
        #expect(isUnchanged)
        try store.close()
    }

    @Test func `is read where nothing may be written`() throws {
        let files = SimulatedFileSystem(image: try TestDatabase.open())
        files.deny(StoreFiles.lock(path))
        let reader = try open(files) { $0.readOnly = true }
        #expect(try TestDatabase.rows(reader)?.count == 10)
        try reader.close()
        let isUnchanged = try files.image == TestDatabase.open()
        #expect(isUnchanged)
    }

    @Test func `is not made by a reader`() {
        #expect(throws: StorageError.io(IOFailure(.open, path: path, errno: 2))) {
            _ = try open(disk) { $0.readOnly = true }
        }
        #expect(disk.image.files.isEmpty)
    }

    // MARK: Lending

    @Test func `is lent and taken back`() throws {
        let store = try open(disk)
        try TestDatabase.insert(0..<5, into: store, level: .normal)
        let old = try store.beginRead()
        try store.suspend()
        try store.suspend()
        #expect(throws: StorageError.suspended) { _ = try store.beginWrite() }
        #expect(throws: StorageError.suspended) { _ = try store.beginRead() }
        #expect(throws: StorageError.suspended) { _ = try store.checkpoint(.full) }
        #expect(try old.rowidTree(TestDatabase.table).count() == 5)
        old.end()
        try store.resume()
        try store.resume()
        try TestDatabase.insert(5..<9, into: store)
        #expect(try TestDatabase.rows(store)?.count == 9)
        try store.close()
    }

    @Test func `has all its commits when it is lent`() throws {
        let store = try open(disk)
        try TestDatabase.insert(0..<5, into: store, level: .normal)
        _ = try store.checkpoint(.restart)
        try TestDatabase.insert(5..<9, into: store, level: .normal)
        try store.suspend()
        var images = CrashImages(trace: disk.trace)
        var random = SeededRandom(seed: 1)
        let image = images.image(
            before: disk.callCount + 1, model: .nothing, random: &random)
        let other = SimulatedFileSystem(image: image)
        #expect(try TestDatabase.rows(try open(other))?.count == 9)
        try store.close()
    }

    @Test func `is not taken back while another process has it`() throws {
        let store = try open(disk)
        try TestDatabase.insert(0..<5, into: store)
        try store.suspend()
        let borrower = try open(SecondProcess(disk))
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) { try store.resume() }
        #expect(throws: StorageError.suspended) { _ = try store.beginWrite() }
        try borrower.close()
        try store.close()
    }

    /// What a borrower may do; each must be noticed, or be harmless.
    enum Borrowing: CaseIterable, Sendable { case nothing, commits, dies, diesAfterReset, reads }

    @Test(arguments: Borrowing.allCases, [0, 1, 2])
    func `is not taken back as something else`(borrowing: Borrowing, before: Int) throws {
        let store = try open(disk)
        // Without a log, with frames in it, and with a log that was reset.
        if before > 0 { try TestDatabase.insert(0..<5, into: store) }
        if before == 2 { _ = try store.checkpoint(.restart) }
        try store.suspend()
        let borrower = try open(SecondProcess(disk)) { $0.readOnly = borrowing == .reads }
        switch borrowing {
        case .nothing, .reads: try borrower.close()
        case .commits:
            try TestDatabase.insert(5..<9, into: borrower)
            try borrower.close()
        case .dies:
            try TestDatabase.insert(5..<9, into: borrower)
            borrower.abandon()
        case .diesAfterReset:
            try TestDatabase.insert(5..<9, into: borrower)
            _ = try borrower.checkpoint(.restart)
            borrower.abandon()
        }
        let hasChanged = ![.nothing, .reads].contains(borrowing)
        do {
            try store.resume()
            #expect(!hasChanged)
            try TestDatabase.insert(20..<22, into: store)
        } catch StorageError.failStopped(let reason) {
            #expect(reason == "another process changed the file while this one was suspended")
            #expect(throws: StorageError.self) { _ = try store.beginWrite() }
        }
        try store.close()
        let again = try open(disk)
        let kept = try TestDatabase.rows(again) ?? []
        #expect(kept.filter { $0 < 5 }.count == (before > 0 ? 5 : 0))
        #expect(kept.filter { (5..<9).contains($0) }.count == (hasChanged ? 4 : 0))
        try again.close()
    }

    /// The borrower leaves and takes the lock file along; a third process comes before the owner.
    @Test func `is not taken back beside a third process`() throws {
        let store = try open(disk)
        try store.suspend()
        try open(SecondProcess(disk)).close()
        let third = try open(SecondProcess(disk))
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) { try store.resume() }
        try third.close()
        try store.resume()
        #expect(throws: StorageError.lockedByAnotherProcess(path: path)) {
            _ = try open(SecondProcess(disk))
        }
        try store.close()
    }
}
