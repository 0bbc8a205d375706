import Testing

@testable import WCDBStorage

@Suite struct `The catalog` {
    @Test func `finds objects by name, whatever the case`() throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let catalog = Catalog(write)
        let table = try catalog.create(
            .init(kind: .table, name: "Ärger", tableName: "Ärger", sql: "CREATE"))
        let index = try catalog.create(
            .init(kind: .index, name: "byName", tableName: "ÄRger", sql: nil))
        let other = try catalog.create(
            .init(kind: .index, name: "byDate", tableName: "ärger", sql: nil))
        let trigger = try catalog.create(
            .init(kind: .trigger, name: "BYNAME", tableName: "Ärger", sql: nil))
        #expect(try catalog.entry(named: "ärger")?.id == nil, "only ASCII is folded")
        #expect(try catalog.entry(named: "ÄrGER")?.id == table)
        #expect(try catalog.entry(named: "byname")?.id == index)
        #expect(try catalog.entry(named: "byname", isTrigger: true)?.id == trigger)
        #expect(try catalog.entry(named: "nothing") == nil)
        #expect(try catalog.entries(ofTable: "ÄRGER").map(\.id) == [index, trigger])
        #expect(try catalog.entries(ofTable: "ärger").map(\.id) == [other])
        #expect(try IntegrityCheck.run(write) == [])
        write.rollback()
        try store.close()
    }

    @Test func `refuses a second object of the same name`() throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let entry = Catalog.Entry(kind: .table, name: "t", tableName: "t", sql: nil)
        _ = try Catalog(write).create(entry)
        #expect(throws: StorageError.misuse("there is a view 'T' already")) {
            _ = try Catalog(write).create(.init(kind: .view, name: "T", tableName: "T", sql: nil))
        }
        write.rollback()
        try store.close()
    }

    @Test func `takes an object of no known kind for damage`() throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        var record = RecordWriter()
        record.begin(columnCount: 6)
        for text in ["tablet", "t", "t"] { record.appendText(text) }
        record.appendInteger(Int64(id.rawValue))
        record.append(.null)
        record.appendInteger(0)
        let rows = write.openRowidTree(.catalog, root: DatabaseHeader.catalogRoot)
        #expect(try rows.replace(Int64(id.rawValue), record.finish()))
        let error = #expect(throws: StorageError.self) { _ = try Catalog(write).entries() }
        guard case .corrupt(let damage)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(damage.kind == .catalog)
        write.rollback()
        try store.close()
    }

    @Test func `renames and drops, and gives the pages back`() throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let free = write.state.pageCount - write.state.freeCount
        let id = try TestDatabase.makeTable(in: write)
        let tree = try write.rowidTree(id)
        for rowid in 0..<2000 {
            let payload = [UInt8](repeating: 1, count: rowid % 900 == 0 ? 20_000 : 60)
            _ = try payload.withUnsafeBytes { try tree.insert(Int64(rowid), $0) }
        }
        var entry = try #require(try Catalog(write).entry(id))
        entry.name = "renamed"
        entry.tableName = "renamed"
        let cookie = write.state.schemaCookie
        try Catalog(write).update(entry)
        #expect(write.state.schemaCookie != cookie)
        #expect(try Catalog(write).entry(named: "t") == nil)
        #expect(try Catalog(write).entry(named: "renamed")?.id == id)
        try write.openSavepoint()
        try Catalog(write).drop(id)
        #expect(write.state.pageCount - write.state.freeCount == free)
        #expect(try IntegrityCheck.run(write) == [])
        try write.rollbackToSavepoint()
        #expect(try write.rowidTree(id).count() == 2000)
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        try store.close()
    }

    /// A connection had an empty index open, which owns no page; another one gave it its first
    /// key, which is no change of the schema. Dropping or clearing it followed the root of before,
    /// which was none.
    @Test(arguments: [true, false])
    func `drops and clears what was empty when it was opened`(isDropped: Bool) throws {
        let store = try TestDatabase.store()
        let create = try store.beginWrite()
        let id = try TestDatabase.makeIndex(in: create)
        try create.commit()
        let other = try store.makeTransaction()
        try other.beginRead()
        #expect(try other.keyTree(id).count() == 0)
        other.end()
        let write = try store.beginWrite()
        let key: [UInt8] = [1, 2, 3]
        let isNew = try key.withUnsafeBytes { key in
            try write.keyTree(id).insert(key, UnsafeRawBufferPointer(rebasing: key[..<0]))
        }
        #expect(isNew)
        try write.commit()
        try other.beginWrite(until: nil)
        if isDropped {
            try Catalog(other).drop(id)
        } else {
            #expect(try other.clearTree(id) == 1)
            #expect(try other.keyTree(id).count() == 0)
        }
        #expect(try IntegrityCheck.run(other) == [])
        try other.commit()
        try store.close()
    }
}
