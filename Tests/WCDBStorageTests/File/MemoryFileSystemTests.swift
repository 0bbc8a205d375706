import StorageSimulation
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

    @Test func `a file keeps its bytes over the borders of its pieces`() throws {
        let file = try MemoryFileSystem().open("a", .create)
        var expected: [UInt8] = []
        var source = SeededRandom(seed: 7)
        for step in 0..<200 {
            let place = Int.random(in: 0..<1_200_000, using: &source)
            if step % 5 == 4 {
                try file.setSize(Int64(place))
                let added = [UInt8](repeating: 0, count: max(0, place - expected.count))
                expected = Array(expected.prefix(place)) + added
            } else {
                let count = Int.random(in: 1..<600_000, using: &source)
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: step + 1), count: count)
                try bytes.withUnsafeBytes { try FileTransfer.write(file, $0, at: Int64(place)) }
                let added = max(0, place + count - expected.count)
                expected += [UInt8](repeating: 0, count: added)
                expected.replaceSubrange(place..<place + count, with: bytes)
            }
            var found = [UInt8](repeating: 1, count: expected.count)
            #expect(try file.size() == Int64(expected.count))
            try found.withUnsafeMutableBytes { try FileTransfer.readFully(file, into: $0, at: 0) }
            #expect(found == expected)
        }
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
