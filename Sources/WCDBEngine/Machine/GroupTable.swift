import WCDBStorage

/// The groups of a query with their aggregates.
///
/// Once they take more than the budget, no group is added: the rows of others are put aside, and
/// their groups are made one at a time when all are read, each where its key belongs.
///
/// **Users.** One machine.
///
/// **Always true.** `order` lists the groups that `index` knows. Behind them may be one more, that
/// of rows that were put aside.
final class GroupTable {
    private let shape: Program.GroupShape
    /// What `shape` says of each aggregate, in memory of its own: no reference is counted to look.
    private let aggregates: UnsafeMutablePointer<Program.AggregateShape>
    private let index: HashIndex
    private let space: ScratchSpace
    private let memoryOfDistinct: KeyMemory
    /// The number of aggregates of a group.
    private let width: Int
    private let keyCount: Int
    /// Which keys are compared byte by byte: texts and blobs of a group are the same there.
    private let isBinary: [Bool]
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var recent = RecentIntegers()
    @exclusivity(unchecked) private var keys: RowKeyEncoder
    /// For the values of DISTINCT.
    @exclusivity(unchecked) private var encoder = KeyEncoder(capacity: 64)
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
    /// Roughly what the groups take.
    @exclusivity(unchecked) private var memory = 0
    private let groupCost: Int
    @exclusivity(unchecked) private var isFull = false
    /// The row that `find` looked at last belongs to no group that is here.
    @exclusivity(unchecked) private(set) var lacksRoom = false
    @exclusivity(unchecked) private var overflow: GroupOverflow?
    /// The group of rows that were put aside; -1 before the first.
    @exclusivity(unchecked) private var lateGroup = -1
    /// Results that are texts lie here until the next one.
    @exclusivity(unchecked) private var output = ByteBuffer(capacity: 64)

    init(_ shape: Program.GroupShape, space: ScratchSpace) {
        self.shape = shape
        self.space = space
        memoryOfDistinct = KeyMemory(space: space)
        width = shape.aggregates.count
        aggregates = .allocate(capacity: max(1, width))
        for (offset, aggregate) in shape.aggregates.enumerated() {
            (aggregates + offset).initialize(to: aggregate)
        }
        keyCount = shape.keys.count
        isBinary = shape.keys.map { if case .binary = $0.collation { true } else { false } }
        keys = RowKeyEncoder(shape.keys)
        groupCost = GroupTable.cost(of: shape)
        index = HashIndex(space: space, budget: .max)
        states = .allocate(capacity: max(1, capacity * width))
    }

    deinit {
        states.deinitialize(count: count * width)
        states.deallocate()
        aggregates.deinitialize(count: width)
        aggregates.deallocate()
    }

    /// Makes the group of these keys the current one; true if it is new. Hot.
    func find(_ values: UnsafePointer<ColumnValue>) throws(EngineError) -> Bool {
        if findRecent(values) {
            lacksRoom = false
            return false
        }
        // Without GROUP BY there is one group.
        if keyCount == 0 {
            guard count == 0 else { return false }
            addGroup()
            return true
        }
        if isFull {
            lacksRoom = !findOlder(values)
            return lacksRoom
        }
        let found: (entry: Int, isNew: Bool)
        do {
            if let short = keys.shortKey(of: values) {
                found = try index.insert(short)
            } else {
                found = try index.insert(keys.key(of: values))
            }
        } catch {
            throw .storage(error)
        }
        current = found.entry
        if found.isNew {
            addGroup()
            charge(GroupTable.keyCost + max(0, index.key(of: current).count - 8))
        }
        noteRecent(values)
        return found.isNew
    }

    /// Makes the group of these keys the current one if it is there already; false if not. Hot.
    @inline(__always)
    func findKnown(_ values: UnsafePointer<ColumnValue>) -> Bool {
        findRecent(values) || keyCount > 0 && findOlder(values)
    }

    @inline(__always)
    private func findRecent(_ values: UnsafePointer<ColumnValue>) -> Bool {
        guard keyCount == 1, case .integer = values[0].kind,
            let group = recent.group(of: values[0].integer)
        else { return false }
        current = group
        return true
    }

    @inline(never)
    private func findOlder(_ values: UnsafePointer<ColumnValue>) -> Bool {
        let entry =
            if let short = keys.shortKey(of: values) {
                index.find(short)
            } else {
                index.find(keys.key(of: values))
            }
        guard entry >= 0 else { return false }
        current = entry
        noteRecent(values)
        return true
    }

    /// The current group has these keys.
    @inline(__always)
    private func noteRecent(_ values: UnsafePointer<ColumnValue>) {
        guard keyCount == 1, case .integer = values[0].kind else { return }
        recent.note(values[0].integer, group: current, of: count)
    }

    /// What a group takes in the index.
    private static let keyCost = 48
    /// What the values that DISTINCT has seen take at least, and what else has memory of its own.
    private static let distinctCost = 5_000
    private static let textCost = 250

    /// What a group takes at least, whatever its values.
    private static func cost(of shape: Program.GroupShape) -> Int {
        var cost = shape.storeCount * MemoryLayout<Value>.stride
        for aggregate in shape.aggregates {
            cost += MemoryLayout<AggregateState>.stride
            if aggregate.isDistinct { cost += distinctCost }
            if aggregate.function == .groupConcat { cost += textCost }
        }
        return cost
    }

