import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Building trees from sorted input` {
    private func open(_ pageSize: Int) throws -> Store {
        var options = TestDatabase.options(pageSize: pageSize)
        options.readsInBackground = true
        options.cacheBudget = 256 << 10
        return try TestDatabase.store(options: options)
    }

    @Test(arguments: [512, 4096], [0, 1, 3, 500, 20_000])
    func `gives a rowid tree`(pageSize: Int, count: Int) throws {
        let store = try open(pageSize)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        var model = RowidTreeModel(seed: 1, pageSize: pageSize)
        // Once without a root, once into a tree that was emptied.
        for round in 0..<2 {
            let tree = try write.rowidTree(id)
            if round == 1 { #expect(try write.clearTree(id) == Int64(model.rows.count)) }
            model.rows = [:]
            var builder = try RowidTreeBuilder(tree)
            for number in 0..<count {
                let size = number % 700 == 9 ? pageSize * 2 : number % 40
                let payload = [UInt8](repeating: UInt8(number & 0xFF), count: size)
                let rowid = Int64(number * number + round)
                try payload.withUnsafeBytes { try builder.append(rowid, $0) }
                model.rows[rowid] = payload
            }
            try builder.finish()
            try model.verify(tree)
            #expect(try IntegrityCheck.run(write) == [])
        }
        for _ in 0..<100 { try model.step(try write.rowidTree(id)) }
        try model.verify(try write.rowidTree(id))
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        try store.close()
    }

    @Test(arguments: [512, 4096], [0, 1, 3, 500, 20_000])
    func `gives a key tree`(pageSize: Int, count: Int) throws {
        let store = try open(pageSize)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeIndex(in: write)
        var model = KeyTreeModel(seed: 1, pageSize: pageSize)
        for round in 0..<2 {
            let tree = try write.keyTree(id)
            if round == 1 { #expect(try write.clearTree(id) == Int64(model.rows.count)) }
            model.rows = [:]
            var builder = try KeyTreeBuilder(tree)
            for number in 0..<count {
                var key = Array("key \(number + 1_000_000)".utf8)
                if number % 900 == 5 { key += [UInt8](repeating: 1, count: pageSize) }
                let value = [UInt8](repeating: 3, count: number % 3 == 0 ? number % 50 : 0)
                try key.withUnsafeBytes { key in
                    try value.withUnsafeBytes { try builder.append(key, $0) }
                }
                model.rows[key] = value
            }
            try builder.finish()
            try model.verify(tree)
            #expect(try IntegrityCheck.run(write) == [])
        }
        for _ in 0..<100 { try model.step(try write.keyTree(id)) }
        try model.verify(try write.keyTree(id))
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        try store.close()
    }

    @Test func `refuses rows out of order, and trees that have some`() throws {
        let store = try open(512)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        var builder = try RowidTreeBuilder(try write.rowidTree(id))
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        try builder.append(5, nothing)
        #expect(throws: StorageError.misuse("rows must come in ascending order")) {
            try builder.append(5, nothing)
        }
        try builder.finish()
        #expect(throws: StorageError.misuse("only an empty tree can be built")) {
            _ = try RowidTreeBuilder(try write.rowidTree(id))
        }
        write.rollback()
        try store.close()
    }

    private func add(_ key: [UInt8], to builder: inout KeyTreeBuilder) throws {
        try key.withUnsafeBytes { try builder.append($0) }
    }

    /// Of a long key the page has the front only; the order is that of the whole keys.
    @Test func `refuses keys out of order, long ones too`() throws {
        let store = try open(512)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeIndex(in: write)
        var builder = try KeyTreeBuilder(try write.keyTree(id))
        let long = [UInt8](repeating: 7, count: 2_000)
        let steps: [(key: [UInt8], refused: [[UInt8]])] = [
            ([1, 2], [[1, 2], [1], [0, 9]]), ([1, 2, 0], []),
            (long + [1], [long + [1], long, long + [0, 9]]), (long + [2], []),
            ([8], [long + [3]]),
        ]
        for step in steps {
            try add(step.key, to: &builder)
            for key in step.refused {
                #expect(throws: StorageError.misuse("keys must come in ascending order")) {
                    try add(key, to: &builder)
                }
            }
        }
        try builder.finish()
        #expect(try write.keyTree(id).count() == 5)
        #expect(try IntegrityCheck.run(write) == [])
        write.rollback()
        try store.close()
    }
}
