package import WCDBStorage

/// The order of two texts. It is that of their sort keys, found without making them where the
/// collation is built in. Unlike in SQLite a NUL is a character for NOCASE too.
extension Collation {
    /// Negative, zero or positive, as `left` sorts before, with or after `right`. Hot.
    package func compare(_ left: ByteView, _ right: ByteView) -> Int {
        switch self {
        case .binary:
            return ByteOrder.compare(left.buffer, right.buffer)
        case .nocase:
            return Collation.compareFolded(left, right)
        case .rtrim:
            return ByteOrder.compare(
                left.withoutTrailingSpaces.buffer, right.withoutTrailingSpaces.buffer)
        case .custom(let custom):
            return Collation.compareKeys(
                custom.sortKey(left.buffer), custom.sortKey(right.buffer))
        }
    }

    private static func compareFolded(_ left: ByteView, _ right: ByteView) -> Int {
        let shared = min(left.count, right.count)
        var index = 0
        while index < shared {
            let (first, second) = (left[index], right[index])
            if first != second {
                let order = Int(ASCII.lowercased(first)) &- Int(ASCII.lowercased(second))
                if order != 0 { return order }
            }
            index &+= 1
        }
        return left.count &- right.count
    }

    private static func compareKeys(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left.withUnsafeBytes { leftKey in
            right.withUnsafeBytes { rightKey in ByteOrder.compare(leftKey, rightKey) }
        }
    }
}

extension ByteView {
    var withoutTrailingSpaces: ByteView {
        var end = count
        while end > 0, self[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
        return prefix(end)
    }
}
