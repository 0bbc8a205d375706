import Foundation
import Testing

@testable import WCDBStorage

@Suite struct `System files` {
    @Test func `a lock keeps out another open file, also after a third one closed`() throws {
        let directory = try ScratchDirectory()
        let path = directory.path("locked")
        let system = SystemFileSystem.shared
        let first = try system.open(path, .create)
        let second = try system.open(path, .readWrite)
        #expect(try first.tryLock())
        #expect(try !second.tryLock())
        try system.open(path, .readWrite).close()
        #expect(try !second.tryLock())
        try first.unlock()
        #expect(try second.tryLock())
        try second.close()
        #expect(try first.tryLock())
        try first.close()
    }

    @Test func `a closed file refuses every call`() throws {
        let directory = try ScratchDirectory()
        let file = try SystemFileSystem.shared.open(directory.path("closed"), .create)
        try file.close()
        try file.close()
        #expect(throws: StorageError.self) { try file.size() }
        #expect(throws: StorageError.self) { try file.sync(.data) }
    }

    @Test func `a temporary file has no name`() throws {
        let directory = try ScratchDirectory()
        let path = directory.path("data")
        let file = try SystemFileSystem.shared.open(path, .temporary)
        #expect(try SystemFileSystem.shared.list(directoryHolding: path).isEmpty)
        #expect(try file.identity().linkCount == 0)
        try file.setSize(10)
        #expect(try file.size() == 10)
        try file.close()
    }

    @Test func `different spellings of a path meet`() throws {
        let directory = try ScratchDirectory()
        let system = SystemFileSystem.shared
        let plain = directory.path("data")
        let expected = try system.canonicalPath(of: plain)
        #expect(expected.hasPrefix("/") && expected.hasSuffix("/data"))
        let detour = directory.path(".././" + directory.name + "//data")
        #expect(try system.canonicalPath(of: detour) == expected)
        let link = directory.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "data")
        #expect(try system.canonicalPath(of: link) == expected, "a link that leads nowhere yet")
        try system.open(link, .create).close()
        #expect(try system.canonicalPath(of: link) == expected)
        #expect(try system.identity(of: plain) == system.identity(of: link))
        #expect(try system.canonicalPath(of: detour) == expected)
    }

    @Test func `links in a circle are an error`() throws {
        let directory = try ScratchDirectory()
        let link = directory.path("loop")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "loop")
        #expect(throws: StorageError.self) {
            try SystemFileSystem.shared.canonicalPath(of: link)
        }
    }

    @Test func `errors name the operation, the path and the number`() throws {
        let directory = try ScratchDirectory()
        let path = directory.path("missing")
        let expected = StorageError.io(IOFailure(.open, path: path, errno: ENOENT))
        #expect(throws: expected) { try SystemFileSystem.shared.open(path, .readWrite) }
        #expect(throws: StorageError.self) { try SystemFileSystem.shared.remove(path) }
        #expect(throws: StorageError.self) { try SystemFileSystem.shared.open("a\0b", .create) }
        #expect(throws: StorageError.self) { try SystemFileSystem.shared.open("", .create) }
    }

    @Test func `a full disk has an error of its own`() {
        #expect(SystemCall.failure(.write, "x", code: ENOSPC) == .diskFull(path: "x"))
        #expect(SystemCall.failure(.write, "x", code: EDQUOT) == .diskFull(path: "x"))
    }

    @Test(arguments: [
        ("a", ".", "a"), ("/a", "/", "a"), ("a/b", "a", "b"), ("/a//b/", "/a", "b"),
        ("/", "/", ""), ("./a", ".", "a"),
    ])
    func `paths split into directory and name`(path: String, directory: String, last: String) {
        #expect(PathName(path).directory == directory)
        #expect(PathName(path).last == last)
    }

    @Test func `the clock runs forwards`() {
        let first = SystemFileSystem.shared.now()
        #expect(first > 0)
        #expect(SystemFileSystem.shared.now() >= first)
        #expect(SystemFileSystem.shared.random() != SystemFileSystem.shared.random())
    }
}
