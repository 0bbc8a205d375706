/// The way from the root of a tree to a leaf: pages, and which child was taken in each.
///
/// **Users.** One tree or cursor.
///
/// **Always true.** The first `count` steps are initialised. There is room for the deepest tree:
/// a root page that claims more levels is refused before the way down begins.
struct TreePath: ~Copyable {
    struct Step {
        var number: PageNumber
        var index: Int
    }

    private let steps: UnsafeMutablePointer<Step>
    private(set) var count = 0

    init() { steps = .allocate(capacity: TreePage.maxDepth) }

    deinit { steps.deallocate() }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    @inline(__always)
    var last: Step? { count > 0 ? steps[count &- 1] : nil }

    /// Requires: `index < count`.
    subscript(index: Int) -> Step {
        precondition(index >= 0 && index < count, "a step that was not taken")
        return steps[index]
    }

    @inline(__always)
    mutating func removeAll() { count = 0 }

    /// Becomes the same as another one.
    @inline(__always)
    mutating func copy(_ other: borrowing TreePath) {
        count = other.count
        for index in 0..<count { steps[index] = other.steps[index] }
    }

    @inline(__always)
    mutating func append(_ step: Step) {
        guard count < TreePage.maxDepth else { return }
        steps[count] = step
        count &+= 1
    }

    @inline(__always)
    mutating func popLast() -> Step? {
        guard count > 0 else { return nil }
        count &-= 1
        return steps[count]
    }
}
