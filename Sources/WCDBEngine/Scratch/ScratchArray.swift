import WCDBStorage

/// A growing array of plain values in raw memory, for structures that touch it once per row: no
/// uniqueness check, no exclusivity check, no header.
///
/// **Users.** One owner, one thread.
///
/// **Safe because** elements are plain bits, the first `count` of them are initialised, and every
/// index is the caller's own: none comes from a file. Debug builds compare it.
struct ScratchArray<Element: BitwiseCopyable>: ~Copyable {
    private(set) var elements: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private(set) var capacity: Int

    init(capacity: Int = 16) {
        self.capacity = max(capacity, 4)
        elements = LargeMemory.allocate(Element.self, capacity: self.capacity)
    }

    deinit { elements.deallocate() }

    /// The memory taken, in bytes.
    var size: Int { capacity &* MemoryLayout<Element>.stride }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "index out of range")
            return elements[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count, "index out of range")
            elements[index] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        elements[count] = element
        count = count &+ 1
    }

    @inline(__always)
    mutating func removeLast() -> Element {
        assert(count > 0, "nothing to remove")
        count = count &- 1
        return elements[count]
    }

    /// Keeps the first `count` elements. Requires: there are as many.
    mutating func truncate(to count: Int) {
        assert(count <= self.count, "truncating to more than there is")
        self.count = count
    }

    /// Forgets the elements and keeps the memory.
    mutating func removeAll() { count = 0 }

    mutating func reserve(_ capacity: Int) {
        if capacity > self.capacity { grow(to: capacity) }
    }

    /// Makes it `count` elements, all of whose bits are zero.
    mutating func refillWithZeros(_ count: Int) {
        self.count = 0
        reserve(count)
        UnsafeMutableRawPointer(elements).initializeMemory(
            as: UInt8.self, repeating: 0, count: count &* MemoryLayout<Element>.stride)
        self.count = count
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        capacity = max(needed, capacity * 2)
        let larger = LargeMemory.allocate(Element.self, capacity: capacity)
        larger.initialize(from: elements, count: count)
        elements.deallocate()
        elements = larger
    }
}
