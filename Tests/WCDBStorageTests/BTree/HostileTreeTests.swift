import StorageSimulation
import Testing

@testable import WCDBStorage

/// Trees that no engine wrote, with checksums that match: they end, and nothing is overwritten.
@Suite struct `Hostile trees` {
    private let path = TestDatabase.path

    private let options = TestDatabase.options(pageSize: 512)

    /// A database with an empty rowid tree and an empty key tree, being written.
    private func create(on disk: SimulatedFileSystem) throws -> (store: Store, write: Transaction) {
        let store = try TestDatabase.store(on: disk, options: options)
        let write = try store.beginWrite()
        try TestDatabase.makeTable(in: write)
        try TestDatabase.makeIndex(in: write)
        return (store, write)
    }

    /// A closed database with a rowid tree and a key tree of three levels.
    private func image() throws -> DiskImage {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, write) = try create(on: disk)
        let rows = try write.rowidTree(TestDatabase.table)
        let keys = try write.keyTree(TestDatabase.index)
        let payload = [UInt8](repeating: 9, count: 100)
        for number in 0..<600 {
            _ = try payload.withUnsafeBytes { payload in
                _ = try rows.insert(Int64(number), payload)
                let key = Array("key \(1000 + number)".utf8) + .init(repeating: 1, count: 40)
                _ = try key.withUnsafeBytes { try keys.insert($0, payload) }
            }
        }
        try write.commit()
        try store.close()
        return disk.image
    }

    /// Puts pages one above the other, all of whose children are the page below: eight pages that
    /// make a tree of more leaves than anybody can visit.
    private func stack(_ image: inout DiskImage, _ kind: PageKind) throws {
        var bytes = image.files[path] ?? []
        func pages(_ kind: PageKind) -> [Int] {
            (2..<bytes.count / 512).filter { bytes[$0 * 512 + 24] == kind.rawValue }
        }
        let inner = pages(kind)
        let leaves = pages(kind == .rowidInner ? .rowidLeaf : .keyLeaf)
        let root = try #require(inner.max { bytes[$0 * 512 + 25] < bytes[$1 * 512 + 25] })
        let widest = try #require(inner.max { bytes[$0 * 512 + 26] < bytes[$1 * 512 + 26] })
        let template = Array(bytes[widest * 512..<(widest + 1) * 512])
        let count = Int(template[26])
        let tree = bytes[root * 512 + 12]
        var below = try #require(leaves.first { bytes[$0 * 512 + 12] == tree })
        let others = inner.filter { $0 != root }.prefix(5)
        for (level, page) in (Array(others) + [root]).enumerated() {
            var copy = template
            copy.replaceSubrange(8..<12, with: PageNumber(UInt32(page + 1)).bytes)
            copy[25] = UInt8(level + 1)
            let child = PageNumber(UInt32(below + 1)).bytes
            for index in 0..<count {
                let place = kind == .rowidInner ? 508 - index * 4 : 56 + index * 12
                copy.replaceSubrange(place..<place + 4, with: child)
            }
            copy.replaceSubrange(44..<48, with: child)
            bytes.replaceSubrange(page * 512..<(page + 1) * 512, with: copy)
            PageSeal.reseal(&bytes, page: page, pageSize: 512)
            below = page
        }
        image.files[path] = bytes
    }

    @Test(arguments: [PageKind.rowidInner, .keyInner])
    func `that lead to the same pages again come to an end`(kind: PageKind) throws {
        var image = try image()
        try stack(&image, kind)
        let store = try TestDatabase.store(on: image, options: options)
        let read = try store.beginRead()
        #expect(try !IntegrityCheck.run(read).isEmpty)
        for isForward in [true, false] {
            let error = #expect(throws: StorageError.self) {
                let cursor: LeafCursor =
                    kind == .rowidInner
                    ? try read.rowidTree(TestDatabase.table).makeCursor()
                    : try read.keyTree(TestDatabase.index).makeCursor()
                var rows = 0
                var isThere = isForward ? try cursor.first() : try cursor.last()
                while isThere, rows < 100_000 {
                    rows += 1
                    isThere = isForward ? try cursor.next() : try cursor.previous()
                }
            }
            let corruption = try #require(error?.corruption)
            #expect(corruption.detail == "more leaves than pages")
        }
        read.end()
        store.abandon()
    }

    /// A leaf has become small, its right neighbour is full, and in the place of the left one is an
    /// inner page: once its bytes were taken for rows.
    @Test func `whose leaf has an inner page beside it join nothing with it`() throws {
        var image = try image()
        var bytes = image.files[path] ?? []
        func isWide(_ page: Int) -> Bool {
            let start = page * 512
            guard bytes[start + 24] == PageKind.rowidInner.rawValue else { return false }
            return bytes[start + 25] == 1 && bytes[start + 26] > 3 && bytes[start + 12] == 3
        }
        let parent = try #require((2..<bytes.count / 512).first(where: isWide))
        let start = parent * 512
        bytes.replaceSubrange(start + 508..<start + 512, with: PageNumber(UInt32(parent + 1)).bytes)
        PageSeal.reseal(&bytes, page: parent, pageSize: 512)
        image.files[path] = bytes
        let keys = bytes.withUnsafeBytes { bytes in
            [48, 56].map { bytes.loadUnaligned(fromByteOffset: start + $0, as: Int64.self) }
        }
        let store = try TestDatabase.store(on: image, options: options)
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        let error = #expect(throws: StorageError.self) {
            for rowid in keys[0] + 1...keys[1] { _ = try tree.delete(rowid) }
        }
        let corruption = try #require(error?.corruption)
        #expect(corruption.page == PageNumber(UInt32(parent + 1)))
        store.abandon()
    }

    /// The first two rows of a leaf share bytes, and a gap makes up for it, so that the sizes add
    /// up: one, written anew, gave the other a new length, and with it bytes behind the page.
    @Test func `whose cells overlap are read and not written`() throws {
        var image = try image()
        var bytes = image.files[path] ?? []
        func isLeaf(_ page: Int) -> Bool {
            let start = page * 512
            guard bytes[start + 24] == PageKind.rowidLeaf.rawValue else { return false }
            return bytes[start + 12] == 3 && bytes[start + 26] > 2
        }
        let page = try #require((5..<bytes.count / 512).first(where: isLeaf))
        func edit(_ offset: Int, _ change: (UInt16) -> UInt16) {
            let place = page * 512 + offset
            let value = change(UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
            bytes[place] = UInt8(truncatingIfNeeded: value)
            bytes[place + 1] = UInt8(value >> 8)
        }
        var first: UInt16 = 0
        edit(TreePage.slots) { value in
            first = value
            return value
        }
        // All of the row is nines: there begins a row of nine bytes, where one of a hundred was.
        edit(TreePage.slots + 4) { _ in first + 10 }
        edit(PageHeader.fragmentBytes) { $0 + 91 }
        PageSeal.reseal(&bytes, page: page, pageSize: 512)
        image.files[path] = bytes
        let store = try TestDatabase.store(on: image, options: options)
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        let cursor = tree.makeCursor()
        var rowids: [Int64] = []
        var isThere = try cursor.first()
        while isThere {
            if try cursor.payload().count == 9 { rowids.append(cursor.rowid) }
            isThere = try cursor.next()
        }
        tree.remove(cursor)
        let rowid = try #require(rowids.first)
        for rowid in [rowid, rowid - 1] {
            let error = #expect(throws: StorageError.self) { _ = try tree.delete(rowid) }
            let corruption = try #require(error?.corruption)
            #expect(corruption.detail == "cells overlap")
        }
        // A page that is moved counts as the transaction's own.
        #expect(throws: StorageError.self) {
            try PageRelocation(write).move(PageNumber(UInt32(page + 1)))
        }
        store.abandon()
    }

    /// The last row went, and with it the root, which had no key and one child: its page was free
    /// and in use.
    @Test(arguments: [TestDatabase.table, TestDatabase.index])
    func `whose root has one child end as an empty leaf`(id: TreeID) throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        var (store, write) = try create(on: disk)
        let rows = try write.rowidTree(TestDatabase.table)
        let keys = try write.keyTree(TestDatabase.index)
        try [UInt8(1)].withUnsafeBytes { byte in
            _ = try rows.insert(1, byte)
            _ = try keys.insert(byte, byte)
        }
        // The leaf moves below a root of level 1.
        let tree: Tree = id == rows.tree ? rows : keys
        let root = try write.modifyPage(tree.root, tree: id)
        let leaf = try write.allocatePage(tree.kind(level: 0), level: 0, tree: id, near: .none)
        let content = PageHeader.cellCount
        leaf.copy(from: root.bytes + content, count: 512 - content, to: content)
        root.zero(content, count: 512 - content)
        root.store(tree.kind(level: 1).rawValue, at: PageHeader.kind)
        root.store(UInt8(1), at: PageHeader.level)
        root.store(UInt16(512), at: PageHeader.contentStart)
        root.store(leaf.number.rawValue, at: TreePage.rightChild)
        try write.commit()
        try store.close()

        store = try TestDatabase.store(on: disk, options: options)
        write = try store.beginWrite()
        #expect(try IntegrityCheck.run(write).isEmpty)
        let isGone =
            id == rows.tree
            ? try write.rowidTree(id).delete(Int64(1))
            : try [UInt8(1)].withUnsafeBytes { try write.keyTree(id).delete($0) }
        #expect(isGone)
        try write.commit()
        let read = try store.beginRead()
        #expect(try IntegrityCheck.run(read).isEmpty)
        read.end()
        try store.close()
    }

    /// The last but one child of the root goes, and what is left is no page below it: its bytes
    /// were taken for rows, or the tree had a level that it cannot have.
    @Test(arguments: [(PageKind.overflow, UInt8(0)), (.rowidInner, 7)])
    func `whose last child is none are not pulled up`(kind: PageKind, level: UInt8) throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let (store, write) = try create(on: disk)
        let tree = try write.rowidTree(TestDatabase.table)
        _ = try [UInt8(1)].withUnsafeBytes { try tree.insert(1, $0) }
        func page(_ kind: PageKind, _ level: UInt8) throws -> MutablePage {
            try write.allocatePage(kind, level: level, tree: tree.tree, near: .none)
        }
        let root = try write.modifyPage(tree.root, tree: tree.tree)
        let (leaf, inner) = (try page(.rowidLeaf, 0), try page(.rowidInner, 1))
        let other = try page(kind, level)
        let content = PageHeader.cellCount
        leaf.copy(from: root.bytes + content, count: 512 - content, to: content)
        tree.writeInner(inner, level: 1, keys: [], children: [leaf.number])
        if kind == .rowidInner {
            tree.writeInner(other, level: level, keys: [], children: [leaf.number])
        }
        root.store(PageKind.rowidInner.rawValue, at: PageHeader.kind)
        tree.writeInner(root, level: 2, keys: [10], children: [inner.number, other.number])
        try write.commit()
        let again = try store.beginWrite()
        let error = #expect(throws: StorageError.self) {
            _ = try again.rowidTree(TestDatabase.table).delete(Int64(1))
        }
        let corruption = try #require(error?.corruption)
        #expect(corruption.kind == .level)
        again.end()
        store.abandon()
    }

    /// A closed database with a row of 21,000 bytes, and where its cell lies.
    private func longRow() throws -> (bytes: [UInt8], tree: TreeID, leaf: Int, cell: Range<Int>) {
        let disk = SimulatedFileSystem()
        let store = try TestDatabase.store(on: disk, options: options)
        let write = try store.beginWrite()
        var entry = Catalog.Entry(kind: .table, name: "t", tableName: "t", sql: nil)
        entry.id = try Catalog(write).create(entry)
        _ = try Array(repeating: UInt8(0), count: 21_000).withUnsafeBytes {
            try write.rowidTree(entry.id).insert(7, $0)
        }
        try write.commit()
        try store.close()
        let bytes = try #require(disk.image.files[path])
        // The only cell of its leaf: three bytes of length, what lies there of the row, the chain.
        let size = RowidCell.size(of: 21_000, maxLocal: RowidCell.maxLocal(usableSize: 512))
        let leaf = try #require(
            (3..<bytes.count / 512).first {
                bytes[$0 * 512 + 24] == PageKind.rowidLeaf.rawValue
                    && bytes[$0 * 512 + PageHeader.tree] == UInt8(entry.id.rawValue)
            })
        return (bytes, entry.id, leaf, (leaf + 1) * 512 - size..<(leaf + 1) * 512)
    }

    /// The check of records, and a chain that was moved, took as much memory as the length asked
    /// for.
    @Test func `with a row that is longer than any file are found out`() throws {
        var (bytes, _, leaf, cell) = try longRow()
        let maxLocal = RowidCell.maxLocal(usableSize: 512)
        let length = try #require(
            ((1 << 50)...).first { RowidCell.size(of: $0, maxLocal: maxLocal) == cell.count })
        for index in 0..<8 {
            bytes[cell.lowerBound + index] =
                UInt8(length >> (7 * index) & 0x7F) | (index < 7 ? 0x80 : 0)
        }
        PageSeal.reseal(&bytes, page: leaf, pageSize: 512)
        let store = try TestDatabase.store(on: DiskImage(files: [path: bytes]), options: options)
        let read = try store.beginRead()
        let findings = try IntegrityCheck.run(read) { _ in true }
        #expect(findings.contains { $0.detail == "longer than the file" })
        read.end()
        let write = try store.beginWrite()
        let chain = PageNumber(write.state.pageCount)
        #expect(throws: StorageError.self) { try PageRelocation(write).move(chain) }
        write.end()
        try store.close()
    }

    /// Where a chain leads that is read in stretches; a page behind the end of the file ended the
    /// program.
    @Test(
        arguments: [UInt32(0), 1, 2, 5, 9, 1000, .max - 1, .max], [false, true])
    func `with a chain that leads elsewhere are found out`(number: UInt32, isFirst: Bool) throws {
        var (bytes, tree, leaf, cell) = try longRow()
        let middle = try #require(
            (3..<bytes.count / 512).filter {
                bytes[$0 * 512 + 24] == PageKind.overflow.rawValue
            }.dropFirst(20).first)
        let place = isFirst ? cell.upperBound - 4 : middle * 512 + OverflowChain.next
        // The page behind the leaf may be the right one.
        let right = Array(bytes[place..<place + 4])
        guard PageNumber(number).bytes != right else { return }
        bytes.replaceSubrange(place..<place + 4, with: PageNumber(number).bytes)
        PageSeal.reseal(&bytes, page: isFirst ? leaf : middle, pageSize: 512)
        let store = try TestDatabase.store(on: DiskImage(files: [path: bytes]), options: options)
        let read = try store.beginRead()
        #expect(try !IntegrityCheck.run(read).isEmpty)
        let cursor = try read.rowidTree(tree).makeCursor()
        #expect(try cursor.seek(7))
        let part = cursor.place(ahead: 0).payloadInLeaf
        #expect(throws: StorageError.self) { _ = try cursor.payload() }
        #expect(throws: StorageError.self) {
            _ = try cursor.payload(upTo: 21_000, knowing: try #require(part.baseAddress))
        }
        read.end()
        store.abandon()
    }
}

extension PageNumber {
    fileprivate var bytes: [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0 * 8)) }
    }
}
