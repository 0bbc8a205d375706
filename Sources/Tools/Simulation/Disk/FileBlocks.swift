/// Which blocks of the disk a file has taken. What a file grows over without writing there is a
/// hole, and costs nothing until somebody writes into it.
struct FileBlocks {
    static let size = 512

    /// For each block of the file, whether it is taken.
    private var isTaken: [Bool]
    private(set) var count: Int

    /// A file without holes.
    init(size: Int) {
        count = FileBlocks.covering(size)
        isTaken = Array(repeating: true, count: count)
    }

    private static func covering(_ size: Int) -> Int {
        (size + FileBlocks.size - 1) / FileBlocks.size
    }

    /// The file has another size: it has lost blocks, or gained a hole.
    mutating func fit(_ size: Int) {
        let needed = FileBlocks.covering(size)
        if needed < isTaken.count {
            for index in needed..<isTaken.count where isTaken[index] { count -= 1 }
            isTaken.removeLast(isTaken.count - needed)
        } else if needed > isTaken.count {
            isTaken.append(contentsOf: repeatElement(false, count: needed - isTaken.count))
        }
    }

    /// How many bytes from `start` on have their blocks if `free` more of these may be taken.
    func reach(from start: Int, count: Int, free: Int) -> Int {
        guard count > 0 else { return 0 }
        var free = free
        for index in start / FileBlocks.size...(start + count - 1) / FileBlocks.size
        where index >= isTaken.count || !isTaken[index] {
            guard free > 0 else { return max(0, index * FileBlocks.size - start) }
            free -= 1
        }
        return count
    }

    /// Takes the blocks of a range within the file.
    mutating func take(from start: Int, count length: Int) {
        guard length > 0 else { return }
        for index in start / FileBlocks.size...(start + length - 1) / FileBlocks.size
        where !isTaken[index] {
            isTaken[index] = true
            count += 1
        }
    }
}
