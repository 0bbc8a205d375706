/// The part of the integrity check that walks one key tree: levels, the order of keys within pages
/// and across them, and that separators keep apart what is below them.
struct KeyTreeCheck {
    fileprivate typealias Key = UnsafeRawBufferPointer

    let tree: TreeID
    let root: PageNumber

    func run(_ check: inout IntegrityCheck) {
        let owner = KeyTree(check.transaction, tree: tree, root: root)
        walk(root, level: nil, from: nil, below: nil, owner, &check)
    }

    /// The subtree below a page: keys are at or above `from`, and below `below`.
    private func walk(
        _ number: PageNumber, level: UInt8?, from: Key?, below: Key?, _ owner: KeyTree,
        _ check: inout IntegrityCheck
    ) {
        guard let page = check.visit(number, tree) else { return }
        let found = TreePage.level(page)
        let kind = TreePage.kind(page)
        let expected = found == 0 ? PageKind.keyLeaf : .keyInner
        guard kind == expected.rawValue, level.map({ $0 == found }) ?? true else {
            check.report(.level, number, tree, "level \(found), kind \(kind)")
            return
        }
        if found == 0 { check.rowCount += Int64(TreePage.count(page)) }
        // The page may leave the cache while its chains and children are walked.
        let children = found > 0 ? owner.children(of: page) : []
        let chains = owner.chains(of: page)
        let keys = readKeys(page, owner, &check)
        if let keys { checkOrder(keys, number, from: from, below: below, &check) }
        for (chain, first, length) in chains {
            check.checkChain(chain, from: first, length: length)
        }
        for index in children.indices {
            // Without its keys a page says nothing of those of its children.
            guard let keys else {
                walk(children[index], level: found - 1, from: nil, below: nil, owner, &check)
                continue
            }
            walk(
                children[index], level: found - 1, from: index > 0 ? keys[index - 1] : from,
                below: index < keys.count ? keys[index] : below, owner, &check)
        }
    }

    private func readKeys(
        _ page: UnsafeRawPointer, _ owner: KeyTree, _ check: inout IntegrityCheck
    ) -> PageKeys? {
        do {
            return try PageKeys(page, owner)
        } catch {
            check.report(error)
            return nil
        }
    }

    private func checkOrder(
        _ keys: PageKeys, _ number: PageNumber, from: Key?, below: Key?,
        _ check: inout IntegrityCheck
    ) {
        for index in keys.indices {
            let key = keys[index]
            if let from, KeyTreeCheck.precedes(key, from) {
                check.report(.key, number, tree, "key \(index) lies left of its page")
            }
            if let below, !KeyTreeCheck.precedes(key, below) {
                check.report(.key, number, tree, "key \(index) lies right of its page")
            }
            if index > 0, !KeyTreeCheck.precedes(keys[index - 1], key) {
                check.report(.key, number, tree, "key \(index) is out of order")
            }
        }
    }

    private static func precedes(_ left: Key, _ right: Key) -> Bool {
        ByteOrder.compare(left, right) < 0
    }
}

/// The whole keys of a page, one behind the other.
///
/// **Users.** The check: the page may leave the cache while the keys are looked at. They are lent
/// to the pages below, which are done before this is.
private final class PageKeys {
    private let bytes: ByteBuffer
    private let ends: [Int]

    init(_ page: UnsafeRawPointer, _ owner: KeyTree) throws(StorageError) {
        var builder = KeyPageBuilder(
            usableSize: owner.usableSize, level: TreePage.level(page))
        builder.add(page: page)
        var bytes = ByteBuffer(capacity: 4096)
        var ends: [Int] = []
        ends.reserveCapacity(builder.cells.count)
        for index in builder.cells.indices {
            try owner.appendWholeKey(index, of: builder, to: &bytes)
            ends.append(bytes.count)
        }
        self.bytes = bytes
        self.ends = ends
    }

    var count: Int { ends.count }
    var indices: Range<Int> { ends.indices }

    subscript(index: Int) -> KeyTreeCheck.Key {
        UnsafeRawBufferPointer(
            rebasing: bytes.bytes[(index > 0 ? ends[index - 1] : 0)..<ends[index]])
    }
}
