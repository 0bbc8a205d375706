import Testing

@testable import WCDBStorage

/// A row or a key that comes back into a full leaf had the whole leaf laid out anew: each replaced
/// row cost as much as a split, and its transaction logged the page.
@Suite struct `What comes back into a full leaf` {
    /// Bytes that each of some transactions logged.
    private func logged(
        _ store: Store, _ numbers: [Int], _ change: (Transaction, Int) throws -> Void
    ) throws -> Int {
        let before = store.statistics.logBytes
        for number in numbers {
            let write = try store.beginWrite()
            try change(write, number)
            #expect(try IntegrityCheck.run(write) == [])
            try write.commit()
        }
        return (store.statistics.logBytes - before) / numbers.count
    }

    @Test func `a row goes where it was`() throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        func payload(_ number: Int, _ count: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
        }
        func insert(_ tree: RowidTree, _ number: Int, _ count: Int) throws {
            let isNew = try payload(number, count).withUnsafeBytes {
                try tree.insert(Int64(number), $0)
            }
            #expect(isNew)
        }
        let tree = try write.rowidTree(id)
        for number in 1...2000 { try insert(tree, number, 60) }
        try write.commit()
        let numbers = [7, 500, 501, 1300, 1999]
        let same = try logged(store, numbers) { write, number in
            let tree = try write.rowidTree(id)
            #expect(try tree.delete(Int64(number)))
            try insert(tree, number, 60)
        }
        #expect(same < 700)
        let smaller = try logged(store, numbers) { write, number in
            let isThere = try payload(number + 1, 50).withUnsafeBytes {
                try write.rowidTree(id).replace(Int64(number), $0)
            }
            #expect(isThere)
        }
        #expect(smaller < 700)
        // Room that is only there in pieces is put together.
        _ = try logged(store, numbers) { write, number in
            let tree = try write.rowidTree(id)
            #expect(try tree.delete(Int64(number)))
            try insert(tree, number, 65)
        }
        let reader = try store.beginRead()
        let cursor = try reader.rowidTree(id).makeCursor()
        for number in 1...2000 {
            #expect(try cursor.seek(Int64(number)))
            let expected = payload(number, numbers.contains(number) ? 65 : 60)
            #expect(try cursor.payload().elementsEqual(expected))
        }
        reader.end()
        try store.close()
    }

    @Test func `a key goes where it was, unless somebody was faster`() throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let id = try TestDatabase.makeIndex(in: write)
        func key(_ number: Int) -> [UInt8] { Array("key \(10_000 + number) of many".utf8) }
        func insert(_ tree: KeyTree, _ number: Int) throws {
            #expect(try key(number).withUnsafeBytes { try tree.insert($0) })
        }
        func delete(_ tree: KeyTree, _ number: Int) throws {
            #expect(try key(number).withUnsafeBytes { try tree.delete($0) })
        }
        let tree = try write.keyTree(id)
        for number in stride(from: 0, to: 4000, by: 2) { try insert(tree, number) }
        try write.commit()
        let numbers = [8, 500, 502, 1300, 3000]
        let same = try logged(store, numbers) { write, number in
            let tree = try write.keyTree(id)
            try delete(tree, number)
            try insert(tree, number)
        }
        #expect(same < 700)
        _ = try logged(store, numbers) { write, number in
            let tree = try write.keyTree(id)
            try write.openSavepoint()
            try delete(tree, number)
            try write.rollbackToSavepoint()
            // The key is back: what it left is not free any more.
            try insert(tree, number + 1)
            try write.releaseSavepoint()
        }
        let reader = try store.beginRead()
        #expect(try reader.keyTree(id).count() == 2005)
        reader.end()
        try store.close()
    }
}
