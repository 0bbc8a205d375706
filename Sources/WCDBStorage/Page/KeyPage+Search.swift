/// Where a key is, or belongs, among those of a page.
struct KeyPlace {
    /// The first cell whose key is not below the key.
    var index: Int
    var isMatch: Bool
}

/// Binary search. Keys whose ends lie in chains can be undecided from the page alone: `resolve`
/// is called then, with the index of the cell, and says how the probe compares with its whole key.
extension KeyPage {
    @inline(__always)
    static func search(
        _ page: UnsafeRawPointer, _ key: UnsafeRawBufferPointer, slotSize: Int, usableSize: Int,
        resolve: (Int) throws(StorageError) -> Int
    ) throws(StorageError) -> KeyPlace {
        let count = TreePage.count(page)
        let prefix = prefixCount(page)
        // An empty key may come without an address. Nothing is read through it: any will do.
        let bytes = key.baseAddress ?? page
        let length = key.count
        if prefix > 0 {
            let order = compare(
                bytes, min(length, prefix), page + (usableSize &- prefix), prefix)
            if order != 0 { return KeyPlace(index: order < 0 ? 0 : count, isMatch: false) }
        }
        let rest = bytes + prefix
        let restCount = length &- prefix
        let target = head(of: rest, count: restCount)
        var low = lowerHead(page, target, count: count, slotSize: slotSize)
        guard low < count, head(page, low, slotSize: slotSize) == target else {
            return KeyPlace(index: low, isMatch: false)
        }
        var high = low &+ 1
        if high < count, head(page, high, slotSize: slotSize) == target {
            high =
                target == .max
                ? count : lowerHead(page, target &+ 1, count: count, slotSize: slotSize)
        }
        // Among equal heads the cells decide.
        while low < high {
            let middle = (low &+ high) &>> 1
            var order = compare(page, middle, rest, restCount, slotSize: slotSize)
            if order == undecided { order = try resolve(middle) }
            if order == 0 { return KeyPlace(index: middle, isMatch: true) }
            if order > 0 { low = middle &+ 1 } else { high = middle }
        }
        return KeyPlace(index: low, isMatch: false)
    }

    /// The first slot whose head is not below `target`.
    @inline(__always)
    private static func lowerHead(
        _ page: UnsafeRawPointer, _ target: UInt32, count: Int, slotSize: Int
    ) -> Int {
        var low = 0
        var length = count
        while length > 1 {
            let half = length &>> 1
            low = head(page, low &+ half &- 1, slotSize: slotSize) < target ? low &+ half : low
            length = length &- half
        }
        return length == 1 && head(page, low, slotSize: slotSize) < target ? low &+ 1 : low
    }

    /// The local bytes agree, and the rest of the cell's key lies in a chain.
    private static let undecided = Int.max

    /// How a rest compares with that of a cell: negative, zero, positive, or `undecided`.
    @inline(__always)
    private static func compare(
        _ page: UnsafeRawPointer, _ index: Int, _ rest: UnsafeRawPointer, _ restCount: Int,
        slotSize: Int
    ) -> Int {
        let length = length(page, index, slotSize: slotSize)
        let local = Int(length & lengthMask)
        let bytes = page + offset(page, index, slotSize: slotSize)
        if length & chainFlag != 0 {
            let whole = Int(bytes.little(UInt32.self, at: local &+ 4)) &- prefixCount(page)
            guard whole == local else {
                let order = compare(rest, min(restCount, local), bytes, local)
                return order == 0 ? undecided : order
            }
        }
        return compare(rest, restCount, bytes, local)
    }

    @inline(__always)
    private static func compare(
        _ left: UnsafeRawPointer, _ leftCount: Int, _ right: UnsafeRawPointer, _ rightCount: Int
    ) -> Int {
        ByteOrder.compare(
            UnsafeRawBufferPointer(start: left, count: leftCount),
            UnsafeRawBufferPointer(start: right, count: rightCount))
    }
}
