/// The bytes that all four kinds of B-tree pages have behind the common header.
///
///      32          40          44            48
///     ┌───────────┬───────────┬─────────────┬─────────────────
///     │ row count │ base      (rowid leaf)  │ slots or keys …
///     │ (root)    │ prefix    │ right child │
///     └───────────┴───────────┴─────────────┴─────────────────
@usableFromInline
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

// Reading these fields. All require a validated page, and are hot.
extension TreePage {
    @inlinable @inline(__always)
    static func count(_ page: UnsafeRawPointer) -> Int {
        Int(UInt16(littleEndian: page.load(fromByteOffset: 26, as: UInt16.self)))
    }

    @inlinable @inline(__always)
    static func contentStart(_ page: UnsafeRawPointer) -> Int {
        Int(UInt16(littleEndian: page.load(fromByteOffset: 28, as: UInt16.self)))
    }

    /// The field of fragment bytes, which in a rowid leaf has a flag, too.
    @inlinable @inline(__always)
    static func fragmentField(_ page: UnsafeRawPointer) -> UInt16 {
        UInt16(littleEndian: page.load(fromByteOffset: 30, as: UInt16.self))
    }

    @inlinable @inline(__always)
    static func level(_ page: UnsafeRawPointer) -> UInt8 {
        page.load(fromByteOffset: 25, as: UInt8.self)
    }

    /// The byte that says what the page is.
    static func kind(_ page: UnsafeRawPointer) -> UInt8 {
        page.load(fromByteOffset: PageHeader.kind, as: UInt8.self)
    }

    /// The rows of the whole tree, in its root page.
    static func rows(_ page: UnsafeRawPointer) -> Int64 {
        Int64(littleEndian: page.load(fromByteOffset: rowCount, as: Int64.self))
    }
}
