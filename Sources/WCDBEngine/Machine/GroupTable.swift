import WCDBStorage

/// The groups of a query with their aggregates.
///
/// **Users.** One machine.
final class GroupTable {
    private let shape: Program.GroupShape
    private let index: HashIndex
    private let space: ScratchSpace
    /// The number of aggregates of a group.
    private let width: Int
    private let keyCount: Int
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var recent = RecentIntegers()
    @exclusivity(unchecked) private var encoder = KeyEncoder(capacity: 128)
    /// The aggregates of the first group, then those of the second, and so on.
    @exclusivity(unchecked) private var states: UnsafeMutablePointer<AggregateState>
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var capacity = 4
    /// What was stored for each group, in the same way.
    @exclusivity(unchecked) private var kept: [Value] = []
    @exclusivity(unchecked) private var hasKept: [Bool] = []
    @exclusivity(unchecked) private var order: [Int] = []
    @exclusivity(unchecked) private var position = 0
    @exclusivity(unchecked) private var current = 0
    /// Results that are texts lie here until the next one.
    @exclusivity(unchecked) private var output = ByteBuffer(capacity: 64)

    init(_ shape: Program.GroupShape, space: ScratchSpace) {
        self.shape = shape
        self.space = space
        width = shape.aggregates.count
        keyCount = shape.keys.count
        index = HashIndex(space: space, isBounded: false)
        states = .allocate(capacity: max(1, capacity * width))
    }

    deinit {
        states.deinitialize(count: count * width)
        states.deallocate()
    }

    /// Makes the group of these keys the current one; true if it is new. Hot.
    func find(_ keys: UnsafePointer<ColumnValue>) throws(EngineError) -> Bool {
        if keyCount == 1, case .integer = keys[0].kind,
            let group = recent.group(of: keys[0].integer)
        {
            current = group
            return false
        }
        // Without GROUP BY there is one group.
        if keyCount == 0, count > 0 { return false }
        encoder.begin()
        for position in shape.keys.indices {
            encoder.append(keys[position], shape.keys[position])
        }
        let found: (entry: Int, isNew: Bool)
        do {
            found = try index.insert(encoder.key)
        } catch {
            throw .storage(error)
        }
        guard found.entry >= 0 else { throw .storage(.limit("memory for groups")) }
        current = found.entry
        if found.isNew { addGroup() }
        if keyCount == 1, case .integer = keys[0].kind {
            recent.note(keys[0].integer, group: current, of: count)
        }
        return found.isNew
    }

    private func addGroup() {
        if count == capacity { grow() }
        for (offset, aggregate) in shape.aggregates.enumerated() {
            (states + (count * width + offset)).initialize(
                to: AggregateState(aggregate, space: space))
        }
        count += 1
        hasKept.append(false)
        for _ in 0..<shape.storeCount { kept.append(.null) }
    }

    private func grow() {
        let larger = UnsafeMutablePointer<AggregateState>.allocate(
            capacity: max(1, 2 * capacity * width))
        larger.moveInitialize(from: states, count: count * width)
        states.deallocate()
        states = larger
        capacity *= 2
    }

    /// Does the instruction at `start`, which gives a row to an aggregate of the current group, and
    /// those behind it that give it to others. Answers where to go on. Hot.
    @inline(never)
    func step(
        _ code: UnsafePointer<Instruction>, at start: Int, _ values: UnsafePointer<ColumnValue>
    ) throws(EngineError) -> Int {
        let states = states + current &* width
        let number = code[start].a
        var place = start
        repeat {
            let i = code[place]
            let isExtreme = try states[Int(i.small)].step(
                values + Int(i.b), encoder: &encoder, scratch: &output)
            place = isExtreme ? place &+ 1 : Int(i.c)
        } while code[place].opcode == .groupStep && code[place].a == number
        return place
    }

    func store(_ value: ColumnValue, at place: Int) {
        kept[current * shape.storeCount + place] = Value(value)
        hasKept[current] = true
    }

    var hasStored: Bool { hasKept[current] }

    /// Goes to the first group in the order of the keys.
    func first() -> Bool {
        order = Array(0..<count)
        if !shape.keys.isEmpty {
            order.sort { ByteOrder.compare(index.key(of: $0), index.key(of: $1)) < 0 }
        }
        position = -1
        return next()
    }

    func next() -> Bool {
        position += 1
        guard position < order.count else { return false }
        current = order[position]
        return true
    }

    func stored(_ place: Int) -> Value { kept[current * shape.storeCount + place] }

    func result(_ aggregate: Int) throws(EngineError) -> ColumnValue {
        output.removeAll()
        return try states[current * width + aggregate].finish(into: &output)
    }
}
