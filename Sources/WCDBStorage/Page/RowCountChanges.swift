/// By how much the rows of a few trees are more, or less, than their root pages say.
///
/// A commit of one row would otherwise change two pages: the leaf, and the root for its count. The
/// changes of the trees that were written last live in the commit record instead, until their root
/// is changed anyway or another tree needs the place.
///
/// **Users.** Part of `CommitState`: a snapshot has those of its commit.
///
/// **Always true.** No tree has two places; a place without a tree has no rows.
package struct RowCountChanges: Equatable, Sendable {
    package static let capacity = 4

    /// The id of each tree; 0 where no tree is.
    package private(set) var trees = SIMD4<UInt32>.zero
    package private(set) var rows = SIMD4<Int64>.zero

    package init() {}

    /// Reads what `store` wrote, each tree in its place. What speaks of a tree again is not heard.
    init(trees source: UnsafeRawPointer, rows rowSource: UnsafeRawPointer) {
        for index in 0..<RowCountChanges.capacity {
            let tree = source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            guard place(of: TreeID(UInt32(littleEndian: tree))) == nil else { continue }
            let change = rowSource.loadUnaligned(fromByteOffset: index * 8, as: Int64.self)
            trees[index] = UInt32(littleEndian: tree)
            rows[index] = Int64(littleEndian: change)
        }
    }

    /// Writes four bytes a tree, and eight bytes for its rows.
    func store(trees target: UnsafeMutableRawPointer, rows rowTarget: UnsafeMutableRawPointer) {
        for index in 0..<RowCountChanges.capacity {
            target.storeBytes(
                of: trees[index].littleEndian, toByteOffset: index * 4, as: UInt32.self)
            rowTarget.storeBytes(
                of: rows[index].littleEndian, toByteOffset: index * 8, as: Int64.self)
        }
    }

    /// The rows that the root page of a tree does not count yet.
    package subscript(tree: TreeID) -> Int64 { place(of: tree).map { rows[$0] } ?? 0 }

    /// The tree whose place may be had, as chance has it.
    func tree(at chance: UInt64) -> TreeID {
        TreeID(trees[Int(truncatingIfNeeded: chance) & (RowCountChanges.capacity - 1)])
    }

    /// There are `change` rows more in a tree. False if it has no place and none is free.
    mutating func add(_ change: Int64, to tree: TreeID) -> Bool {
        guard let index = place(of: tree) ?? place(of: .none) else { return false }
        let (sum, overflow) = rows[index].addingReportingOverflow(change)
        guard !overflow else { return false }
        trees[index] = tree.rawValue
        rows[index] = sum
        return true
    }

    /// The tree's root page says it all, or the tree is gone.
    mutating func remove(_ tree: TreeID) {
        guard let index = place(of: tree) else { return }
        trees[index] = 0
        rows[index] = 0
    }

    private func place(of tree: TreeID) -> Int? {
        for index in 0..<RowCountChanges.capacity where trees[index] == tree.rawValue {
            return index
        }
        return nil
    }

    /// The rows of a tree by what its root page, the state and the transaction say. None of it is
    /// trusted: less than no rows are damage.
    static func sum(
        _ counted: Int64, _ changed: Int64, _ pending: Int64, of tree: TreeID
    ) throws(StorageError) -> Int64 {
        let (known, overflow) = counted.addingReportingOverflow(changed)
        let (count, overflowAgain) = known.addingReportingOverflow(pending)
        guard !overflow, !overflowAgain, count >= 0 else {
            throw .corrupt(Corruption(.count, tree: tree, "\(counted) \(changed) \(pending)"))
        }
        return count
    }
}
