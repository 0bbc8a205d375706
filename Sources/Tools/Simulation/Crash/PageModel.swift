package import WCDBStorage

/// What a database should hold: the bytes of plain pages, the rows of some trees, and the keys of
/// one. There are more trees than have a place for their counts in a commit.
package struct PageModel: Equatable, Sendable {
    /// Page number to body (the bytes behind the page's header).
    package var pages: [UInt32: [UInt8]] = [:]
    /// The rows of each tree that has some.
    package var rows: [TreeID: [Int64: [UInt8]]] = [:]
    /// The keys of tree 4, once it is there.
    package var keys: [[UInt8]: [UInt8]] = [:]

    package init() {}
}

/// A model for each commit: what a recovery may come back with.
package struct CommitHistory: Sendable {
    /// Models by LSN; the first is the empty database.
    package private(set) var models: [LSN: PageModel] = [0: PageModel()]
    /// I/O calls done when a commit was acknowledged, in order.
    package private(set) var acknowledged: [(call: Int, lsn: LSN, level: SyncLevel)] = []

    package init() {}

    /// The commit is about to be written: it may survive, whole.
    package mutating func announce(_ lsn: LSN, _ model: PageModel) { models[lsn] = model }

    package mutating func acknowledge(_ lsn: LSN, call: Int, level: SyncLevel) {
        acknowledged.append((call, lsn, level))
    }

    /// The newest commit whose call had returned before I/O call `call`.
    package func newest(before call: Int, atLeast level: SyncLevel) -> LSN {
        acknowledged.lazy.filter { $0.call <= call && $0.level >= level }.map(\.lsn).max() ?? 0
    }
}

/// A contradiction between a database and what it should hold.
package struct Contradiction: Error, CustomStringConvertible, Sendable {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension PageModel {
    /// The plain pages say that they belong to it.
    package static let tree = TreeID(1000)
    static let bodyOffset = 48

    /// Compares every page that a transaction sees with the model, and the space map with both.
    package func verify(_ transaction: Transaction) throws {
        try verifyContent(transaction)
        let findings = try IntegrityCheck.run(
            transaction, owned: Set(pages.keys.map { PageNumber($0) }))
        guard findings.isEmpty else { throw Contradiction("\(findings)") }
    }

    /// Compares the pages and rows only, always in the same order. `pause` lets others go on
    /// while a page was found and has not been looked at yet: its bytes must stay.
    package func verifyContent(
        _ transaction: Transaction, pausing pause: () -> Void = {}
    ) throws {
        for number in pages.keys.sorted() {
            guard let body = pages[number] else { continue }
            let page = try transaction.readPage(PageNumber(number), tree: PageModel.tree)
            pause()
            let found = UnsafeRawBufferPointer(
                start: page + PageModel.bodyOffset, count: body.count)
            guard found.elementsEqual(body) else {
                throw Contradiction(
                    "page \(number) differs at commit \(transaction.state.lsn)")
            }
        }
        for tree in PageModel.rowTrees { try verifyRows(of: tree, transaction, pause) }
        try verifyKeys(transaction, pause)
    }

    static let rowTrees = [3, 5, 6, 7, 8].map { TreeID($0) }

    static let keyTree = TreeID(4)

    private func verifyKeys(_ transaction: Transaction, _ pause: () -> Void) throws {
        guard try Catalog(transaction).entry(PageModel.keyTree) != nil else {
            guard keys.isEmpty else { throw Contradiction("the tree of keys is gone") }
            return
        }
        let tree = try transaction.keyTree(PageModel.keyTree)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var count = 0
        var isThere = try cursor.first()
        while isThere {
            pause()
            let key = try Array(cursor.key())
            guard let expected = keys[key], try cursor.value().elementsEqual(expected) else {
                throw Contradiction("key \(key.prefix(20)) differs")
            }
            count += 1
            isThere = try cursor.next()
        }
        guard count == keys.count else { throw Contradiction("\(count) of \(keys.count) keys") }
        try verifyCount(of: tree, count)
    }

    private func verifyCount(of tree: Tree, _ expected: Int) throws {
        let count = try tree.count()
        guard count == Int64(expected) else {
            throw Contradiction("\(count) of \(expected) are counted in tree \(tree.tree.rawValue)")
        }
    }

    private func verifyRows(
        of id: TreeID, _ transaction: Transaction, _ pause: () -> Void
    ) throws {
        let rows = rows[id] ?? [:]
        guard try Catalog(transaction).entry(id) != nil else {
            guard rows.isEmpty else { throw Contradiction("tree \(id.rawValue) is gone") }
            return
        }
        let tree = try transaction.rowidTree(id)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var count = 0
        var isThere = try cursor.first()
        while isThere {
            pause()
            guard let expected = rows[cursor.rowid],
                try cursor.payload().elementsEqual(expected)
            else { throw Contradiction("row \(cursor.rowid) differs") }
            count += 1
            isThere = try cursor.next()
        }
        guard count == rows.count else { throw Contradiction("\(count) of \(rows.count) rows") }
        try verifyCount(of: tree, count)
    }
}
