/// The number of a page of the main file; the first page is 1, and 0 means "no page".
@frozen
@usableFromInline
package struct PageNumber: RawRepresentable, Hashable, Comparable, Sendable {
    @usableFromInline package var rawValue: UInt32

    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package static let none = PageNumber(0)
    /// How many pages a file may have: numbers a little behind the last one must be possible.
    package static let maxCount = UInt32.max - 8

    /// Where the page begins in the main file.
    @inlinable package func offset(pageSize: Int) -> Int64 {
        Int64(rawValue &- 1) * Int64(pageSize)
    }

    /// Whether it is a page, and neither the header page nor its mirror.
    @inlinable package var isBehindHeaders: Bool { rawValue > 2 }

    @inlinable package static func < (left: PageNumber, right: PageNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The identity of a tree. Never used again within a file, so that a stale page of a dropped
/// tree can always be told from a live one. 0 means "no tree".
@frozen
@usableFromInline
package struct TreeID: RawRepresentable, Hashable, Comparable, Sendable {
    @usableFromInline package var rawValue: UInt32

    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package static let none = TreeID(0)
    /// The rowid tree that describes all others.
    package static let catalog = TreeID(1)
    /// The byte-key tree from an object's folded name to its row in the catalog.
    package static let catalogNames = TreeID(2)

    @inlinable package static func < (left: TreeID, right: TreeID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The number of a commit. A page carries the LSN of the commit that last changed it; a snapshot
/// at LSN s sees all commits up to s.
package typealias LSN = UInt64
