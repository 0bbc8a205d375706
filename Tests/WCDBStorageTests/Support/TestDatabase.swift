import StorageSimulation
import Testing

@testable import WCDBStorage

/// The small database that most tests begin with: its path, its options, its one table; as a store
/// or as bytes, and what opening changed of them.
enum TestDatabase {
    static let path = "/db/file"
    static var log: String { StoreFiles.log(path) }

    /// The tree of the table: the first one that a file gets beside those of the catalog.
    static let table = TreeID(3)
    /// The tree of an index that is made right after the table.
    static let index = TreeID(4)

    static var options: StoreOptions {
        var options = StoreOptions()
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        return options
    }

    /// The same, for files whose pages are of this size.
    static func options(pageSize: Int) -> StoreOptions {
        var options: StoreOptions = Self.options
        options.pageSize = pageSize
        return options
    }

    /// A store on a disk of its own, or on one that others look at too.
    static func store(
        on fileSystem: any FileSystem = SimulatedFileSystem(recordsTrace: false),
        options: StoreOptions = options
    ) throws(StorageError) -> Store {
        try Store.open(path, options: options, fileSystem: fileSystem)
    }

    /// A store on a copy of these files.
    static func store(
        on image: DiskImage, options: StoreOptions = options
    ) throws(StorageError) -> Store {
        try store(on: SimulatedFileSystem(image: image), options: options)
    }

    /// A store in memory, whose pages are of this size.
    static func store(pageSize: Int) throws(StorageError) -> Store {
        try store(options: options(pageSize: pageSize))
    }

    @discardableResult
    static func makeTable(in write: Transaction) throws -> TreeID {
        try Catalog(write).create(.init(kind: .table, name: "t", tableName: "t", sql: nil))
    }

    @discardableResult
    static func makeIndex(in write: Transaction) throws -> TreeID {
        try Catalog(write).create(.init(kind: .index, name: "i", tableName: "t", sql: nil))
    }

    static func payload(_ number: Int, count: Int = 100) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
    }

    /// Puts rows with these numbers into the one table, which the first call makes.
    static func insert(
        _ numbers: Range<Int>, into store: Store, level: SyncLevel = .full
    ) throws {
        let write = try store.beginWrite()
        defer { write.end() }
        if try Catalog(write).entry(table) == nil { try makeTable(in: write) }
        let tree = try write.rowidTree(table)
        for number in numbers {
            _ = try payload(number).withUnsafeBytes { try tree.insert(Int64(number), $0) }
        }
        try write.commit(level: level)
    }

    /// The rows of the table, or nil if there is none.
    static func rows(_ store: Store, isSound: Bool = true) throws -> [Int64]? {
        let read = try store.beginRead()
        defer { read.end() }
        if isSound { #expect(try IntegrityCheck.run(read) == []) }
        guard try Catalog(read).entry(table) != nil else { return nil }
        let cursor = try read.rowidTree(table).makeCursor()
        var rows: [Int64] = []
        var isThere = try cursor.first()
        while isThere {
            #expect(try Array(cursor.payload()) == payload(Int(cursor.rowid)))
            rows.append(cursor.rowid)
            isThere = try cursor.next()
        }
        return rows
    }

    /// A database with ten rows that nobody has closed: its log is beside it.
    static func open(seed: UInt64 = 1) throws -> DiskImage {
        let disk = SimulatedFileSystem(seed: seed)
        let store = try self.store(on: disk)
        try insert(0..<10, into: store)
        var image = disk.image
        image.files[StoreFiles.lock(path)] = nil
        store.abandon()
        return image
    }

    /// The same as one file.
    static func closed(seed: UInt64 = 1) throws -> DiskImage {
        let disk = SimulatedFileSystem(image: try open(seed: seed))
        try store(on: disk).close()
        #expect(Set(disk.image.files.keys) == [path])
        return disk.image
    }

    /// The error of opening these files, which must leave them as they are.
    static func refusal(
        of image: DiskImage, options: StoreOptions = options,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ prepare: (SimulatedFileSystem) -> Void = { _ in }
    ) -> StorageError? {
        let disk = SimulatedFileSystem(image: image)
        prepare(disk)
        do {
            let store = try self.store(on: disk, options: options)
            store.abandon()
            Issue.record("the file was opened", sourceLocation: sourceLocation)
            return nil
        } catch {
            let isUnchanged = disk.image == image
            #expect(isUnchanged, "a refused file was changed", sourceLocation: sourceLocation)
            return error
        }
    }
}
