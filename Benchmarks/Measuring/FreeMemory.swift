import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The memory that a measurement is going to be given.
///
/// A virtual machine returns memory that lies free for some seconds to its host, and the first
/// touch after that is dear; ANCHORS.md has figures. Left alone, that falls on whoever comes after
/// a pause. So it is touched before each child, for both sides, by the parent, so that nobody's
/// peak counts it.
enum FreeMemory {
    static func touch() {
        let length = min(512 << 20, Int(ProcessInfo.processInfo.physicalMemory / 16))
        let flags = MAP_PRIVATE | MAP_ANON
        guard let memory = mmap(nil, length, PROT_READ | PROT_WRITE, flags, -1, 0),
            memory != MAP_FAILED
        else { return }
        #if os(Linux)
            // The engine's cache asks for large pages, and large pieces are what the host takes.
            madvise(memory, length, MADV_HUGEPAGE)
        #endif
        for offset in stride(from: 0, to: length, by: Int(sysconf(Int32(_SC_PAGESIZE)))) {
            memory.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
        }
        munmap(memory, length)
    }
}
