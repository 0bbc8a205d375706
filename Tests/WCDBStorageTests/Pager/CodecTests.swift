import StorageSimulation
import Testing

@testable import WCDBStorage

/// Everything that leaves memory goes through the codec, and comes back through it.
@Suite struct `A codec` {
    private let path = TestDatabase.path

    private func options(key: UInt64? = 1, pageSize: Int = 4096) -> StoreOptions {
        var options = TestDatabase.options
        options.pageSize = pageSize
        options.codec = key.map { SimulatedCodec(key: $0) }
        return options
    }

    @Test(arguments: UInt64(1)...3)
    func `survives crashes at I/O calls`(seed: UInt64) throws {
        var options = CrashCheck.smallOptions(seed: seed)
        options.codec = SimulatedCodec(key: seed)
        let check = CrashCheck(options: options, seed: seed, steps: 40)
        #expect(try check.run(limit: 60 * TestScale.factor).cycles > 30)
        #expect(try check.runNested(limit: 8 * TestScale.factor, depth: 3) > 20)
    }

    @Test func `serves interleaved threads`() throws {
        for seed in UInt64(0)..<8 {
            var check = InterleavingCheck(seed: seed, steps: 4)
            check.codec = SimulatedCodec(key: seed)
            _ = try check.run()
        }
    }

    /// Trees that spill, evict, overflow, checkpoint and are opened again.
    @Test(arguments: [512, 1024])
    func `carries trees`(pageSize: Int) throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        var options = options(pageSize: pageSize)
        options.cacheBudget = 24 << 10
        options.directThreshold = 16
        var random = SeededRandom(seed: 5)
        var rows: [Int64: [UInt8]] = [:]
        for round in 0..<6 {
            let store = try TestDatabase.store(on: disk, options: options)
            let write = try store.beginWrite()
            if round == 0 {
                try TestDatabase.makeTable(in: write)
            }
            let tree = try write.rowidTree(TestDatabase.table)
            for _ in 0..<200 {
                let rowid = Int64(random.below(400))
                let count = random.oneIn(12) ? random.below(3 * pageSize) : random.below(90)
                let payload = (0..<count).map { _ in UInt8(random.below(256)) }
                if random.oneIn(4) {
                    #expect(try tree.delete(rowid) == (rows.removeValue(forKey: rowid) != nil))
                } else if try payload.withUnsafeBytes({ try tree.insert(rowid, $0) }) {
                    rows[rowid] = payload
                }
            }
            try write.commit()
            try write.beginWrite(until: nil)
            #expect(try IntegrityCheck.run(write) == [])
            let cursor = try write.rowidTree(TestDatabase.table).makeCursor()
            for rowid in rows.keys.sorted() {
                #expect(try cursor.seek(rowid))
                #expect(try Array(cursor.payload()) == rows[rowid])
            }
            #expect(try write.rowidTree(TestDatabase.table).count() == Int64(rows.count))
            write.end()
            #expect(store.statistics.spilledPages + store.statistics.directPages > 0)
            if round % 2 == 0 { try store.close() } else { store.abandon() }
        }
    }

    @Test func `leaves nothing in clear but the header`() throws {
        let disk = SimulatedFileSystem()
        let store = try TestDatabase.store(on: disk, options: options())
        try TestDatabase.insert(0..<500, into: store)
        try TestDatabase.insert(500..<510, into: store)
        let image = disk.image
        // A run of one byte, as the rows have it, does not occur by chance.
        for (name, bytes) in image.files {
            var run = 0
            var longest = 0
            for (index, byte) in bytes.enumerated() where index > 0 && byte != 0 {
                run = byte == bytes[index - 1] ? run + 1 : 0
                longest = max(longest, run)
            }
            #expect(longest < 8, "\(name)")
        }
        try store.close()
    }

    @Test func `is asked for again`() throws {
        let disk = SimulatedFileSystem()
        let store = try TestDatabase.store(on: disk, options: options())
        try TestDatabase.insert(0..<10, into: store)
        try store.close()
        let image = disk.image
        let error = StorageError.notADatabase(path: path, reason: "it needs another key or codec")
        #expect(TestDatabase.refusal(of: image, options: options(key: nil)) == error)
        // Another key is found out by the first page.
        let wrong = try TestDatabase.store(on: image, options: options(key: 2))
        let read = try wrong.beginRead()
        let found = #expect(throws: StorageError.self) { _ = try Catalog(read).entries() }
        let corruption = try #require(found?.corruption)
        #expect(corruption.kind == .checksum)
        read.end()
        wrong.abandon()
        let plain = try TestDatabase.closed()
        #expect(TestDatabase.refusal(of: plain, options: options()) == error)
    }

    @Test func `finds single bits`() throws {
        let disk = SimulatedFileSystem()
        let store = try TestDatabase.store(on: disk, options: options(pageSize: 512))
        try TestDatabase.insert(0..<20, into: store)
        try store.close()
        let image = disk.image
        let bits = (image.files[path]?.count ?? 0) * 8
        for bit in stride(from: 1024 * 8, to: bits, by: 173) {
            var damaged = image
            damaged.files[path]?[bit >> 3] ^= 1 << UInt8(bit & 7)
            let store = try TestDatabase.store(on: damaged, options: options())
            let rows = try? TestDatabase.rows(store, isSound: false)
            #expect(rows == nil || rows?.count == 20)
            store.abandon()
        }
    }
}
