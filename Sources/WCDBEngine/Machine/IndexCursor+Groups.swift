import WCDBStorage

/// From one end of a group of keys to the other: most groups are small, where a few steps are
/// shorter than a search.
extension IndexCursor {
    private static var fewKeys: Int { 4 }

    /// Goes to the last key that begins with the first columns of the current one; `isReversed`: to
    /// the first. False if it stood there.
    func goToGroupEnd(_ count: Int, isReversed: Bool) throws(StorageError) -> Bool {
        guard try encodeFront(count) else { return false }
        didMove()
        for step in 0..<IndexCursor.fewKeys {
            guard let next = cursor.neighbour(isReversed ? -1 : 1) else { break }
            guard ByteOrder.hasPrefix(next, encoder.key) else { return step > 0 }
            _ = isReversed ? try cursor.previous() : try cursor.next()
        }
        forgetRows()
        if isReversed {
            _ = try cursor.seek(atOrAfter: encoder.key)
        } else {
            encoder.appendUpperBound()
            _ = try cursor.seek(before: encoder.key)
        }
        return true
    }

    /// Goes to the first key that begins with the first columns of the current one, unless the last
    /// of these columns is NULL.
    func goToFirstAlike(_ count: Int) throws(StorageError) {
        if try column(count - 1).isNull { return }
        guard try encodeFront(count) else { return }
        didMove()
        for _ in 0..<IndexCursor.fewKeys {
            guard let before = cursor.neighbour(-1) else { break }
            guard ByteOrder.hasPrefix(before, encoder.key) else { return }
            _ = try cursor.previous()
        }
        forgetRows()
        _ = try cursor.seek(atOrAfter: encoder.key)
    }

    /// Puts the first columns of the current key into the encoder; false if there are none.
    private func encodeFront(_ count: Int) throws(StorageError) -> Bool {
        guard !isNullRow else { return false }
        let key = try cursor.key()
        var size = 0
        for index in 0..<count {
            guard
                let end = KeyScan.endOfColumn(in: key, from: size, keys[index])
            else { return false }
            size = end
        }
        encoder.begin()
        encoder.appendColumns(UnsafeRawBufferPointer(rebasing: key.prefix(size)))
        return true
    }
}
