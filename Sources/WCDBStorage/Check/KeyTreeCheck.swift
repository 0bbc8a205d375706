/// The part of the integrity check that walks one key tree.
struct KeyTreeCheck {
    let tree: TreeID
    let root: PageNumber

    func run(_ check: inout IntegrityCheck) {
        let owner = KeyTree(check.transaction, tree: tree, root: root)
        walk(root, level: nil, from: nil, below: nil, owner, &check)
    }

    /// The subtree below a page: keys are at or above `from`, and below `below`.
    private func walk(
        _ number: PageNumber, level: UInt8?, from: [UInt8]?, below: [UInt8]?, _ owner: KeyTree,
        _ check: inout IntegrityCheck
    ) {
        guard let page = check.visit(number, tree) else { return }
        let found = RowidPage.level(page)
        let kind = RowidPage.kind(page)
        let expected = found == 0 ? PageKind.keyLeaf : .keyInner
        guard kind == expected.rawValue, level.map({ $0 == found }) ?? true else {
            check.report(.level, number, tree, "level \(found), kind \(kind)")
            return
        }
        if found == 0 { check.rowCount += Int64(RowidPage.count(page)) }
        // The page may leave the cache while its chains and children are walked.
        let children = found > 0 ? owner.children(of: page) : []
        let chains = owner.chains(of: page)
        let keys: [[UInt8]]
        do {
            keys = try self.keys(of: page, owner)
        } catch {
            check.report(error)
            return
        }
        checkOrder(keys, number, from: from, below: below, &check)
        for (chain, first, length) in chains {
            check.checkChain(chain, from: first, length: length)
        }
        for index in children.indices {
            walk(
                children[index], level: found - 1, from: index > 0 ? keys[index - 1] : from,
                below: index < keys.count ? keys[index] : below, owner, &check)
        }
    }

    private func keys(
        of page: UnsafeRawPointer, _ owner: KeyTree
    ) throws(StorageError) -> [[UInt8]] {
        var builder = KeyPageBuilder(
            usableSize: owner.usableSize, level: RowidPage.level(page))
        builder.add(page: page)
        var keys: [[UInt8]] = []
        for index in builder.cells.indices { keys.append(try owner.wholeKey(index, of: builder)) }
        return keys
    }

    private func checkOrder(
        _ keys: [[UInt8]], _ number: PageNumber, from: [UInt8]?, below: [UInt8]?,
        _ check: inout IntegrityCheck
    ) {
        for index in keys.indices {
            if let from, keys[index].lexicographicallyPrecedes(from) {
                check.report(.key, number, tree, "key \(index) lies left of its page")
            }
            if let below, !keys[index].lexicographicallyPrecedes(below) {
                check.report(.key, number, tree, "key \(index) lies right of its page")
            }
            if index > 0, !keys[index - 1].lexicographicallyPrecedes(keys[index]) {
                check.report(.key, number, tree, "key \(index) is out of order")
            }
        }
    }
}
