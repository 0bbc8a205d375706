import StorageSimulation
import Testing

@testable import WCDBStorage

/// How far the check goes in a damaged file.
@Suite struct `The check of a damaged file` {
    private static let path = TestDatabase.path
    private static let pageSize = 512

    /// A closed database with a key tree whose keys go on in chains, in inner pages too.
    private static func image() throws -> DiskImage {
        var options = TestDatabase.options
        options.pageSize = pageSize
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk, options: options)
        let write = try store.beginWrite()
        let keys = try write.keyTree(TestDatabase.makeIndex(in: write))
        for number in 0..<60 {
            // Neighbours differ behind all that a page has room for.
            let key = [UInt8](repeating: 7, count: 700) + Array("\(1000 + number)".utf8)
            _ = try key.withUnsafeBytes {
                try keys.insert($0, UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
        try write.commit()
        try store.close()
        return disk.image
    }

    private static func kind(of page: Int, in image: DiskImage) -> UInt8 {
        image.files[path]?[page * pageSize + PageHeader.kind] ?? 0
    }

    private static func pages(_ kind: PageKind, of image: DiskImage) -> [Int] {
        let count = (image.files[path]?.count ?? 0) / pageSize
        return (2..<count).filter { Self.kind(of: $0, in: image) == kind.rawValue }
    }

    private static func findings(
        in image: DiskImage, limit: Int = 100
    ) throws -> (found: [Corruption], loads: UInt64) {
        let store = try TestDatabase.store(on: image)
        defer { store.abandon() }
        let reader = try store.beginRead()
        defer { reader.end() }
        let before = store.statistics.pagesLoaded
        let found = try IntegrityCheck.run(reader, limit: limit)
        return (found, UInt64(store.statistics.pagesLoaded - before))
    }

    /// The check said that all was well, and the next table could not be made, or took the pages of
    /// another.
    @Test func `finds what the next change would trip over`() throws {
        var counted = try Self.image()
        var bytes = try #require(counted.files[Self.path])
        for page in 0..<2 {
            bytes[page * Self.pageSize + DatabaseHeader.Offset.nextTreeID] = 3
            PageSeal.reseal(&bytes, page: page, pageSize: Self.pageSize)
        }
        counted.files[Self.path] = bytes
        #expect(
            try Self.findings(in: counted).found.map(\.detail) == [
                "the next tree would be 3, and there is 3"
            ])
        var mapped = try Self.image()
        bytes = try #require(mapped.files[Self.path])
        let map = Int(DatabaseHeader.firstSpaceMap.rawValue) - 1
        let bit = bytes.count / Self.pageSize - map
        bytes[map * Self.pageSize + SpaceMap.bitsOffset + bit >> 3] |= 1 << UInt8(bit & 7)
        PageSeal.reseal(&bytes, page: map, pageSize: Self.pageSize)
        mapped.files[Self.path] = bytes
        #expect(
            try Self.findings(in: mapped).found.map(\.detail) == ["in use, and behind the end"])
    }

    /// One finding was asked for, and all of the file was read.
    @Test func `ends with as many findings as were asked for`() throws {
        let whole = try Self.image()
        let all = try Self.findings(in: whole)
        #expect(all.found == [])
        var damaged = whole
        for page in Self.pages(.overflow, of: whole) {
            damaged.files[Self.path]?[page * Self.pageSize + 100] ^= 1
        }
        for limit in [1, 3] {
            let some = try Self.findings(in: damaged, limit: limit)
            #expect(some.found.count == limit)
            #expect(some.loads < all.loads / 2)
        }
    }

    /// A key that cannot be read took the pages below its own out of sight: they were reported as
    /// pages that nothing reaches.
    @Test func `goes on below a page whose keys cannot be read`() throws {
        let whole = try Self.image()
        #expect(Self.pages(.keyInner, of: whole).count == 1)
        for page in Self.pages(.overflow, of: whole) {
            var damaged = whole
            damaged.files[Self.path]?[page * Self.pageSize + 100] ^= 1
            let found = try Self.findings(in: damaged).found
            #expect(found.contains { $0.kind == .checksum })
            let lost = found.filter { $0.kind == .spaceMap }.map { Int($0.page.rawValue) - 1 }
            #expect(lost.allSatisfy { Self.kind(of: $0, in: whole) == PageKind.overflow.rawValue })
        }
    }

    /// It asked nobody, so that whoever wanted to close the file waited for all of it.
    @Test func `asks for each page whether it goes on`() throws {
        let store = try TestDatabase.store(on: try Self.image())
        defer { store.abandon() }
        let reader = try store.beginRead()
        defer { reader.end() }
        var asked = 0
        let found = try IntegrityCheck.run(
            reader,
            goesOn: {
                asked += 1
                return true
            })
        #expect(found.isEmpty && asked > 60)
        asked = 0
        #expect(throws: StorageError.interrupted) {
            try IntegrityCheck.run(
                reader,
                goesOn: {
                    asked += 1
                    return asked < 30
                })
        }
        #expect(asked == 30)
    }
}
