import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Copying a snapshot` {
    private func makeStore(_ disk: SimulatedFileSystem) throws -> (Store, TreeID, RowidTreeModel) {
        var options = StoreOptions()
        options.pageSize = 1024
        options.backgroundCheckpoints = false
        let store = try Store.open("/db/a", options: options, fileSystem: disk)
        var model = RowidTreeModel(seed: 9, pageSize: 1024)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        for _ in 0..<600 { try model.step(try write.rowidTree(id)) }
        try write.commit()
        return (store, id, model)
    }

    @Test func `gives a database of its own, while writers go on`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, id, model) = try makeStore(disk)
        var calls = 0
        try store.copy(to: "/db/b") { done, total in
            calls += 1
            // A commit in the middle of the copy is not part of it.
            if let write = try? store.beginWrite(), let tree = try? write.rowidTree(id) {
                _ = try? tree.delete(Int64.min...Int64.max)
                try? write.commit()
            }
            return done <= total
        }
        #expect(calls > 0)
        try store.close()
        let copy = try Store.open("/db/b", fileSystem: disk)
        let reader = try copy.beginRead()
        try model.verify(try reader.rowidTree(id))
        #expect(try IntegrityCheck.run(reader) == [])
        reader.end()
        let write = try copy.beginWrite()
        _ = try write.rowidTree(id).delete(Int64.min...Int64.max)
        try write.commit()
        try copy.close()
    }

    @Test func `leaves nothing behind when it fails`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, _, _) = try makeStore(disk)
        #expect(throws: StorageError.interrupted) {
            try store.copy(to: "/db/b") { _, _ in false }
        }
        #expect(try disk.identity(of: "/db/b") == nil)
        #expect(try disk.identity(of: "/db/b-journal") == nil)
        #expect(throws: StorageError.misuse("there is a file at '/db/a' already")) {
            try store.copy(to: "/db/a")
        }
        try store.close()
    }

    /// Once a rename that failed left the finished copy under its other name.
    @Test func `leaves nothing behind, whichever call fails`() throws {
        let plain = SimulatedFileSystem()
        let (whole, _, _) = try makeStore(plain)
        let first = plain.callCount
        try whole.copy(to: "/db/b")
        // Behind it the mirror is written, which may be missing, and the lock is given back.
        let last = 1 + (plain.callKinds[..<plain.callCount].lastIndex(of: .syncDirectory) ?? 0)
        try whole.close()
        for call in first..<last {
            let disk = SimulatedFileSystem(
                recordsTrace: false, faults: FaultPlan(.error(5), call: call + 1))
            let (store, _, _) = try makeStore(disk)
            #expect(throws: StorageError.self, "\(plain.callKinds[call])") {
                try store.copy(to: "/db/b")
            }
            #expect(try disk.identity(of: "/db/b") == nil, "\(plain.callKinds[call])")
            #expect(try disk.identity(of: "/db/b-journal") == nil, "\(plain.callKinds[call])")
            store.abandon()
        }
    }

    /// The copy could never be opened: the log would be taken for its own.
    @Test func `is refused beside a log`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, _, _) = try makeStore(disk)
        let log = try disk.open("/db/b-wal", .create)
        try [UInt8](repeating: 1, count: 9).withUnsafeBytes {
            try FileTransfer.write(log, $0, at: 0)
        }
        #expect(throws: StorageError.misuse("there is a log at '/db/b-wal' already")) {
            try store.copy(to: "/db/b")
        }
        #expect(try disk.identity(of: "/db/b") == nil)
        try disk.remove("/db/b-wal")
        try store.copy(to: "/db/b")
        try store.close()
    }

    @Test func `removes what a copy has left, and nothing else`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, _, _) = try makeStore(disk)
        let text = try disk.open("/db/b-journal", .create)
        try Array("what I did today".utf8).withUnsafeBytes {
            try FileTransfer.write(text, $0, at: 0)
        }
        #expect(throws: StorageError.misuse("there is a file at '/db/b-journal' already")) {
            try store.copy(to: "/db/b")
        }
        #expect(disk.length(of: "/db/b-journal") == 16)
        try text.setSize(0)
        // Cut off before page 1 was written.
        try text.setSize(2048)
        try store.copy(to: "/db/b")
        #expect(try disk.identity(of: "/db/b-journal") == nil)
        try store.close()
    }

    @Test func `removes half of a copy, and no database`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, _, _) = try makeStore(disk)
        // Cut off behind page 1: the copy gets its mirror at last.
        try store.copy(to: "/db/half")
        let half = try disk.open("/db/half", .readWrite)
        try [UInt8](repeating: 0, count: 1024).withUnsafeBytes {
            try FileTransfer.write(half, $0, at: 1024)
        }
        try half.close()
        try disk.rename("/db/half", to: "/db/b-journal")
        try store.copy(to: "/db/b")
        // At level EXTRA a sector that was being written may hold anything.
        let broken = try disk.open("/db/e-journal", .create)
        try [UInt8](repeating: 7, count: 512).withUnsafeBytes {
            try FileTransfer.write(broken, $0, at: 0)
        }
        try broken.close()
        try Store.open("/db/e", fileSystem: disk).close()
        // A database that somebody has called so.
        try store.copy(to: "/db/c-journal")
        #expect(throws: StorageError.misuse("there is a file at '/db/c-journal' already")) {
            try store.copy(to: "/db/c")
        }
        #expect(throws: StorageError.misuse("there is a file at '/db/c-journal' already")) {
            _ = try Store.open("/db/c", fileSystem: disk)
        }
        try Store.open("/db/c-journal", fileSystem: disk).close()
        try store.close()
    }

    /// The second one took the half of the first for what a crash had left, and the first gave its
    /// name to the half of the second.
    @Test func `waits for no other to the same place`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, id, model) = try makeStore(disk)
        var refusal: StorageError?
        try store.copy(to: "/db/b") { _, _ in
            do throws(StorageError) {
                try store.copy(to: "/db/b")
            } catch {
                refusal = error
            }
            return true
        }
        #expect(refusal == .lockedByAnotherProcess(path: "/db/b"))
        #expect(try disk.identity(of: "/db/b-shm") == nil)
        try store.close()
        let copy = try Store.open("/db/b", fileSystem: disk)
        let reader = try copy.beginRead()
        try model.verify(try reader.rowidTree(id))
        reader.end()
        try copy.close()
    }
}
