import StorageSimulation
import Testing

@testable import WCDBStorage

/// Files that end too early, at every length that could make a difference.
@Suite struct `A truncated file` {
    private let path = TestDatabase.path

    @Test func `is refused at every length`() throws {
        let image = try TestDatabase.closed()
        let whole = image.files[path] ?? []
        let lengths =
            Array(1..<130) + Array(stride(from: 130, to: whole.count, by: 61))
            + (1...whole.count / 512).flatMap { [$0 * 512 - 1, $0 * 512] }
        for length in Set(lengths).sorted() where length < whole.count {
            var cut = image
            cut.files[path] = Array(whole[..<length])
            switch TestDatabase.refusal(of: cut) {
            case .notADatabase(path, _): #expect(length < 32)
            case .corrupt(let corruption):
                let expected: Corruption.Kind = length < 4096 ? .header : .shortFile
                #expect(corruption.kind == expected, "\(length) bytes")
            case let error: Issue.record("\(length) bytes: \(String(describing: error))")
            }
        }
    }

    @Test func `that is empty is a new database`() throws {
        let disk = SimulatedFileSystem(image: DiskImage(files: [path: []]))
        let store = try TestDatabase.store(on: disk)
        #expect(try TestDatabase.rows(store) == nil)
        try store.close()
    }

    /// With its log, a file that is short is repaired, or refused: never half a database.
    @Test func `with a log keeps all rows or is refused`() throws {
        let image = try TestDatabase.open()
        let whole = image.files[path] ?? []
        for length in stride(from: 1, to: whole.count, by: 97) {
            var cut = image
            cut.files[path] = Array(whole[..<length])
            let disk = SimulatedFileSystem(image: cut)
            guard
                let store = try? TestDatabase.store(on: disk)
            else {
                let isUnchanged = disk.image == cut
                #expect(isUnchanged)
                continue
            }
            let rows = try? TestDatabase.rows(store)
            #expect(rows == nil || rows?.count == 10, "\(length) bytes")
            store.abandon()
        }
    }

    /// Commits that nobody was promised may go with the end of their log, whole.
    @Test func `of a log ends at a commit or is refused`() throws {
        let disk = SimulatedFileSystem()
        let store = try TestDatabase.store(on: disk)
        for number in 0..<6 {
            try TestDatabase.insert(number * 5..<number * 5 + 5, into: store, level: .normal)
        }
        let image = disk.image
        store.abandon()
        let log = image.files[TestDatabase.log] ?? []
        var found: Set<Int> = []
        for length in stride(from: 0, to: log.count, by: 211) {
            var cut = image
            cut.files[TestDatabase.log] = Array(log[..<length])
            cut.files[StoreFiles.lock(path)] = nil
            let disk = SimulatedFileSystem(image: cut)
            do {
                let store = try TestDatabase.store(on: disk)
                let rows = try TestDatabase.rows(store) ?? []
                #expect(rows.count % 5 == 0 && rows == (0..<Int64(rows.count)).map { $0 })
                found.insert(rows.count)
                store.abandon()
            } catch is StorageError {
                let isUnchanged = disk.image == cut
                #expect(isUnchanged)
                #expect(length < 8192, "\(length) bytes")
            }
        }
        #expect(found == [0, 5, 10, 15, 20, 25, 30])
    }

    /// Cutting off the log is durable only when the next one is. What is left of both must not be
    /// taken for a foreign log: of the two header slots one is whole at every moment.
    @Test func `leaves a log that can be begun anew, whatever a crash keeps of both`() throws {
        let disk = SimulatedFileSystem()
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<10, into: store)
        _ = try store.checkpoint(.truncate)
        let first = disk.callCount + 1
        try TestDatabase.insert(10..<20, into: store)
        let trace = disk.trace
        store.abandon()
        var images = CrashImages(trace: trace)
        var random = SeededRandom(seed: 4)
        for call in first...trace.callCount {
            for model in [LossModel.sectors512, .randomSubset, .tornSector, .allButOne] {
                for _ in 0..<40 {
                    let image = images.image(before: call, model: model, random: &random)
                    let found = try TestDatabase.store(on: image)
                    #expect([10, 20].contains(try TestDatabase.rows(found)?.count))
                    found.abandon()
                }
            }
        }
    }
}
