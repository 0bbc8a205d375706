import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Checking the header pages` {
    private func flip(_ offset: Int, on disk: SimulatedFileSystem) throws {
        let file = try disk.open(TestDatabase.path, .readWrite)
        var byte: [UInt8] = [0]
        _ = try byte.withUnsafeMutableBytes {
            try FileTransfer.read(file, into: $0, at: Int64(offset))
        }
        byte[0] ^= 1
        try byte.withUnsafeBytes { try FileTransfer.write(file, $0, at: Int64(offset)) }
    }

    private func findings(_ store: Store) throws -> [Corruption] {
        let read = try store.beginRead()
        defer { read.end() }
        return try IntegrityCheck.run(read)
    }

    /// The mirror saves the file when page 1 is torn: nobody read it before that.
    @Test(arguments: [40, 2000, 4091])
    func `finds damage of either`(offset: Int) throws {
        for number in [DatabaseHeader.pageNumber, DatabaseHeader.mirrorPageNumber] {
            let disk = SimulatedFileSystem(image: try TestDatabase.closed())
            let store = try TestDatabase.store(on: disk)
            #expect(try findings(store) == [])
            try flip(Int(number.rawValue - 1) * 4096 + offset, on: disk)
            let found = try findings(store)
            #expect(found.map(\.page) == [number])
            #expect(found.first?.kind == .header)
            store.abandon()
        }
    }

    /// A crash tears it while page 1 is whole; it stayed torn until the next log was started.
    @Test func `is not in vain where opening mends the mirror`() throws {
        let disk = SimulatedFileSystem(image: try TestDatabase.closed())
        try flip(4096 + 77, on: disk)
        let store = try TestDatabase.store(on: disk)
        #expect(try findings(store) == [])
        store.abandon()
    }

    @Test func `finds a place for the rows of a tree that is not there`() throws {
        let store = try TestDatabase.store(on: TestDatabase.closed())
        defer { store.abandon() }
        for tree in [TreeID(2), TreeID(99)] {
            let write = try store.beginWrite()
            let isAdded = write.state.counts.add(1, to: tree)
            #expect(isAdded)
            #expect(try IntegrityCheck.run(write).contains { $0.kind == .count && $0.tree == tree })
            write.rollback()
        }
    }
}
