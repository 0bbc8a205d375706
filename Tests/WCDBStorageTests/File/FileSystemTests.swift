import StorageSimulation
import Testing

@testable import WCDBStorage

/// What every file system must do alike; the kinds are listed in `Subject`.
@Suite struct `Every file system` {
    enum Subject: CaseIterable, Sendable { case system, memory, simulated }

    private struct Place {
        let files: any FileSystem
        let directory: ScratchDirectory

        init(_ subject: Subject) throws {
            directory = try ScratchDirectory()
            switch subject {
            case .system: files = SystemFileSystem.shared
            case .memory: files = MemoryFileSystem()
            case .simulated: files = SimulatedFileSystem()
            }
        }

        func path(_ name: String) -> String { directory.path(name) }

        func open(_ name: String, _ mode: OpenMode = .create) throws -> any OpenFile {
            try files.open(path(name), mode)
        }
    }

    @Test(arguments: Subject.allCases)
    func `reads what was written, zeros in gaps, nothing behind the end`(
        subject: Subject
    ) throws {
        let place = try Place(subject)
        let file = try place.open("a")
        try write(file, [1, 2, 3], at: 5)
        #expect(try file.size() == 8)
        #expect(try read(file, count: 20, at: 3) == [0, 0, 1, 2, 3])
        #expect(try read(file, count: 4, at: 8) == [])
        #expect(try read(file, count: 4, at: 100) == [])
        try file.setSize(6)
        #expect(try read(file, count: 20, at: 0) == [0, 0, 0, 0, 0, 1])
        try file.setSize(8)
        #expect(try read(file, count: 20, at: 4) == [0, 1, 0, 0])
        try file.close()
    }

    @Test(arguments: Subject.allCases)
    func `reserving grows a file and changes no byte`(subject: Subject) throws {
        let place = try Place(subject)
        let file = try place.open("a")
        try write(file, [9, 9], at: 0)
        try file.reserve(offset: 0, length: 10_000)
        #expect(try file.size() == 10_000)
        #expect(try read(file, count: 3, at: 0) == [9, 9, 0])
        try file.reserve(offset: 0, length: 10)
        #expect(try file.size() == 10_000)
        for kind in [SyncKind.barrier, .data, .full] { try file.sync(kind) }
        try place.files.syncDirectory(holding: place.path("a"))
        try file.close()
    }

    @Test(arguments: Subject.allCases)
    func `a removed file stays readable while it is open`(subject: Subject) throws {
        let place = try Place(subject)
        let file = try place.open("a")
        try write(file, [7], at: 0)
        #expect(try file.identity().linkCount == 1)
        try place.files.remove(place.path("a"))
        #expect(try place.files.identity(of: place.path("a")) == nil)
        #expect(try file.identity().linkCount == 0)
        #expect(try read(file, count: 1, at: 0) == [7])
        let other = try place.open("a")
        #expect(try other.size() == 0)
        #expect(try other.identity().inode != file.identity().inode)
        try other.close()
        try file.close()
    }

    @Test(arguments: Subject.allCases)
    func `a rename replaces its target and keeps the file`(subject: Subject) throws {
        let place = try Place(subject)
        let old = try place.open("a")
        let new = try place.open("b")
        try write(new, [5], at: 0)
        let identity = try new.identity()
        try place.files.rename(place.path("b"), to: place.path("a"))
        #expect(try place.files.identity(of: place.path("a")) == identity)
        #expect(try place.files.identity(of: place.path("b")) == nil)
        #expect(try old.identity().linkCount == 0)
        #expect(try place.files.list(directoryHolding: place.path("x")) == ["a"])
        try old.close()
        try new.close()
    }

    @Test(arguments: Subject.allCases)
    func `an open file excludes another one by its lock`(subject: Subject) throws {
        let place = try Place(subject)
        let first = try place.open("a")
        let second = try place.open("a")
        #expect(try first.tryLock())
        #expect(try first.tryLock(), "the owner may ask again")
        #expect(try !second.tryLock())
        try second.unlock()
        #expect(try !second.tryLock(), "only the owner gives it back")
        try first.close()
        #expect(try second.tryLock())
        try second.close()
    }

    @Test(arguments: Subject.allCases)
    func `modes are kept`(subject: Subject) throws {
        let place = try Place(subject)
        #expect(throws: StorageError.self) { try place.open("a", .readOnly) }
        #expect(throws: StorageError.self) { try place.open("a", .readWrite) }
        #expect(throws: StorageError.self) { try place.files.remove(place.path("a")) }
        #expect(throws: StorageError.self) {
            try place.files.rename(place.path("a"), to: place.path("b"))
        }
        try place.open("a").close()
        let file = try place.open("a", .readOnly)
        #expect(throws: StorageError.self) { try self.write(file, [1], at: 0) }
        #expect(throws: StorageError.self) { try file.setSize(4) }
        try file.close()
        let scratch = try place.open("s", .temporary)
        try write(scratch, [1], at: 0)
        #expect(try scratch.identity().linkCount == 0)
        #expect(try place.files.list(directoryHolding: place.path("a")) == ["a"])
        try scratch.close()
    }

    private func write(_ file: any OpenFile, _ bytes: [UInt8], at offset: Int64) throws {
        try bytes.withUnsafeBytes { try FileTransfer.write(file, $0, at: offset) }
    }

    private func read(_ file: any OpenFile, count: Int, at offset: Int64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xAA, count: count)
        let done = try bytes.withUnsafeMutableBytes {
            try FileTransfer.read(file, into: $0, at: offset)
        }
        return Array(bytes[..<done])
    }
}
