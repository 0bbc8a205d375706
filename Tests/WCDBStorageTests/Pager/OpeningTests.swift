import Foundation
import StorageSimulation
import Testing

@testable import WCDBStorage

/// Files that cannot be opened: each has its own error, and nothing is written.
@Suite struct `Opening refuses` {
    private let path = TestDatabase.path

    @Test(arguments: [
        Array("SQLite format 3".utf8) + [0] + .init(repeating: 1, count: 9000),
        Array("hello".utf8), .init(repeating: 0, count: 4096),
        .init(repeating: 0xFF, count: 70_000),
        [0x89, 0x57],
    ])
    func `a file that is not ours`(bytes: [UInt8]) {
        let reason = "it does not begin as our files do"
        #expect(
            TestDatabase.refusal(of: DiskImage(files: [path: bytes]))
                == .notADatabase(path: path, reason: reason))
    }

    /// A file may claim any size: memory for all of it was asked for, and the process ended.
    @Test func `a log for which there is no memory`() throws {
        let files = TroubledFileSystem()
        let store = try TestDatabase.store(on: files)
        try TestDatabase.insert(0..<5, into: store)
        store.abandon()
        files.claim(logSize: 1 << 60)
        #expect(throws: StorageError.noMemory) {
            try TestDatabase.store(on: files)
        }
        files.claim(logSize: nil)
        let again = try TestDatabase.store(on: files)
        #expect(try TestDatabase.rows(again) == Array(0..<5))
        try again.close()
    }

    @Test func `a newer format`() throws {
        var image = try TestDatabase.closed()
        image.files[path]?[16] = 9
        #expect(
            TestDatabase.refusal(of: image) == .newerFormat(path: path, reason: "format 9"))
    }

    @Test func `an older format than can be read`() throws {
        var image = try TestDatabase.closed()
        image.files[path]?[16] = 2
        #expect(
            TestDatabase.refusal(of: image) == .olderFormat(path: path, reason: "format 2"))
    }

    @Test func `features that it does not know`() throws {
        var image = try TestDatabase.closed()
        image.files[path]?[20] = 0x40
        #expect(
            TestDatabase.refusal(of: image)
                == .newerFormat(path: path, reason: "features 0x40"))
    }

    @Test func `to write where it does not know what writers must`() throws {
        var image = try TestDatabase.closed()
        var bytes = try #require(image.files[path])
        // The header page and its mirror.
        for page in 0..<2 {
            bytes[page * 4096 + 24] = 1
            PageSeal.reseal(&bytes, page: page, pageSize: 4096)
        }
        image.files[path] = bytes
        let disk = SimulatedFileSystem(image: image)
        let store = try TestDatabase.store(on: disk)
        #expect(try TestDatabase.rows(store)?.count == 10)
        #expect(throws: StorageError.readOnly(path: path)) { _ = try store.beginWrite() }
        try store.close()
        let isUnchanged = disk.image == image
        #expect(isUnchanged)
    }

    @Test(arguments: [3, 256, 1000, 0xFFFF])
    func `a page size that nobody has`(pageSize: Int) throws {
        var image = try TestDatabase.closed()
        image.files[path]?[18] = UInt8(pageSize & 0xFF)
        image.files[path]?[19] = UInt8(pageSize >> 8)
        #expect(
            TestDatabase.refusal(of: image)
                == .unsupportedPageSize(path: path, pageSize: pageSize))
    }

    @Test(arguments: [0, 256, 1000, 65_536])
    func `to create a page size that nobody has`(pageSize: Int) {
        var options = TestDatabase.options
        options.pageSize = pageSize
        #expect(
            TestDatabase.refusal(of: DiskImage(), options: options)
                == .unsupportedPageSize(path: path, pageSize: pageSize))
    }

    @Test func `a damaged header page without a log`() throws {
        var image = try TestDatabase.closed()
        for index in 0..<100 { image.files[path]?[index] = 0 }
        let corruption = try #require(TestDatabase.refusal(of: image)?.corruption)
        #expect(corruption.kind == .header && corruption.page == DatabaseHeader.pageNumber)
    }

    @Test func `a missing log that must be there`() throws {
        var image = try TestDatabase.open()
        image.files[TestDatabase.log] = nil
        let missing = try #require(TestDatabase.refusal(of: image)?.missingLog)
        #expect(missing.path == path)
        #expect(missing.reason.hasPrefix("the file needs its log of generation "))
        image.files[TestDatabase.log] = []
        #expect(
            TestDatabase.refusal(of: image) == .missingLog(path: path, reason: missing.reason))
    }

    @Test func `a log of an earlier life`() throws {
        let old = try TestDatabase.open()
        let disk = SimulatedFileSystem(image: old)
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(10..<20, into: store)
        _ = try store.checkpoint(.restart)
        try TestDatabase.insert(20..<30, into: store)
        _ = try store.checkpoint(.restart)
        var image = disk.image
        store.abandon()
        image.files[StoreFiles.lock(path)] = nil
        image.files[TestDatabase.log] = old.files[TestDatabase.log]
        let missing = try #require(TestDatabase.refusal(of: image)?.missingLog)
        #expect(missing.path == path)
        #expect(missing.reason.hasPrefix("the log is of generation "))
        #expect(missing.reason.contains(", the file needs "))
    }

    /// A backup was put back, and the log that had gone on without it was left: rows of both were
    /// mixed, and the check found nothing.
    @Test func `a log that goes on from a later state of the file`() throws {
        let disk = SimulatedFileSystem(image: try TestDatabase.closed())
        let old = disk.image.files[path]
        for rows in [10..<20, 20..<30, 30..<40] {
            let store = try TestDatabase.store(on: disk)
            try TestDatabase.insert(rows, into: store)
            _ = try store.checkpoint(.restart)
            try TestDatabase.insert(rows.lowerBound + 100..<rows.upperBound + 100, into: store)
            if rows.lowerBound < 30 { try store.close() } else { store.abandon() }
        }
        var image = disk.image
        image.files[StoreFiles.lock(path)] = nil
        image.files[path] = old
        let foreign = try #require(TestDatabase.refusal(of: image)?.foreignLog)
        #expect(foreign.path == path)
        #expect(foreign.reason.hasSuffix(": it is an older state of the file"))
    }

    /// The log had begun anew and had no commit yet. What was committed from then on was never
    /// brought into the file; closing said that all was well, and the next opening lost it.
    @Test func `a log that begins with a later state of the file`() throws {
        let disk = SimulatedFileSystem(image: try TestDatabase.closed())
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(10..<20, into: store)
        _ = try store.checkpoint(.restart)
        let old = disk.image.files[path]
        try TestDatabase.insert(20..<30, into: store)
        _ = try store.checkpoint(.restart)
        var image = disk.image
        store.abandon()
        image.files[StoreFiles.lock(path)] = nil
        image.files[path] = old
        let foreign = try #require(TestDatabase.refusal(of: image)?.foreignLog)
        #expect(foreign.path == path)
        #expect(foreign.reason.hasSuffix(": it is an older state of the file"))
    }

    /// It has nothing, and the file asks for none: the next commit starts it anew.
    @Test func `no log that is empty beside a closed file`() throws {
        let closed = try TestDatabase.closed()
        let disk = SimulatedFileSystem(image: closed)
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(10..<20, into: store)
        _ = try store.checkpoint(.restart)
        var image = disk.image
        store.abandon()
        image.files[StoreFiles.lock(path)] = nil
        image.files[path] = closed.files[path]
        let other = SimulatedFileSystem(image: image)
        for rows in [20..<30, 30..<40] {
            let again = try TestDatabase.store(on: other)
            try TestDatabase.insert(rows, into: again)
            try again.close()
        }
        let last = try TestDatabase.store(on: other)
        #expect(try TestDatabase.rows(last)?.count == 30)
        try last.close()
    }

    /// Two copies of a file have its identity, and count alike.
    @Test func `the log of a twin beside one that was closed`() throws {
        let closed = try TestDatabase.closed()
        func worked(_ seed: UInt64, _ rows: Range<Int>, closes: Bool) throws -> DiskImage {
            let disk = SimulatedFileSystem(image: closed, seed: seed)
            let store = try TestDatabase.store(on: disk)
            for row in rows { try TestDatabase.insert(row..<row + 1, into: store) }
            if closes {
                try store.close()
            } else {
                store.abandon()
            }
            var image = disk.image
            image.files[StoreFiles.lock(path)] = nil
            return image
        }
        var image = try worked(1, 50..<51, closes: true)
        image.files[TestDatabase.log] =
            try worked(2, 70..<73, closes: false).files[TestDatabase.log]
        let foreign = try #require(TestDatabase.refusal(of: image)?.foreignLog)
        #expect(foreign.path == path)
        #expect(foreign.reason.hasSuffix(": it is that of another copy of the file"))
    }

    /// It was taken for one in the making, and removed.
    @Test func `a text where the log should be`() throws {
        var image = try TestDatabase.closed()
        image.files[TestDatabase.log] = Array("what I did today".utf8)
        let error = StorageError.foreignLog(path: path, reason: "the log is not one of ours")
        #expect(TestDatabase.refusal(of: image) == error)
        // At level EXTRA a sector that was being written may hold anything, but only one.
        image.files[TestDatabase.log] = [UInt8](repeating: 7, count: 4096 + 512)
        #expect(TestDatabase.refusal(of: image) == error)
        image.files[TestDatabase.log] =
            [UInt8](repeating: 0, count: 4096) + [UInt8](repeating: 7, count: 4096)
        let disk = SimulatedFileSystem(image: image)
        let store = try TestDatabase.store(on: disk)
        #expect(try TestDatabase.rows(store)?.count == 10)
        try store.close()
    }

    /// Counting on ended the program, or a commit had the number that means none.
    @Test(arguments: 0..<4)
    func `a number of a commit or a log that nobody counts to`(number: Int) throws {
        var image = try TestDatabase.closed()
        var bytes = try #require(image.files[path])
        let found = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap {
                DatabaseHeader.decode($0, pageSize: 4096, number: DatabaseHeader.pageNumber)
            }
        }
        var header = try #require(found)
        let counts: [WritableKeyPath<DatabaseHeader, UInt64>] = [
            \.state.lsn, \.lastCheckpointLSN, \.logGeneration, \.lastGeneration,
        ]
        header[keyPath: counts[number]] = .max
        bytes.withUnsafeMutableBytes { bytes in
            guard let page = bytes.baseAddress else { return }
            bytes[..<4096].initializeMemory(as: UInt8.self, repeating: 0)
            header.encode(into: page, as: DatabaseHeader.pageNumber)
        }
        image.files[path] = bytes
        let corruption = try #require(TestDatabase.refusal(of: image)?.corruption)
        #expect(corruption.kind == .header)
    }

    @Test func `the log of another file`() throws {
        var image = try TestDatabase.closed()
        image.files[TestDatabase.log] = try TestDatabase.open(seed: 99).files[TestDatabase.log]
        #expect(
            TestDatabase.refusal(of: image)
                == .foreignLog(path: path, reason: "the log belongs to another file"))
    }

    /// Recovery begins the log anew: what a newer version left there would be gone.
    @Test(arguments: [(8, "log format 9"), (12, "log features 0x9")])
    func `a log of a newer format`(offset: Int, reason: String) throws {
        var image = try TestDatabase.open()
        var log = image.files[TestDatabase.log] ?? []
        // Generation 1 is described by the second slot.
        log[4096 + offset] = 9
        LogSeal.reseal(&log)
        image.files[TestDatabase.log] = log
        #expect(TestDatabase.refusal(of: image) == .newerFormat(path: path, reason: reason))
    }

    @Test func `something else in the place of its log`() throws {
        var image = try TestDatabase.closed()
        image.files[TestDatabase.log] = .init(repeating: 7, count: 20_000)
        #expect(
            TestDatabase.refusal(of: image)
                == .foreignLog(path: path, reason: "the log is not one of ours"))
    }

    @Test func `a log without its database`() throws {
        var image = try TestDatabase.open()
        image.files[path] = nil
        let expected = StorageError.foreignLog(
            path: path, reason: "there is a log without its database")
        #expect(TestDatabase.refusal(of: image) == expected)
    }

    @Test func `a file that it may not open`() throws {
        let image = try TestDatabase.open()
        for name in [path, TestDatabase.log, StoreFiles.lock(path)] {
            let error = TestDatabase.refusal(of: image) { $0.deny(name) }
            #expect(error == .io(IOFailure(.open, path: name, errno: EACCES)))
        }
    }

    @Test func `a directory`() throws {
        let place = try ScratchDirectory()
        let path = place.path("folder")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let canonical = try SystemFileSystem.shared.canonicalPath(of: path)
        #expect(throws: StorageError.notADatabase(path: canonical, reason: "it is a directory")) {
            _ = try Store.open(path, fileSystem: SystemFileSystem.shared)
        }
        #expect(try SystemFileSystem.shared.list(directoryHolding: path) == ["folder"])
    }

    @Test func `a file in a directory that is not there`() throws {
        let place = try ScratchDirectory()
        let error = #expect(throws: StorageError.self) {
            _ = try Store.open(place.path("no/file"), fileSystem: SystemFileSystem.shared)
        }
        #expect(error?.failure?.errno == ENOENT)
    }

    @Test func `a file with two names`() throws {
        let place = try ScratchDirectory()
        let files = SystemFileSystem.shared
        let path = try files.canonicalPath(of: place.path("a"))
        try Store.open(path, options: TestDatabase.options, fileSystem: files).close()
        try FileManager.default.linkItem(atPath: path, toPath: place.path("b"))
        let reason = "it has several names, and its log can have only one"
        #expect(throws: StorageError.notADatabase(path: path, reason: reason)) {
            _ = try Store.open(path, options: TestDatabase.options, fileSystem: files)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "everything is allowed to root"))
    func `a file without permission`() throws {
        let place = try ScratchDirectory()
        let files = SystemFileSystem.shared
        let path = try files.canonicalPath(of: place.path("a"))
        try Store.open(path, options: TestDatabase.options, fileSystem: files).close()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        #expect(throws: StorageError.io(IOFailure(.open, path: path, errno: EACCES))) {
            _ = try Store.open(path, options: TestDatabase.options, fileSystem: files)
        }
    }
}
