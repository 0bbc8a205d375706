import StorageSimulation
import Testing

@testable import WCDBStorage

/// A disk that is full after each number of bytes: an error, nothing lost, nothing half done, and
/// all is well when there is room again.
@Suite struct `A full disk` {
    private let path = TestDatabase.path

    private func reopened(_ image: DiskImage) throws -> [Int64]? {
        let disk = SimulatedFileSystem(image: image)
        let store = try TestDatabase.store(on: disk)
        defer { store.abandon() }
        return try TestDatabase.rows(store)
    }

    /// Everything goes through the log.
    private var options: StoreOptions {
        var options = TestDatabase.options
        options.directThreshold = .max
        return options
    }

    /// A database with 2000 rows in its log.
    private func filled(on disk: SimulatedFileSystem) throws -> Store {
        let store = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<2_000, into: store)
        return store
    }

    /// Once the database was missed that could not be made.
    @Test func `without room for the name of a lock file says so`() throws {
        let plain = SimulatedFileSystem()
        try TestDatabase.store(on: plain).close()
        let call = try #require(plain.callKinds.firstIndex(of: .open))
        let disk = SimulatedFileSystem(faults: FaultPlan(.diskFull, call: call + 1))
        #expect(throws: StorageError.diskFull(path: StoreFiles.lock(path))) {
            _ = try TestDatabase.store(on: disk)
        }
    }

    @Test func `makes no database and leaves nothing`() throws {
        for room in stride(from: 0, to: 5 * 4096, by: 1000) {
            let disk = SimulatedFileSystem()
            disk.limit(to: room)
            let newborn = StoreFiles.newborn(path)
            #expect(throws: StorageError.diskFull(path: newborn)) {
                _ = try TestDatabase.store(on: disk)
            }
            #expect(disk.image.files.isEmpty)
            disk.limit(to: .max)
            try TestDatabase.store(on: disk).close()
        }
    }

    /// The first commit starts the log; later ones fill the space that was written ahead.
    @Test(arguments: [true, false])
    func `refuses a commit whole`(isFirst: Bool) throws {
        var isDone = false
        var room = 0
        while !isDone {
            let disk = SimulatedFileSystem()
            let store = try TestDatabase.store(on: disk)
            if !isFirst { try TestDatabase.insert(0..<10, into: store) }
            disk.limit(to: disk.usedBytes + room)
            let many = 10..<(isFirst ? 20 : 900)
            do {
                try TestDatabase.insert(many, into: store)
                isDone = true
            } catch let error as StorageError {
                let names = [path, TestDatabase.log, path + "-spill"]
                #expect(names.contains { error == .diskFull(path: $0) }, "\(error)")
                // What was refused does not come back after a crash.
                #expect(try reopened(disk.image) == (isFirst ? nil : Array(0..<10)), "\(room)")
                #expect(try TestDatabase.rows(store)?.count == (isFirst ? nil : 10))
                disk.limit(to: .max)
                try TestDatabase.insert(many, into: store)
            }
            let expected = many.count + (isFirst ? 0 : 10)
            #expect(try TestDatabase.rows(store)?.count == expected)
            #expect(try reopened(disk.image)?.count == expected)
            disk.limit(to: .max)
            try store.close()
            room += isFirst ? 1500 : 16_000
        }
        #expect(room > 3000)
    }

    @Test func `leaves the log as it is when a checkpoint finds no room`() throws {
        var isDone = false
        var room = 0
        while !isDone {
            let disk = SimulatedFileSystem()
            let store = try filled(on: disk)
            disk.limit(to: disk.usedBytes + room)
            do {
                _ = try store.checkpoint(.restart)
                isDone = true
            } catch {
                #expect(error == .diskFull(path: path))
                #expect(try TestDatabase.rows(store)?.count == 2_000)
                #expect(try reopened(disk.image)?.count == 2_000)
                disk.limit(to: .max)
                #expect(try store.checkpoint(.restart).didReset)
            }
            #expect(try reopened(disk.image)?.count == 2_000)
            disk.limit(to: .max)
            try store.close()
            #expect(Set(disk.image.files.keys) == [path])
            room += 20_000
        }
        #expect(room > 100_000)
    }

    /// Closing needs room for the last checkpoint. Without it the log stays, and says it all.
    @Test func `does not close, and loses nothing`() throws {
        let disk = SimulatedFileSystem()
        let store = try filled(on: disk)
        disk.limit(to: disk.usedBytes)
        #expect(throws: StorageError.diskFull(path: path)) { try store.close() }
        #expect(try reopened(disk.image)?.count == 2_000)
        disk.limit(to: .max)
        let again = try TestDatabase.store(on: disk, options: options)
        #expect(try TestDatabase.rows(again)?.count == 2_000)
        try again.close()
    }

    /// Recovering copies the log into the file. Without room for that nobody could even read.
    @Test func `recovers nothing, and lets read`() throws {
        let disk = SimulatedFileSystem()
        let store = try filled(on: disk)
        disk.limit(to: disk.usedBytes)
        store.abandon()
        let reading = try TestDatabase.store(on: disk, options: options)
        #expect(reading.lacksRoom && reading.isReadOnly)
        #expect(try TestDatabase.rows(reading)?.count == 2_000)
        #expect(throws: StorageError.diskFull(path: path)) {
            try TestDatabase.insert(2_000..<2_001, into: reading)
        }
        #expect(throws: StorageError.diskFull(path: path)) { _ = try reading.checkpoint(.truncate) }
        try reading.close()
        #expect(try reopened(disk.image)?.count == 2_000)
        disk.limit(to: .max)
        let again = try TestDatabase.store(on: disk, options: options)
        #expect(!again.lacksRoom)
        try TestDatabase.insert(2_000..<2_010, into: again)
        #expect(try TestDatabase.rows(again)?.count == 2_010)
        try again.close()
    }

    /// Rows that are in the file, and one more in the log: nothing that follows needs a new block.
    private func settled() throws -> (disk: SimulatedFileSystem, store: Store) {
        let disk = SimulatedFileSystem()
        let first = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<10, into: first)
        try first.close()
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(10..<11, into: store)
        return (disk, store)
    }

    /// The first header slot was a hole until the log was begun anew for the first time, which
    /// then found no room and stopped all writing.
    @Test func `lets the log begin anew where no block is needed`() throws {
        let (disk, store) = try settled()
        disk.limit(to: disk.usedBytes)
        for row in 11..<15 {
            #expect(try store.checkpoint(.restart).didReset)
            try TestDatabase.insert(row..<(row + 1), into: store)
        }
        #expect(try reopened(disk.image)?.count == 15)
        try store.close()
    }

    @Test func `recovers where no block is needed`() throws {
        let (disk, store) = try settled()
        disk.limit(to: disk.usedBytes)
        store.abandon()
        let again = try TestDatabase.store(on: disk)
        #expect(!again.lacksRoom)
        try TestDatabase.insert(11..<12, into: again)
        #expect(try TestDatabase.rows(again)?.count == 12)
        again.abandon()
    }

    /// Also where the file system wants room to overwrite what is there.
    @Test func `at any call of a checkpoint stops nobody from writing later`() throws {
        let (plain, planned) = try settled()
        let start = plain.callCount
        _ = try planned.checkpoint(.restart)
        let kinds = plain.callKinds
        planned.abandon()
        let calls = (start..<kinds.count).filter { kinds[$0] == .write || kinds[$0] == .reserve }
        #expect(calls.count > 4)
        for call in calls {
            let disk = SimulatedFileSystem(faults: FaultPlan(.diskFull, call: call + 1))
            let first = try TestDatabase.store(on: disk)
            try TestDatabase.insert(0..<10, into: first)
            try first.close()
            let store = try TestDatabase.store(on: disk)
            try TestDatabase.insert(10..<11, into: store)
            #expect(throws: (any Error).self) { _ = try store.checkpoint(.restart) }
            try TestDatabase.insert(11..<12, into: store)
            #expect(try reopened(disk.image)?.count == 12, "\(call)")
            #expect(try store.checkpoint(.restart).didReset)
            try TestDatabase.insert(12..<13, into: store)
            #expect(try reopened(disk.image)?.count == 13, "\(call)")
            try store.close()
        }
    }

    /// A header's checksum is the end of its slot, so a part of a header is no header: a log that
    /// goes on as it was loses nothing in a crash.
    @Test func `within a header of the log loses no commit`() throws {
        let (plain, planned) = try settled()
        let start = plain.callCount
        _ = try planned.checkpoint(.restart)
        let kinds = plain.callKinds
        planned.abandon()
        for call in (start..<kinds.count).filter({ kinds[$0] == .write }) {
            for room in [1, 512, LogFormat.Slot.checksum, LogFormat.slotSize - 1] {
                let fault = FaultPlan(.fullAfter(room), call: call + 1)
                let disk = SimulatedFileSystem(faults: fault)
                let first = try TestDatabase.store(on: disk)
                try TestDatabase.insert(0..<10, into: first)
                try first.close()
                let store = try TestDatabase.store(on: disk)
                try TestDatabase.insert(10..<11, into: store)
                _ = try? store.checkpoint(.restart)
                try TestDatabase.insert(11..<12, into: store)
                #expect(try reopened(disk.image)?.count == 12, "call \(call), room \(room)")
                #expect(try store.checkpoint(.restart).didReset)
                try store.close()
            }
        }
    }
}
