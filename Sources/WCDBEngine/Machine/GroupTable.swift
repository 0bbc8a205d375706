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
    // Changed by the calls of this class only, none of which calls out to anybody.
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
        index = HashIndex(space: space, isBounded: false)
        states = .allocate(capacity: max(1, capacity * width))
    }

    deinit {
        states.deinitialize(count: count * width)
        states.deallocate()
    }

    /// Makes the group of these keys the current one; true if it is new. Hot.
    func find(_ keys: UnsafePointer<ColumnValue>) throws(EngineError) -> Bool {
        // Without GROUP BY there is one group.
        if shape.keys.isEmpty, count > 0 { return false }
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

    /// Adds a row to an aggregate of the current group; true if it is the extreme one so far. Hot.
    func step(
        _ aggregate: Int, _ arguments: UnsafePointer<ColumnValue>
    ) throws(EngineError) -> Bool {
        try states[current &* width &+ aggregate].step(
            arguments, encoder: &encoder, scratch: &output)
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

/// One aggregate of one group.
struct AggregateState {
    private enum State {
        case count(CountState)
        case sum(SumState)
        case extreme(ExtremeState)
        case text(ConcatenationState)
        case json(JSONState)
    }

    private var state: State
    private let shape: Program.AggregateShape
    /// Of DISTINCT: what was there already.
    private let seen: HashIndex?

    init(_ shape: Program.AggregateShape, space: ScratchSpace) {
        self.shape = shape
        seen = shape.isDistinct ? HashIndex(space: space, isBounded: false) : nil
        state =
            switch shape.function {
            case .count: .count(CountState())
            case .sum, .total, .average: .sum(SumState())
            case .minimum:
                .extreme(ExtremeState(isMaximum: false, collation: shape.collation))
            case .maximum: .extreme(ExtremeState(isMaximum: true, collation: shape.collation))
            case .groupConcat: .text(ConcatenationState())
            case .jsonArray: .json(JSONState(isObject: false))
            case .jsonObject: .json(JSONState(isObject: true))
            }
    }

    /// `encoder` is memory for the keys of DISTINCT. Hot.
    mutating func step(
        _ arguments: UnsafePointer<ColumnValue>, encoder: inout KeyEncoder,
        scratch: inout ByteBuffer
    ) throws(EngineError) -> Bool {
        if let seen {
            guard !arguments[0].isNull else { return false }
            encoder.begin()
            encoder.append(arguments[0], KeyColumn(collation: shape.collation))
            do {
                guard try seen.insert(encoder.key).isNew else { return false }
            } catch {
                throw .storage(error)
            }
        }
        switch state {
        case .count(var count):
            if shape.argumentCount == 0 { count.step() } else { count.step(arguments[0]) }
            state = .count(count)
        case .sum(var sum):
            sum.step(arguments[0])
            state = .sum(sum)
        case .extreme(var extreme):
            state = .count(CountState())
            let isNew = extreme.step(arguments[0])
            state = .extreme(extreme)
            return isNew
        case .json(var json):
            state = .count(CountState())
            defer { state = .json(json) }
            try json.step(arguments)
        case .text(var text):
            state = .count(CountState())
            defer { state = .text(text) }
            try text.step(
                arguments[0], separator: shape.argumentCount > 1 ? arguments[1] : nil,
                scratch: &scratch)
        }
        return false
    }

    func finish(into buffer: inout ByteBuffer) throws(EngineError) -> ColumnValue {
        switch state {
        case .count(let count): return count.finish()
        case .sum(let sum):
            switch shape.function {
            case .sum: return try sum.sum()
            case .total: return sum.total()
            default: return sum.average()
            }
        case .extreme(let extreme):
            return extreme.best.withColumnValue { value in
                guard value.isBytes else { return value }
                buffer.append(value.bytes)
                return ColumnValue(value.kind, buffer.view)
            }
        case .json(let json): return json.finish(into: &buffer)
        case .text(let text): return text.finish(into: &buffer)
        }
    }
}
