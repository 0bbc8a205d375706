import WCDBStorage

/// One aggregate of one group.
///
/// **Always true.** Of the states it uses the one of its function. Those of numbers are plain
/// memory; the others are an object.
struct AggregateState {
    /// What collects bytes.
    private final class Collected {
        @exclusivity(unchecked) var text = ConcatenationState()
        @exclusivity(unchecked) var json: JSONState

        init(isObject: Bool) { json = JSONState(isObject: isObject) }
    }

    private let shape: Program.AggregateShape
    /// Of DISTINCT: what was there already.
    private let seen: HashIndex?
    private var count = CountState()
    private var sum = SumState()
    private var extreme: ExtremeState
    private let collected: Collected?

    init(_ shape: Program.AggregateShape, space: ScratchSpace) {
        self.shape = shape
        seen = shape.isDistinct ? HashIndex(space: space, isBounded: false) : nil
        extreme = ExtremeState(isMaximum: shape.function == .maximum)
        collected =
            switch shape.function {
            case .count, .sum, .total, .average, .minimum, .maximum: nil
            case .groupConcat, .jsonArray: Collected(isObject: false)
            case .jsonObject: Collected(isObject: true)
            }
    }

    /// Answers whether the row is the extreme one so far. `encoder` is memory for the keys of
    /// DISTINCT. Hot.
    @inline(__always)
    mutating func step(
        _ arguments: UnsafePointer<ColumnValue>, encoder: inout KeyEncoder,
        scratch: inout ByteBuffer
    ) throws(EngineError) -> Bool {
        if let seen, try AggregateState.isOld(arguments[0], shape, among: seen, &encoder) {
            return false
        }
        switch shape.function {
        case .count:
            if shape.argumentCount == 0 { count.step() } else { count.step(arguments[0]) }
        case .sum, .total, .average: sum.step(arguments[0])
        case .minimum, .maximum: return extreme.step(arguments[0], shape.collation)
        case .groupConcat, .jsonArray, .jsonObject: try collect(arguments, scratch: &scratch)
        }
        return false
    }

    /// Whether DISTINCT leaves a value out.
    @inline(never)
    private static func isOld(
        _ value: ColumnValue, _ shape: Program.AggregateShape, among seen: HashIndex,
        _ encoder: inout KeyEncoder
    ) throws(EngineError) -> Bool {
        // JSON has NULLs as well.
        if value.isNull, shape.function != .jsonArray { return true }
        encoder.begin()
        encoder.append(value, KeyColumn(collation: shape.collation))
        do {
            return try seen.insert(encoder.key).isNew == false
        } catch {
            throw .storage(error)
        }
    }

    @inline(never)
    private func collect(
        _ arguments: UnsafePointer<ColumnValue>, scratch: inout ByteBuffer
    ) throws(EngineError) {
        guard let collected else { return }
        guard shape.function == .groupConcat else {
            return try collected.json.step(arguments, count: shape.argumentCount)
        }
        try collected.text.step(
            arguments[0], separator: shape.argumentCount > 1 ? arguments[1] : nil,
            scratch: &scratch)
    }

    func finish(into buffer: inout ByteBuffer) throws(EngineError) -> ColumnValue {
        switch shape.function {
        case .count: return count.finish()
        case .sum: return try sum.sum()
        case .total: return sum.total()
        case .average: return sum.average()
        case .minimum, .maximum:
            return extreme.withBest { value in
                guard value.isBytes else { return value }
                buffer.append(value.bytes)
                return ColumnValue(value.kind, buffer.view).marked(asJSON: value.isJSON)
            }
        case .groupConcat: return collected?.text.finish(into: &buffer) ?? .null
        case .jsonArray, .jsonObject: return collected?.json.finish(into: &buffer) ?? .null
        }
    }
}
