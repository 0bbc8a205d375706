import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Key trees` {
    @Test(arguments: [512, 1024, 4096, 32768], [UInt64(1), 2, 3])
    func `agree with a dictionary under random changes`(pageSize: Int, seed: UInt64) throws {
        let store = try TestDatabase.store(pageSize: pageSize)
        var model = KeyTreeModel(seed: seed, pageSize: pageSize)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeIndex(in: write)
        for round in 0..<10 {
            let tree = try write.keyTree(id)
            let before = model.rows
            let isTried = round % 3 == 1
            if isTried { try write.openSavepoint() }
            for _ in 0..<150 { try model.step(tree) }
            try model.verify(tree)
            if isTried {
                try write.rollbackToSavepoint()
                model.rows = before
                try model.verify(tree)
                try write.releaseSavepoint()
            }
            #expect(try IntegrityCheck.run(write) == [])
            try write.commit()
            try write.beginWrite(until: nil)
        }
        let tree = try write.keyTree(id)
        for key in model.rows.keys {
            #expect(try key.withUnsafeBytes { try tree.delete($0) })
        }
        model.rows = [:]
        try model.verify(tree)
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        try store.close()
    }

    @Test func `leave out what the keys of a page share`() throws {
        let store = try TestDatabase.store(pageSize: 4096)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeIndex(in: write)
        let tree = try write.keyTree(id)
        for number in 0..<5000 {
            let key = Array("https://example.org/a/long/path/to/\(number + 100_000)".utf8)
            _ = try key.withUnsafeBytes { try tree.insert($0) }
        }
        try write.commit()
        // Whole keys of 41 bytes would take 60 pages.
        #expect(store.state.pageCount < 30)
        try store.close()
    }

    @Test func `move a cursor past changes of others`() throws {
        let store = try TestDatabase.store(pageSize: 512)
        let write = try store.beginWrite()
        let tree = try write.keyTree(try TestDatabase.makeIndex(in: write))
        func key(_ number: Int) -> [UInt8] { Array("key \(number + 1000)".utf8) }
        for number in 0..<300 { _ = try key(number).withUnsafeBytes { try tree.insert($0) } }
        let cursor = tree.makeCursor()
        var seen: [[UInt8]] = []
        var isThere = try cursor.first()
        while isThere {
            let found = try Array(cursor.key())
            seen.append(found)
            #expect(try found.withUnsafeBytes { try tree.delete($0) })
            let next = key(seen.count * 2 - 1)
            _ = try next.withUnsafeBytes { try tree.delete($0) }
            isThere = try cursor.next()
        }
        #expect(seen.prefix(3) == [key(0), key(2), key(4)])
        #expect(try tree.count() == 0)
        write.rollback()
        try store.close()
    }

    /// Beside keys that share a prefix, and in a page of no such keys.
    @Test(arguments: [["a/1", "a/2", "a/3"], ["x", "y"], []])
    func `keep an empty key, which may come without an address`(others: [String]) throws {
        let store = try TestDatabase.store(pageSize: 512)
        let write = try store.beginWrite()
        let tree = try write.keyTree(try TestDatabase.makeIndex(in: write))
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        for other in others { _ = try Array(other.utf8).withUnsafeBytes { try tree.insert($0) } }
        let cursor = tree.makeCursor()
        #expect(try !cursor.seek(empty))
        #expect(try !tree.delete(empty))
        #expect(try tree.insert(empty))
        #expect(try !tree.insert(empty))
        #expect(try cursor.seek(empty))
        #expect(try cursor.key().isEmpty)
        #expect(try tree.count() == UInt64(others.count + 1))
        #expect(try tree.delete(empty))
        #expect(try !cursor.seek(empty))
        write.rollback()
        try store.close()
    }
}
