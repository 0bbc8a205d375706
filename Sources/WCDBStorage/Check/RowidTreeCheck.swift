/// The part of the integrity check that walks one rowid tree: levels, whether rows lie in
/// the page that their rowids lead to, and their chains and records.
struct RowidTreeCheck {
    let tree: TreeID
    let root: PageNumber
    let hasRecords: Bool

    func run(_ check: inout IntegrityCheck) {
        let owner = RowidTree(check.transaction, tree: tree, root: root)
        walk(root, level: nil, above: nil, upTo: nil, owner, &check)
    }

    /// The subtree below a page: rowids are above `above` and at most `upTo`.
    private func walk(
        _ number: PageNumber, level: UInt8?, above: Int64?, upTo: Int64?, _ owner: RowidTree,
        _ check: inout IntegrityCheck
    ) {
        guard let page = check.visit(number, tree) else { return }
        let found = TreePage.level(page)
        let kind = TreePage.kind(page)
        let expected = found == 0 ? PageKind.rowidLeaf : .rowidInner
        guard kind == expected.rawValue, level.map({ $0 == found }) ?? true else {
            check.report(.level, number, tree, "level \(found), kind \(kind)")
            return
        }
        let count = TreePage.count(page)
        if found == 0 {
            checkLeaf(page, number, above: above, upTo: upTo, owner, &check)
            return
        }
        // The page may leave the cache while its children are walked.
        let keys = (0..<count).map { RowidPage.key(page, $0) }
        let children = owner.children(of: page)
        for index in children.indices {
            walk(
                children[index], level: found - 1, above: index > 0 ? keys[index - 1] : above,
                upTo: index < count ? keys[index] : upTo, owner, &check)
        }
    }

    private func checkLeaf(
        _ page: UnsafeRawPointer, _ number: PageNumber, above: Int64?, upTo: Int64?,
        _ owner: RowidTree, _ check: inout IntegrityCheck
    ) {
        // The page may leave the cache while its chains are walked.
        let chains = owner.chains(of: page)
        for index in 0..<TreePage.count(page) {
            check.rowCount += 1
            let rowid = RowidPage.rowid(page, index)
            if let above, rowid <= above {
                check.report(.key, number, tree, "row \(rowid) lies left of its page")
            }
            if let upTo, rowid > upTo {
                check.report(.key, number, tree, "row \(rowid) lies right of its page")
            }
        }
        if hasRecords { checkRecords(page, number, &check) }
        for (chain, first, length) in chains {
            check.checkChain(chain, from: first, length: length)
        }
    }

    private func checkRecords(
        _ page: UnsafeRawPointer, _ number: PageNumber, _ check: inout IntegrityCheck
    ) {
        let maxLocal = RowidCell.maxLocal(usableSize: check.transaction.usableSize)
        for index in 0..<TreePage.count(page) {
            let rowid = RowidPage.rowid(page, index)
            let cell = RowidCell.read(
                page, at: RowidPage.cellOffset(page, index), maxLocal: maxLocal)
            do {
                var bytes = ByteBuffer(capacity: 64)
                bytes.append(page + cell.localOffset, count: cell.localLength)
                if cell.overflows {
                    try OverflowChain(transaction: check.transaction, tree: tree, owner: rowid)
                        .append(
                            from: cell.firstOverflow(page),
                            length: cell.payloadLength - cell.localLength, to: &bytes)
                }
                if let wrong = RecordReader.validate(bytes.start, count: bytes.count) {
                    check.report(.record, number, tree, "row \(rowid): \(wrong.detail)")
                }
            } catch {
                check.report(error)
            }
        }
    }
}
