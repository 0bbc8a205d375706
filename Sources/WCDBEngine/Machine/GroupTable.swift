import WCDBStorage

/// The groups of a query with their aggregates.
///
/// **Users.** One machine.
final class GroupTable {
    private let shape: Program.GroupShape
    private let index: HashIndex
    private let space: ScratchSpace
    private var encoder = KeyEncoder(capacity: 128)
    private var groups: [Group] = []
    private var order: [Int] = []
    private var position = 0
    private var current = 0
    /// Results that are texts lie here until the next one.
    private var output = ByteBuffer(capacity: 64)

    private struct Group {
        var states: [AggregateState]
        var stored: [Value]
        var hasStored = false
    }

    init(_ shape: Program.GroupShape, space: ScratchSpace) {
        self.shape = shape
        self.space = space
        index = HashIndex(space: space, isBounded: false)
    }

    /// Makes the group of these keys the current one; true if it is new.
    func find(_ keys: UnsafePointer<ColumnValue>) throws(EngineError) -> Bool {
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
        guard found.isNew else { return false }
        groups.append(
            Group(
                states: shape.aggregates.map { AggregateState($0, space: space) },
                stored: Array(repeating: .null, count: shape.storeCount)))
        return true
    }

    /// Adds a row to an aggregate of the current group; true if it is the extreme one so far.
    func step(
        _ aggregate: Int, _ arguments: UnsafePointer<ColumnValue>
    ) throws(EngineError) -> Bool {
        try groups[current].states[aggregate].step(arguments, scratch: &output)
    }

    func store(_ value: ColumnValue, at place: Int) {
        groups[current].stored[place] = Value(value)
        groups[current].hasStored = true
    }

    var hasStored: Bool { groups[current].hasStored }

    /// Goes to the first group in the order of the keys.
    func first() -> Bool {
        order = Array(groups.indices)
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

    func stored(_ place: Int) -> Value { groups[current].stored[place] }

    func result(_ aggregate: Int) throws(EngineError) -> ColumnValue {
        output.removeAll()
        return try groups[current].states[aggregate].finish(into: &output)
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

    mutating func step(
        _ arguments: UnsafePointer<ColumnValue>, scratch: inout ByteBuffer
    ) throws(EngineError) -> Bool {
        if let seen {
            guard !arguments[0].isNull else { return false }
            var encoder = KeyEncoder(capacity: 64)
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
