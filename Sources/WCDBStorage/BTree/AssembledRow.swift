/// A row that does not fit its leaf, put together as far as somebody asked for it: whoever wants
/// the title of a picture does not want the picture.
///
/// **Users.** One cursor.
///
/// **Always true.** The first `count` bytes of the memory are those of the row; `place` is where
/// the chain goes on.
struct AssembledRow: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private var count: Int
    private var place: OverflowChain.Place

    /// `local` lies in the leaf; the chain from `first` on has the rest of `total` bytes.
    init(_ local: UnsafeRawBufferPointer, total: Int, first: PageNumber) {
        memory = .allocate(byteCount: total, alignment: 16)
        memory.copyMemory(from: local)
        count = local.count
        place = OverflowChain.Place(first)
    }

    deinit { memory.deallocate() }

    /// What is known of the row. It stays where it is when more of it is read.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// Reads on until `wanted` bytes are known, by whole pages of the chain.
    mutating func read(upTo wanted: Int, _ chain: OverflowChain) throws(StorageError) {
        guard wanted > count else { return }
        let pages = (wanted - count - 1) / chain.capacity + 1
        let end = min(memory.count, count + pages * chain.capacity)
        place = try chain.read(
            from: place, into: UnsafeMutableRawBufferPointer(rebasing: memory[count..<end]))
        count = end
    }
}
