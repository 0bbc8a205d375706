/// Where the cells of a page lie. Requires: the page has been validated.
///
/// **Users.** Whoever is about to change a page that came from elsewhere. That the sizes of the
/// cells fill their area, which validation sees, does not say that none overlap, for a gap makes up
/// for an overlap. Reading does no harm then; writing into one cell would change another, and with
/// it how long that one says it is.
struct CellPlaces {
    private let page: UnsafeRawPointer
    private let usableSize: Int
    private let isOfKeys: Bool
    private let slotSize: Int
    private let maxLocal: Int

    /// Nil for a page that has no cells.
    init?(_ page: UnsafeRawPointer, usableSize: Int) {
        switch PageKind(rawValue: TreePage.kind(page)) {
        case .rowidLeaf:
            isOfKeys = false
            slotSize = 0
            maxLocal = RowidCell.maxLocal(usableSize: usableSize)
        case .keyLeaf, .keyInner:
            isOfKeys = true
            slotSize = KeyPage.slotSize(level: TreePage.level(page))
            maxLocal = 0
        default: return nil
        }
        self.page = page
        self.usableSize = usableSize
    }

    /// Whether two cells share a byte.
    var overlap: Bool {
        // Where rows came one after another, each cell lies before the last one.
        var end = usableSize
        var index = 0
        let count = TreePage.count(page)
        while index < count {
            let place = place(of: index)
            guard place.upperBound <= end else { return overlapSomewhere(count) }
            end = place.lowerBound
            index &+= 1
        }
        return false
    }

    private func overlapSomewhere(_ count: Int) -> Bool {
        let words = (usableSize + 63) / 64
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { taken in
            taken.initialize(repeating: 0)
            return !(0..<count).allSatisfy { CellPlaces.take(place(of: $0), taken) }
        }
    }

    /// Marks the bytes of a cell, one bit each; false if one of them is another's.
    private static func take(
        _ place: Range<Int>, _ taken: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        var position = place.lowerBound
        while position < place.upperBound {
            let first = position & 63
            let count = min(64 &- first, place.upperBound &- position)
            let mask = (UInt64.max &>> UInt64(64 &- count)) &<< UInt64(first)
            guard taken[position &>> 6] & mask == 0 else { return false }
            taken[position &>> 6] |= mask
            position &+= count
        }
        return true
    }

    @inline(__always)
    private func place(of index: Int) -> Range<Int> {
        if isOfKeys {
            let offset = KeyPage.offset(page, index, slotSize: slotSize)
            let length = KeyPage.length(page, index, slotSize: slotSize)
            // A key alone, as nearly all are; one without bytes may lie anywhere.
            if length & ~KeyPage.lengthMask == 0 { return offset..<offset &+ Int(length) }
            return offset..<offset &+ KeyCell.read(page, index, slotSize: slotSize).size
        }
        let offset = RowidPage.cellOffset(page, index)
        let first = Int(page.byte(at: offset))
        if first < 0x80, first <= maxLocal { return offset..<offset &+ first &+ 1 }
        let length = first & 0x7F | Int(page.byte(at: offset &+ 1)) &<< 7
        if first >= 0x80, length < 0x4000, length <= maxLocal {
            return offset..<offset &+ length &+ 2
        }
        return offset..<offset &+ RowidCell.read(page, at: offset, maxLocal: maxLocal).size
    }
}
