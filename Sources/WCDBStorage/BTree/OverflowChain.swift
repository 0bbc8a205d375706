/// The part of a payload that does not fit its cell: a chain of pages that know their owner and
/// their place in the chain, so that crossed chains are found. In a rowid tree the owner is the
/// row; in a key tree, where it has no number, it is the first page of the chain.
///
///      32     36         40      48
///     ┌──────┬──────────┬───────┬──────────
///     │ next │ sequence │ owner │ payload …
///     └──────┴──────────┴───────┴──────────
struct OverflowChain {
    static let next = 32
    static let sequence = 36
    static let owner = 40
    static let payload = 48

    let transaction: Transaction
    let tree: TreeID
    let owner: Int64

    /// A page of a chain, which one it is, and the one before it.
    struct Place {
        fileprivate var number: PageNumber
        fileprivate var sequence: UInt32 = 0
        fileprivate var previous = PageNumber.none

        init(_ first: PageNumber) { number = first }
    }

    /// Bytes of a payload in one page.
    var capacity: Int { transaction.usableSize - OverflowChain.payload }

    /// Writes `bytes` into fresh pages; returns the first, which is the owner of all of them if
    /// `ownsItself`.
    func write(
        _ bytes: UnsafeRawBufferPointer, ownsItself: Bool = false
    ) throws(StorageError) -> PageNumber {
        var first = PageNumber.none
        var previous: MutablePage?
        var done = 0
        var sequence: UInt32 = 0
        var left: [PageNumber] = []
        while done < bytes.count, let base = bytes.baseAddress {
            let near = previous.map { PageNumber($0.number.rawValue &+ 1) } ?? .none
            let page = try transaction.allocatePage(
                .overflow, level: 0, tree: tree, near: near)
            if let previous {
                previous.store(page.number.rawValue, at: OverflowChain.next)
                try leave(previous.number, sequence, &left)
            } else {
                first = page.number
            }
            let count = min(capacity, bytes.count - done)
            page.store(sequence, at: OverflowChain.sequence)
            page.store(
                ownsItself ? Int64(first.rawValue) : owner, at: OverflowChain.owner)
            page.copy(from: base + done, count: count, to: OverflowChain.payload)
            previous = page
            done += count
            sequence += 1
        }
        return first
    }

    /// The page that is the `count`th was written, and is not looked at any more. Of a long chain
    /// they leave memory when there is too much in it, many at once; the last ones stay until the
    /// next operation.
    private func leave(
        _ number: PageNumber, _ count: UInt32, _ left: inout [PageNumber]
    ) throws(StorageError) {
        let usual = UInt32(transaction.usualChain)
        guard count > usual else { return }
        left.append(number)
        guard count % usual == 0, transaction.isCrowded else { return }
        try transaction.putAside(left)
        left.removeAll(keepingCapacity: true)
    }

    /// Reads `target.count` bytes from the chain. Returns where it goes on behind the last page.
    @discardableResult
    func read(
        from place: Place, into target: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Place {
        guard let base = target.baseAddress else { return place }
        var done = 0
        return try walk(from: place, length: target.count) { (page, _) in
            let count = min(capacity, target.count - done)
            (base + done).copyMemory(from: page + OverflowChain.payload, byteCount: count)
            done += count
        }
    }

    /// Appends the `length` bytes of the chain. No file is smaller than what it holds, which bounds
    /// what a damaged length can ask for.
    func append(
        from first: PageNumber, length: Int, to bytes: inout ByteBuffer
    ) throws(StorageError) {
        guard length / transaction.pageSize <= Int(transaction.state.pageCount) else {
            throw .corrupt(
                Corruption(.overflowChain, page: first, tree: tree, "longer than the file"))
        }
        guard LargeMemory.canHave(byteCount: length) else { throw .noMemory }
        bytes.reserve(length)
        try read(
            from: Place(first),
            into: UnsafeMutableRawBufferPointer(start: bytes.end, count: length))
        bytes.advance(length)
    }

    /// Makes a chain that holds as many bytes hold these. Pages that have theirs are left alone.
    func replace(
        from first: PageNumber, with bytes: UnsafeRawBufferPointer
    ) throws(StorageError) {
        guard let base = bytes.baseAddress else { return }
        var (done, visited) = (0, UInt32(0))
        var left: [PageNumber] = []
        try walk(from: Place(first), length: bytes.count) { (page, number) throws(StorageError) in
            let count = min(capacity, bytes.count - done)
            let same = ByteOrder.commonPrefix(
                UnsafeRawBufferPointer(start: page + OverflowChain.payload, count: count),
                UnsafeRawBufferPointer(start: base + done, count: count))
            if same < count {
                try transaction.modifyPage(number, tree: tree).copy(
                    from: base + done + same, count: count - same,
                    to: OverflowChain.payload + same)
            }
            // Also one that stays as it is: what the transaction has written before is read back.
            visited += 1
            try leave(number, visited, &left)
            done += count
        }
    }

    func free(from first: PageNumber, length: Int) throws(StorageError) {
        var numbers: [PageNumber] = []
        try walk(from: Place(first), length: length) { numbers.append($1) }
        for number in numbers { try transaction.freePage(number, tree: tree) }
    }

    /// Visits the pages of a chain that holds `length` bytes, checking links, order and owner. A
    /// page is not looked at any more once it was visited. Returns where the chain goes on.
    @discardableResult
    func walk(
        from first: Place, length: Int,
        _ visit: (UnsafeRawPointer, PageNumber) throws(StorageError) -> Void
    ) throws(StorageError) -> Place {
        var (number, sequence, previous) = (first.number, first.sequence, first.previous)
        var rest = length
        // A damaged length may be anything.
        let count = length > 0 ? (length - 1) / capacity + 1 : 0
        var pages = ChainPages(
            transaction, tree: tree, count: count,
            behind: .init(count: Int(sequence), last: previous))
        while rest > 0 {
            let page = try pages.next(number)
            transaction.view.pointee.counters.overflow.pointee.read &+= 1
            let kind = page.load(fromByteOffset: PageHeader.kind, as: UInt8.self)
            let place = UInt32(
                littleEndian: page.load(
                    fromByteOffset: OverflowChain.sequence, as: UInt32.self))
            let owner = Int64(
                littleEndian: page.load(fromByteOffset: OverflowChain.owner, as: Int64.self))
            guard kind == PageKind.overflow.rawValue, place == sequence, owner == self.owner else {
                throw .corrupt(
                    Corruption(
                        .overflowChain, page: number, tree: tree,
                        "not part \(sequence) of the chain of row \(self.owner)"))
            }
            let next = PageNumber(
                UInt32(
                    littleEndian: page.load(fromByteOffset: OverflowChain.next, as: UInt32.self)))
            try visit(page, number)
            rest -= capacity
            sequence += 1
            (previous, number) = (number, next)
        }
        var place = Place(number)
        (place.sequence, place.previous) = (sequence, previous)
        return place
    }
}
