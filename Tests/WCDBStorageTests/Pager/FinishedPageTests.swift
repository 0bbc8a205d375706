import Testing

@testable import WCDBStorage

/// A leaf was listed as finished each time the row behind it came and went, and then written, and
/// its memory given back, once for each: two pages had the same memory from then on, and a program
/// that inserted and deleted one row again and again ended with its heap destroyed.
@Suite struct `A page that is finished again and again` {
    @Test func `is written once`() throws {
        let store = try TestDatabase.store(options: StoreOptions())
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        let tree = try write.rowidTree(id)
        let payload = [UInt8](repeating: 7, count: 900)
        func insert(_ rowid: Int64) throws {
            #expect(try payload.withUnsafeBytes { try tree.insert(rowid, $0) })
        }
        for rowid in 1...8 { try insert(Int64(rowid)) }
        let before = store.statistics.directPages
        for _ in 0..<200 {
            try insert(9)
            #expect(try tree.delete(9))
        }
        // Once each time that enough pages were finished, and not once for each of these.
        #expect(store.statistics.directPages - before <= 200 / 64 + 1)
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        let reader = try store.beginRead()
        let cursor = try reader.rowidTree(id).makeCursor()
        for rowid in 1...8 {
            #expect(try cursor.seek(Int64(rowid)))
            #expect(try cursor.payload().elementsEqual(payload))
        }
        #expect(try !cursor.next())
        reader.end()
        try store.close()
    }
}
