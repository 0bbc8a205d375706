/// The trees of a transaction, one object each, found by their id.
extension Transaction {
    /// The rowid tree of an object in the catalog, as this transaction sees it.
    package func rowidTree(_ id: TreeID) throws(StorageError) -> RowidTree {
        if let open = openTrees[id] {
            try findRoot(of: open)
            guard let tree = open as? RowidTree else {
                throw .misuse("tree \(id.rawValue) has byte keys")
            }
            return tree
        }
        return openRowidTree(id, root: try root(of: id))
    }

    /// The key tree of an object in the catalog, as this transaction sees it.
    package func keyTree(_ id: TreeID) throws(StorageError) -> KeyTree {
        if let open = openTrees[id] {
            try findRoot(of: open)
            guard let tree = open as? KeyTree else {
                throw .misuse("tree \(id.rawValue) has rowids")
            }
            return tree
        }
        return openKeyTree(id, root: try root(of: id))
    }

    func openRowidTree(_ id: TreeID, root: PageNumber) -> RowidTree {
        if let open = openTrees[id] as? RowidTree {
            adopt(root, of: open)
            return open
        }
        let tree = RowidTree(self, tree: id, root: root)
        openTrees[id] = tree
        return tree
    }

    func openKeyTree(_ id: TreeID, root: PageNumber) -> KeyTree {
        if let open = openTrees[id] as? KeyTree {
            adopt(root, of: open)
            return open
        }
        let tree = KeyTree(self, tree: id, root: root)
        openTrees[id] = tree
        return tree
    }

    /// The tree was empty when it was opened, and the caller has looked again.
    private func adopt(_ root: PageNumber, of tree: Tree) {
        if tree.root == .none { tree.root = root }
    }

    private func root(of id: TreeID) throws(StorageError) -> PageNumber {
        if id == .catalog { return DatabaseHeader.catalogRoot }
        guard let entry = try Catalog(self).entry(id) else {
            throw .misuse("the catalog has no object \(id.rawValue)")
        }
        return entry.root
    }

    /// Another transaction may have put the first row into a tree, or have emptied it.
    private func findRoot(of tree: any OpenTree) throws(StorageError) {
        guard let tree = tree as? Tree, tree.root == .none else { return }
        tree.root = try Catalog(self).entry(tree.tree)?.root ?? .none
    }

    /// A tree got its root, or lost it: the catalog has to know.
    func didMakeRoot(_ root: PageNumber, of tree: TreeID) throws(StorageError) {
        guard var entry = try Catalog(self).entry(tree) else {
            throw .corrupt(Corruption(.catalog, tree: tree, "the tree has no row"))
        }
        entry.root = root
        try Catalog(self).setRoot(entry)
    }

    /// After going back to a savepoint: trees may have lost their root, or have it again. What
    /// was made since is forgotten, for the next object gets its id, and may be of another kind.
    func reloadRoots() throws(StorageError) {
        treeGeneration &+= 1
        for (id, tree) in openTrees where id > .catalogNames {
            guard let tree = tree as? Tree else { continue }
            let entry = try Catalog(self).entry(id)
            tree.root = entry?.root ?? .none
            if entry == nil { openTrees[id] = nil }
        }
    }
}
