/// A value that is shared by all its copies until one of them is changed.
///
/// Queries are large, and handed from the builder to the compiler and to those who remember them:
/// in this form a copy costs one retain.
struct CopyOnWrite<Value: Hashable & Sendable>: Sendable {
    /// **Safe because** it is changed only while one `CopyOnWrite` holds it, which is a value.
    private final class Box: @unchecked Sendable {
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(_ value: Value) { box = Box(value) }

    var value: Value {
        @inline(__always) _read { yield box.value }
        @inline(__always) _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    /// Whether both are one and the same, so that there is nothing to compare.
    func isShared(with other: CopyOnWrite) -> Bool { box === other.box }
}

extension CopyOnWrite: Hashable {
    static func == (left: CopyOnWrite, right: CopyOnWrite) -> Bool {
        left.isShared(with: right) || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
