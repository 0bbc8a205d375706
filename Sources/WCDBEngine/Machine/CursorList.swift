/// The cursors of one kind of a machine, by their numbers.
///
/// **Users.** One machine, one thread. Numbers come from checked programs.
///
/// **Always true.** Each place holds one reference of its own, or none. `borrow` lends an object
/// without counting: nothing that it calls may replace the object in its place.
struct CursorList<Object: AnyObject>: ~Copyable {
    private let places: UnsafeMutablePointer<Unmanaged<Object>?>
    let count: Int

    init(count: Int) {
        self.count = count
        places = .allocate(capacity: max(1, count))
        places.initialize(repeating: nil, count: max(1, count))
    }

    deinit {
        for index in 0..<count { places[index]?.release() }
        places.deallocate()
    }

    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Object? {
        get { places[index]?.takeUnretainedValue() }
        nonmutating set {
            let old = places[index]
            places[index] = newValue.map(Unmanaged.passRetained)
            old?.release()
        }
    }

    /// Empties a place.
    @inline(__always)
    func clear(_ index: Int) {
        guard let old = places[index] else { return }
        places[index] = nil
        old.release()
    }

    /// Lends the object at a place; nil if there is none. Hot.
    @inline(__always)
    func borrow<Answer, Failure: Error>(
        _ index: Int, _ body: (Object) throws(Failure) -> Answer
    ) throws(Failure) -> Answer? {
        guard let object = places[index] else { return nil }
        return try object._withUnsafeGuaranteedRef { object in
            Result { () throws(Failure) in try body(object) }
        }.get()
    }
}
