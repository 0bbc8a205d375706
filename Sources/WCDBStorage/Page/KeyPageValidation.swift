/// Looks once at every byte of a key page that tree code will trust.
///
/// Whatever the bytes are, this neither traps nor loops for long.
struct KeyPageValidation {
    private let page: UnsafeRawPointer
    private let usableSize: Int
    private let level: UInt8
    private let slotSize: Int
    private let count: Int
    private let start: Int
    private let prefix: Int

    init(_ page: UnsafeRawPointer, usableSize: Int) {
        self.page = page
        self.usableSize = usableSize
        level = TreePage.level(page)
        slotSize = KeyPage.slotSize(level: level)
        count = TreePage.count(page)
        start = TreePage.contentStart(page)
        prefix = KeyPage.prefixCount(page)
    }

    /// Cells lie whole between the slots and the prefix, and fill what is between; heads are those
    /// of their keys, and keys ascend.
    func firstContradiction() -> String? {
        let slotsEnd = TreePage.slots + count * slotSize
        guard slotsEnd <= start, start + prefix <= usableSize else {
            return "slots reach into cells"
        }
        guard prefix <= KeyPage.maxPrefix(usableSize: usableSize) else {
            return "a prefix of \(prefix) bytes"
        }
        let used: Int
        switch plainCells().map(PageValidation.Cells.fit) ?? lookAtCells() {
        case .fit(let size): used = size
        case .contradict(let detail): return detail
        }
        // With the fragments the cells fill their area exactly. Whether two of them share a byte
        // is asked before the page is changed.
        guard used + Int(TreePage.fragmentField(page)) == usableSize - prefix - start else {
            return "cells overlap"
        }
        return level > 0 ? firstBadChild() : nil
    }

    /// Looks at each cell and its slot for whatever they may be.
    func lookAtCells() -> PageValidation.Cells {
        var used = 0
        for index in 0..<count {
            guard let size = sizeOfCell(index) else {
                return .contradict("cell \(index) is not whole")
            }
            used += size
            if index > 0, !isAbovePrevious(index) {
                return .contradict("slot \(index) is out of order")
            }
        }
        return .fit(used)
    }

    /// The size of all cells, if they and their slots are right and as nearly all are: keys alone,
    /// which go beyond the prefix, and whose heads mostly tell their order. Nil says that a closer
    /// look has to tell. Every page that enters memory comes by here. Hot. Requires: the slots end
    /// before `start`, and the prefix is not too long.
    func plainCells() -> Int? {
        let end = usableSize &- prefix
        let area = UInt(bitPattern: end &- start)
        let longest = min(
            KeyPage.maxLocal(usableSize: usableSize) &- prefix, Int(KeyPage.lengthMask))
        var used = 0
        var previous: UInt32 = 0
        for index in 0..<count {
            let offset = KeyPage.offset(page, index, slotSize: slotSize)
            // With flags it is longer than any.
            let rest = Int(KeyPage.length(page, index, slotSize: slotSize))
            let head = KeyPage.head(page, index, slotSize: slotSize)
            guard UInt(bitPattern: offset &- start) < area, rest > 0, rest <= longest,
                offset &+ rest <= end, head >= previous,
                head == KeyPage.head(of: page + offset, count: rest)
            else { return nil }
            if head == previous, index > 0, !isAbovePrevious(index) { return nil }
            previous = head
            used = used &+ rest
        }
        return used
    }

    /// The size of a cell if all of it lies in the area of cells.
    private func sizeOfCell(_ index: Int) -> Int? {
        let offset = KeyPage.offset(page, index, slotSize: slotSize)
        let length = KeyPage.length(page, index, slotSize: slotSize)
        let rest = Int(length & KeyPage.lengthMask)
        let end = usableSize - prefix
        if length == 0 {
            // All of the key is the prefix: the cell has no bytes, and may lie anywhere.
            return offset <= end && KeyPage.head(page, index, slotSize: slotSize) == 0 ? 0 : nil
        }
        guard offset >= start, offset + rest <= end,
            KeyPage.head(page, index, slotSize: slotSize)
                == KeyPage.head(of: page + offset, count: rest)
        else { return nil }
        let tail = offset + rest
        let maxLocal = KeyPage.maxLocal(usableSize: usableSize)
        switch length & ~KeyPage.lengthMask {
        case 0: return prefix + rest <= maxLocal ? rest : nil
        case KeyPage.chainFlag:
            guard tail + KeyPage.chainReference <= end else { return nil }
            let cell = KeyCell.read(page, index, slotSize: slotSize)
            guard cell.chain.isBehindHeaders, cell.keyCount < Int32.max,
                cell.valueCount < Int32.max,
                prefix + rest == KeyPage.localKeyCount(cell.keyCount, usableSize: usableSize),
                cell.keyCount + cell.valueCount > maxLocal, level == 0 || cell.valueCount == 0
            else { return nil }
            return rest + KeyPage.chainReference
        case KeyPage.valueFlag:
            guard level == 0, let value = Varint.read(page + tail, available: end - tail),
                value.value > 0, value.value <= UInt64(maxLocal),
                prefix + rest + Int(value.value) <= maxLocal,
                tail + value.size + Int(value.value) <= end
            else { return nil }
            return rest + value.size + Int(value.value)
        default: return nil
        }
    }

    /// Whole keys ascend strictly; where the front of a key in a chain decides nothing, the page
    /// alone cannot tell.
    private func isAbovePrevious(_ index: Int) -> Bool {
        let (left, right) = (rest(index - 1), rest(index))
        let shared = min(left.count, right.count)
        let order = ByteOrder.compare(
            UnsafeRawBufferPointer(rebasing: left[..<shared]),
            UnsafeRawBufferPointer(rebasing: right[..<shared]))
        if order != 0 { return order < 0 }
        return left.count < right.count || isInChain(index)
            || (left.count == right.count && isInChain(index - 1))
    }

    private func isInChain(_ index: Int) -> Bool {
        KeyPage.length(page, index, slotSize: slotSize) & KeyPage.chainFlag != 0
    }

    private func rest(_ index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: page + KeyPage.offset(page, index, slotSize: slotSize),
            count: Int(KeyPage.length(page, index, slotSize: slotSize) & KeyPage.lengthMask))
    }

    private func firstBadChild() -> String? {
        for index in 0...count {
            let child = KeyPage.child(page, index).rawValue
            guard child > 2 else { return "child \(index) is page \(child)" }
        }
        return nil
    }
}
