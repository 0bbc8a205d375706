/// The bytes that all four kinds of B-tree pages have behind the common header.
///
///      32          40          44            48
///     ┌───────────┬───────────┬─────────────┬─────────────────
///     │ row count │ base      (rowid leaf)  │ slots or keys …
///     │ (root)    │ prefix    │ right child │
///     └───────────┴───────────┴─────────────┴─────────────────
package enum TreePage {
    /// Rows of the whole tree, in its root page; 0 in all others.
    package static let rowCount = 32
    /// Rowid leaf: the rowid to which narrow slots add their deltas.
    package static let base = 40
    /// Key page: how many bytes all its keys begin with; they lie at the usable end.
    package static let prefix = 40
    /// Inner page: the child behind the last key.
    package static let rightChild = 44
    package static let slots = 48
    /// In the field of fragment bytes: the slots of a rowid leaf are wide.
    package static let wideFlag: UInt16 = 0x8000
    package static let maxDepth = 24
}
