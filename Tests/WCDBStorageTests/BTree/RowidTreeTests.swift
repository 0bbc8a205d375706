import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Rowid trees` {
    @Test(arguments: [512, 1024, 4096, 32768], [UInt64(1), 2, 3])
    func `agree with a dictionary under random changes`(pageSize: Int, seed: UInt64) throws {
        let store = try TestDatabase.store(pageSize: pageSize)
        var model = RowidTreeModel(seed: seed, pageSize: pageSize)
        var write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        for round in 0..<12 {
            let tree = try write.rowidTree(id)
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
        write.rollback()
        let reader = try store.beginRead()
        try model.verify(try reader.rowidTree(id))
        reader.end()
        write = try store.beginWrite()
        let tree = try write.rowidTree(id)
        for rowid in model.rows.keys.sorted() { #expect(try tree.delete(rowid)) }
        model.rows = [:]
        try model.verify(tree)
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        try store.close()
    }

    @Test(arguments: [512, 4096])
    func `keep leaves full when rows come in order`(pageSize: Int) throws {
        let store = try TestDatabase.store(pageSize: pageSize)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        let tree = try write.rowidTree(id)
        let payload = [UInt8](repeating: 7, count: 50)
        for rowid in 1...2000 {
            _ = try payload.withUnsafeBytes { try tree.insert(Int64(rowid), $0) }
        }
        try write.commit()
        let perLeaf = (pageSize - 48) / 55
        #expect(Int(store.state.pageCount) < 2000 / perLeaf * 11 / 10 + 12)
        try store.close()
    }

    @Test func `move a cursor past changes of others`() throws {
        let store = try TestDatabase.store(pageSize: 512)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        let tree = try write.rowidTree(id)
        let payload = [UInt8](repeating: 1, count: 40)
        for rowid in 0..<300 {
            _ = try payload.withUnsafeBytes { try tree.insert(Int64(rowid), $0) }
        }
        let cursor = tree.makeCursor()
        var seen: [Int64] = []
        var isThere = try cursor.first()
        while isThere {
            let rowid = cursor.rowid
            seen.append(rowid)
            // The row under the cursor goes, and so does the next but one.
            #expect(try tree.delete(rowid))
            _ = try tree.delete(rowid + 2)
            isThere = try cursor.next()
        }
        #expect(seen.prefix(4) == [0, 1, 4, 5])
        #expect(try tree.count() == 0)
        write.rollback()
        try store.close()
    }
}
