#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Memory for what may become large. The first touch of each small page is a fault that costs a
/// microsecond or two, which is more than most structures do with the bytes: so large pieces lie
/// where the system can back them with huge pages, one fault for 512.
///
/// **Users.** Anyone. Pieces are given back with `deallocate`.
package enum LargeMemory {
    /// What a huge page has, and pieces should have a multiple of.
    package static let pieceSize = 2 << 20
    /// What rests until it is used again keeps no piece that is larger: there may be hundreds, each
    /// with the last picture that it saw.
    package static let mostKept = 1 << 16

    /// A piece of any size; one of at least `pieceSize` can have huge pages.
    package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= pieceSize else { return .allocate(byteCount: byteCount, alignment: 16) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: pieceSize)
        // Not the rest behind the last whole page: it would take another one.
        adviseHugePages(memory, byteCount: byteCount & ~(pieceSize - 1))
        return memory
    }

    /// What is smaller is taken without asking whether it can be had.
    @usableFromInline static let leastAsked = 1 << 20

    /// Whether so much memory can be had just now. A process that asks for more is ended, so who
    /// makes something of a size that a user or a file gave asks first.
    package static func canHave(byteCount: Int) -> Bool {
        // What makes a piece begin where a huge page can is more than was asked for.
        byteCount < leastAsked || canReserve(byteCount: byteCount &+ pieceSize)
    }

    /// Whether the system gives so much memory. No page is touched: addresses are given and taken
    /// back.
    private static func canReserve(byteCount: Int) -> Bool {
        // Not `malloc`: compilers know what it does, and leave out what is given back at once.
        let memory = mmap(
            nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let memory, memory != MAP_FAILED else { return false }
        munmap(memory, byteCount)
        return true
    }

    /// Asks for huge pages behind a large piece of memory; a hint, nothing more.
    static func adviseHugePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
        #if os(Linux)
            // MADV_HUGEPAGE, which Swift's modules do not show.
            madvise(memory, byteCount, 14)
        #endif
    }

    /// Throws `noMemory` where it cannot be had.
    @inlinable @inline(__always)
    package static func admit(byteCount: Int) throws(StorageError) {
        guard byteCount < leastAsked || canHave(byteCount: byteCount) else { throw .noMemory }
    }

    /// A piece for so many elements.
    package static func allocate<Element: BitwiseCopyable>(
        _ type: Element.Type, capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        allocate(byteCount: max(1, capacity) * MemoryLayout<Element>.stride)
            .bindMemory(to: type, capacity: max(1, capacity))
    }
}
