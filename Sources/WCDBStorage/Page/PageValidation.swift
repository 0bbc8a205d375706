/// Looks once at every byte that tree code will trust, when a page enters the cache from the disk.
///
/// Whatever the bytes are, this neither traps nor loops for long; what passes can be read by
/// accessors that check nothing.
enum PageValidation {
    /// The first contradiction in a page whose checksum and number are right already.
    static func validate(
        _ page: UnsafeRawPointer, pageSize: Int, usableSize: Int, number: PageNumber
    ) -> Corruption? {
        let tree = PageBlock.tree(page)
        let level = page.load(fromByteOffset: PageHeader.level, as: UInt8.self)
        func corrupt(_ kind: Corruption.Kind, _ detail: String) -> Corruption {
            Corruption(kind, page: number, tree: tree, detail)
        }
        let raw = page.load(fromByteOffset: PageHeader.kind, as: UInt8.self)
        guard let kind = PageKind(rawValue: raw) else {
            return corrupt(.pageKind, "no page is of kind \(raw)")
        }
        switch kind {
        case .rowidLeaf, .keyLeaf:
            guard level == 0, tree != .none else { return corrupt(.level, "a leaf above others") }
        case .rowidInner, .keyInner:
            guard level > 0, level <= TreePage.maxDepth, tree != .none else {
                return corrupt(.level, "an inner page at level \(level)")
            }
        case .header, .spaceMap, .overflow, .free:
            guard level == 0 else { return corrupt(.level, "level \(level)") }
        }
        let detail: String?
        switch kind {
        case .rowidLeaf: detail = rowidLeaf(page, usableSize: usableSize)
        case .rowidInner: detail = rowidInner(page, usableSize: usableSize)
        case .keyLeaf, .keyInner:
            detail = KeyPageValidation(page, usableSize: usableSize).firstContradiction()
        case .header, .spaceMap, .overflow, .free: detail = nil
        }
        return detail.map { corrupt(.cell, $0) }
    }

    /// Slots ascend, and cells lie whole between the slots and the usable end, which they fill.
    private static func rowidLeaf(_ page: UnsafeRawPointer, usableSize: Int) -> String? {
        let count = TreePage.count(page)
        let slotSize = RowidPage.slotSize(page)
        let slotsEnd = TreePage.slots + count * slotSize
        let start = TreePage.contentStart(page)
        guard slotsEnd <= start, start <= usableSize else { return "slots reach into cells" }
        let used: Int
        let plain = plainCells(page, usableSize: usableSize).map(Cells.fit)
        switch plain ?? lookAtCells(page, usableSize: usableSize) {
        case .fit(let size): used = size
        case .contradict(let detail): return detail
        }
        if !RowidPage.isWide(page), count > 0 {
            let last = Int64(RowidPage.narrowSlot(page, count - 1) >> 16)
            guard !RowidPage.base(page).addingReportingOverflow(last).overflow else {
                return "the rowids leave their range"
            }
        }
        // With the fragments the cells fill their area exactly. Whether two of them share a byte
        // is asked before the page is changed.
        let fragments = RowidPage.fragmentBytes(page)
        guard used + fragments == usableSize - start else { return "cells overlap" }
        return nil
    }

    /// The size that all cells of a page take together, or what is wrong with one.
    enum Cells: Equatable {
        case fit(Int)
        case contradict(String)
    }

    /// Looks at each cell of a rowid leaf and its slot for whatever they may be. Requires: the
    /// slots end before the cells begin.
    static func lookAtCells(_ page: UnsafeRawPointer, usableSize: Int) -> Cells {
        let start = TreePage.contentStart(page)
        let maxLocal = RowidCell.maxLocal(usableSize: usableSize)
        var used = 0
        var previous = Int64.min
        for index in 0..<TreePage.count(page) {
            let offset = RowidPage.cellOffset(page, index)
            guard offset >= start, offset < usableSize else {
                return .contradict("slot \(index) leads out")
            }
            // Nearly all cells have their length in one byte.
            let first = Int(page.byte(at: offset))
            if first < 0x80, first <= maxLocal, offset &+ first < usableSize {
                used = used &+ first &+ 1
            } else {
                guard
                    let size = cellSize(
                        page, at: offset, maxLocal: maxLocal, usableSize: usableSize)
                else { return .contradict("cell \(index) is not whole") }
                used = used &+ size
            }
            let rowid = RowidPage.rowid(page, index)
            guard index == 0 || rowid > previous else {
                return .contradict("slot \(index) is out of order")
            }
            previous = rowid
        }
        return .fit(used)
    }

    /// The size of all cells of a leaf, if they and their slots are right and as nearly all are:
    /// narrow slots, lengths of one byte. Nil says that a closer look has to tell. Every page that
    /// enters memory comes by here. Hot. Requires: the slots end before the cells begin.
    static func plainCells(_ page: UnsafeRawPointer, usableSize end: Int) -> Int? {
        guard !RowidPage.isWide(page) else { return nil }
        let start = TreePage.contentStart(page)
        let longest = min(0x7F, RowidCell.maxLocal(usableSize: end))
        let area = UInt(bitPattern: end &- start)
        var used = 0
        var previous = -1
        for index in 0..<TreePage.count(page) {
            let slot = RowidPage.narrowSlot(page, index)
            let offset = Int(slot & 0xFFFF)
            guard UInt(bitPattern: offset &- start) < area else { return nil }
            let length = Int(page.byte(at: offset))
            let distance = Int(slot &>> 16)
            guard length <= longest, offset &+ length < end, distance > previous else {
                return nil
            }
            previous = distance
            used = used &+ length &+ 1
        }
        return used
    }

    /// The size of the cell at `offset` if all of it lies before the usable end.
    private static func cellSize(
        _ page: UnsafeRawPointer, at offset: Int, maxLocal: Int, usableSize: Int
    ) -> Int? {
        var length: UInt64 = 0
        var position = offset
        var shift: UInt64 = 0
        while true {
            guard position < usableSize, shift < 56 else { return nil }
            let byte = page.load(fromByteOffset: position, as: UInt8.self)
            position += 1
            length |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        let size = RowidCell.size(of: Int(length), maxLocal: maxLocal)
        guard offset + size <= usableSize,
            RowidCell.lengthSize(Int(length)) == position - offset
        else { return nil }
        return size
    }

    private static func rowidInner(_ page: UnsafeRawPointer, usableSize: Int) -> String? {
        let count = TreePage.count(page)
        guard count <= RowidPage.innerCapacity(usableSize: usableSize) else {
            return "\(count) keys do not fit"
        }
        for index in 0...count {
            let child = RowidPage.child(page, index, usableSize: usableSize)
            guard child.isBehindHeaders else { return "child \(index) is page \(child.rawValue)" }
            if index > 0, index < count,
                RowidPage.key(page, index) <= RowidPage.key(page, index - 1)
            {
                return "key \(index) is out of order"
            }
        }
        return nil
    }
}
