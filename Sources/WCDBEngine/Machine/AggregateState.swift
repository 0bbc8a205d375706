import WCDBStorage

/// One aggregate of one group, of which there may be millions: what it computes, its shape says.
///
/// **Users.** Whoever gives it rows, always with the shape that it was made with.
///
/// **Always true.** Of the states it uses the one of its function. Those of numbers are plain
/// memory; what needs more is an object, of which this is the only owner, so that a row counts no
/// references.
struct AggregateState: ~Copyable {
    typealias Shape = UnsafePointer<Program.AggregateShape>

    /// What collects bytes, or keeps what was there already.
    private final class Memory {
        let seen: Unmanaged<DistinctValues>?
        @exclusivity(unchecked) var text = ConcatenationState()
        @exclusivity(unchecked) var json: JSONState

        init(_ shape: Program.AggregateShape, _ keys: KeyMemory) {
            seen =
                shape.isDistinct
                ? Unmanaged.passRetained(DistinctValues(shape.collation, keys)) : nil
            json = JSONState(isObject: shape.function == .jsonObject)
        }

        deinit { seen?.release() }
    }

    private var count = CountState()
    private var sum = SumState()
    private var extreme = ExtremeState()
    private let memory: Unmanaged<Memory>?

    /// `keys`: the memory for what DISTINCT has seen.
    init(_ shape: Shape, _ keys: KeyMemory) {
        memory =
            shape.pointee.isPlain ? nil : Unmanaged.passRetained(Memory(shape.pointee, keys))
    }

    deinit { memory?.release() }

    /// Answers whether the row is the extreme one so far. `encoder` is memory for the keys of
    /// DISTINCT. Hot.
    @inline(__always)
    mutating func step(
        _ shape: Shape, _ arguments: UnsafePointer<ColumnValue>, encoder: inout KeyEncoder,
        scratch: inout ByteBuffer
    ) throws(EngineError) -> Bool {
        if shape.pointee.isDistinct, try isOld(shape, arguments[0], &encoder) { return false }
        if let isExtreme = stepPlain(shape, arguments) { return isExtreme }
        try collect(shape, arguments, scratch: &scratch)
        return false
    }

    /// The same if the function is plain, whatever DISTINCT would say; else nil, and nothing has
    /// changed. Hot.
    @inline(__always)
    mutating func stepPlain(_ shape: Shape, _ arguments: UnsafePointer<ColumnValue>) -> Bool? {
        switch shape.pointee.function {
        case .count:
            if shape.pointee.argumentCount == 0 {
                count.step()
            } else {
                count.step(arguments[0])
            }
        case .sum, .total, .average: sum.step(arguments[0])
        case .minimum:
            return extreme.stepNumber(arguments[0], isMaximum: false)
                ?? stepExtreme(shape, arguments[0])
        case .maximum:
            return extreme.stepNumber(arguments[0], isMaximum: true)
                ?? stepExtreme(shape, arguments[0])
        case .groupConcat, .jsonArray, .jsonObject: return nil
        }
        return false
    }

    @inline(never)
    private mutating func stepExtreme(_ shape: Shape, _ value: ColumnValue) -> Bool {
        extreme.step(
            value, shape.pointee.collation, isMaximum: shape.pointee.function == .maximum)
    }

    /// Whether DISTINCT leaves a value out.
    @inline(never)
    private func isOld(
        _ shape: Shape, _ value: ColumnValue, _ encoder: inout KeyEncoder
    ) throws(EngineError) -> Bool {
        // JSON has NULLs as well.
        if value.isNull, shape.pointee.function != .jsonArray { return true }
        guard let memory,
            let seen = memory._withUnsafeGuaranteedRef({ $0.seen })
        else { return true }
        do {
            return try seen._withUnsafeGuaranteedRef { seen in
                Result { () throws(StorageError) in try seen.insert(value, &encoder) }
            }.get() == false
        } catch {
            throw .storage(error)
        }
    }

    @inline(never)
    private func collect(
        _ shape: Shape, _ arguments: UnsafePointer<ColumnValue>, scratch: inout ByteBuffer
    ) throws(EngineError) {
        guard let memory = memory?.takeUnretainedValue() else { return }
        guard shape.pointee.function == .groupConcat else {
            return try memory.json.step(
                arguments, count: shape.pointee.argumentCount, scratch: &scratch)
        }
        try memory.text.step(
            arguments[0], separator: shape.pointee.argumentCount > 1 ? arguments[1] : nil,
            scratch: &scratch)
    }

    func finish(
        _ shape: Shape, into buffer: inout ByteBuffer
    ) throws(EngineError) -> ColumnValue {
        switch shape.pointee.function {
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
        case .groupConcat:
            return memory?.takeUnretainedValue().text.finish(into: &buffer) ?? .null
        case .jsonArray, .jsonObject:
            return memory?.takeUnretainedValue().json.finish(into: &buffer) ?? .null
        }
    }
}