    private func charge(_ bytes: Int) {
        memory += bytes
        if memory > space.budget, shape.spillCount > 0 { isFull = true }
    }

    private func addGroup() {
        if count == capacity { grow() }
        for offset in 0..<width {
            (states + (count * width + offset)).initialize(
                to: AggregateState(aggregates + offset, memoryOfDistinct))
        }
        count += 1
        hasKept.append(false)
        for _ in 0..<shape.storeCount { kept.append(.null) }
        charge(groupCost)
    }

    private func grow() {
        let larger = LargeMemory.allocate(
            byteCount: max(1, 2 * capacity * width) * MemoryLayout<AggregateState>.stride
        ).bindMemory(to: AggregateState.self, capacity: max(1, 2 * capacity * width))
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
        let table = code[start].a
        var place = code + start
        repeat {
            let number = Int(place.pointee.small)
            let isExtreme = try states[number].step(
                aggregates + number, values + Int(place.pointee.b), encoder: &encoder,
                scratch: &output)
            place = isExtreme ? place + 1 : code + Int(place.pointee.c)
        } while place.pointee.opcode == .groupStep && place.pointee.a == table
        return place - code
    }

    /// Does the instructions that give a row to aggregates of the current group. Hot. Requires: all
    /// of its aggregates are plain.
    @inline(__always)
    func fold(
        _ steps: UnsafePointer<Instruction>, until end: UnsafePointer<Instruction>,
        _ values: UnsafePointer<ColumnValue>
    ) {
        let states = states + current &* width
        var place = steps
        while place < end {
            let number = Int(place.pointee.small)
            _ = states[number].stepPlain(aggregates + number, values + Int(place.pointee.b))
            place += 1
        }
    }

    /// Keeps a value for the group. The first places are those of the keys.
    func store(_ value: ColumnValue, at place: Int) {
        let number = current * shape.storeCount + place
        if place < keyCount, isBinary[place], value.isBytes, kept[number].isBytes { return }
        let bytes = value.storedSize - kept[number].storedSize
        kept[number] = Value(value)
        hasKept[current] = true
        if bytes != 0 { charge(bytes) }
    }

    var hasStored: Bool { hasKept[current] }

    /// Forgets the rows, for a query that runs for each row of another. False where groups have
    /// keys: a new table is as good. Afterwards `find` comes first.
    func restart() -> Bool {
        guard keyCount == 0 else { return false }
        states.deinitialize(count: count * width)
        count = 0
        memory = 0
        kept.removeAll(keepingCapacity: true)
        hasKept.removeAll(keepingCapacity: true)
        return true
    }

    /// Goes to the first group in the order of the keys.
    func first() throws(StorageError) -> Bool {
        if keyCount > 0 {
            order = index.sortedEntries()
        } else if order.count != count {
            order = Array(0..<count)
        }
        position = -1
        try overflow?.begin()
        return next()
    }

    func next() -> Bool {
        let isThere = position + 1 < order.count
        // No group is in memory and among those that were put aside.
        if let overflow, overflow.hasRow,
            !isThere
                || ByteOrder.compare(overflow.key, index.key(of: order[position + 1])) < 0
        {
            beginLateGroup()
            return true
        }
        guard isThere else { return false }
        position += 1
        current = order[position]
        return true
    }

    /// A value that was stored for the group, by its place.
    func column(_ place: Int) -> Value { kept[current * shape.storeCount + place] }

    func result(_ aggregate: Int) throws(EngineError) -> ColumnValue {
        output.removeAll()
        return try states[current * width + aggregate].finish(
            aggregates + aggregate, into: &output)
    }

    // MARK: Rows that were put aside

    /// Puts the values of a row aside whose keys are the first of them.
    func spill(_ values: UnsafePointer<ColumnValue>) throws(StorageError) {
        let overflow = overflow ?? GroupOverflow(width: shape.spillCount, space: space)
        self.overflow = overflow
        try overflow.add(keys.key(of: values), values)
    }

    /// Takes the next row of the current group out of those that were put aside; false if there is
    /// none.
    func replay(into values: UnsafeMutablePointer<ColumnValue>) throws(StorageError) -> Bool {
        guard let overflow, current == lateGroup else { return false }
        return try overflow.take(into: values)
    }

    private func beginLateGroup() {
        if lateGroup < 0 {
            lateGroup = count
            addGroup()
        } else {
            for place in (lateGroup * width)..<((lateGroup + 1) * width) {
                (states + place).deinitialize(count: 1)
                (states + place).initialize(
                    to: AggregateState(aggregates + place % width, memoryOfDistinct))
            }
            let first = lateGroup * shape.storeCount
            for place in first..<(first + shape.storeCount) { kept[place] = .null }
            hasKept[lateGroup] = false
        }
        current = lateGroup
    }
}

extension ColumnValue {
    /// The bytes that a copy of it takes, beside itself.
    fileprivate var storedSize: Int { isBytes ? count + 32 : 0 }
}

extension Value {
    fileprivate var isBytes: Bool {
        switch self {
        case .text, .blob: true
        case .null, .integer, .real: false
        }
    }

    fileprivate var storedSize: Int {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes.count + 32
        case .null, .integer, .real: 0
        }
    }
}
