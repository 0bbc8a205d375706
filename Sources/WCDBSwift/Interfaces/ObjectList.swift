/// Objects that are gathered one after the other.
///
/// An array would look up its own type for each of them, because what it is an array of is only
/// known when the program runs.
///
/// **Always true.** The first `count` places of `objects` are initialised, and `capacity` is how
/// many there are.
struct ObjectList<Object>: ~Copyable {
    private var objects: UnsafeMutablePointer<Object>
    private var capacity = 16
    private var count = 0

    init() { objects = .allocate(capacity: capacity) }

    deinit {
        objects.deinitialize(count: count)
        objects.deallocate()
    }

    @inline(__always)
    mutating func append(_ object: consuming Object) {
        if count == capacity { grow() }
        (objects + count).initialize(to: object)
        count &+= 1
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Object>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: objects, count: count)
        objects.deallocate()
        objects = larger
        capacity *= 2
    }

    /// The objects; the list has none any more.
    mutating func takeAll() -> [Object] {
        // An array without room is one that all threads share, and this would write its count.
        guard count > 0 else { return [] }
        let taken = count
        count = 0
        return Array(unsafeUninitializedCapacity: taken) { places, initialized in
            places.baseAddress?.moveInitialize(from: objects, count: taken)
            initialized = taken
        }
    }
}
