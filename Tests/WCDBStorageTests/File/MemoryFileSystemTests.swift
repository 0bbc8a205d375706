import Testing

@testable import WCDBStorage

@Suite struct `Files in memory` {
    @Test func `spellings of a path meet`() throws {
        let files = MemoryFileSystem()
        try files.open("a/./b//c", .create).close()
        #expect(try files.identity(of: "/a/x/../b/c")?.isDirectory == false)
        #expect(try files.identity(of: "a")?.isDirectory == true)
        #expect(try files.identity(of: "b") == nil)
        #expect(try files.list(directoryHolding: "/a/b/x") == ["c"])
        #expect(try files.list(directoryHolding: "/a") == [])
    }

    @Test func `a file has a largest size`() throws {
        let file = try MemoryFileSystem(capacity: 100).open("a", .create)
        try file.setSize(100)
        #expect(throws: StorageError.diskFull(path: "a")) { try file.setSize(101) }
        #expect(throws: StorageError.diskFull(path: "a")) {
            try file.reserve(offset: 1, length: .max)
        }
        #expect(throws: StorageError.self) { try file.setSize(-1) }
        #expect(try file.size() == 100)
    }

    @Test func `threads write side by side`() throws {
        let file = try MemoryFileSystem().open("a", .create)
        let threads = (0..<4).map { number in
            BackgroundThread(name: "writer") {
                for index in 0..<200 {
                    withUnsafeBytes(of: UInt32(index * 4 + number)) { bytes in
                        let place = Int64(index * 4 + number) * 4
                        try? FileTransfer.write(file, bytes, at: place)
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        var numbers = [UInt32](repeating: .max, count: 800)
        try numbers.withUnsafeMutableBytes { try FileTransfer.readFully(file, into: $0, at: 0) }
        #expect(numbers == (0..<800).map(UInt32.init))
    }
}
