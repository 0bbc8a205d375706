import WCDBStorage

/// An aggregate over one frame after the other. Frames that only grow at one end are not computed
/// anew.
struct WindowAggregate: ~Copyable {
    private let call: WindowShape.Call
    private let shape: UnsafeMutablePointer<Program.AggregateShape>
    private let rows: [[Value]]
    private let space: ScratchSpace
    private var state: AggregateState
    /// The rows that `state` has.
    private var done: Range<Int>?
    private let registers: Registers
    private var scratch = ByteBuffer(capacity: 64)
    private var encoder = KeyEncoder(capacity: 64)

    init(
        _ call: WindowShape.Call, _ shape: Program.AggregateShape, _ rows: [[Value]],
        _ space: ScratchSpace
    ) {
        self.call = call
        self.shape = .allocate(capacity: 1)
        self.shape.initialize(to: shape)
        self.rows = rows
        self.space = space
        state = AggregateState(self.shape, space: space)
        registers = Registers(count: max(1, shape.argumentCount))
    }

    deinit {
        shape.deinitialize(count: 1)
        shape.deallocate()
    }

    /// The value for a frame, where the one before began at or before its begin.
    mutating func value(_ members: FrameMembers) throws(EngineError) -> Value {
        if members.isWhole {
            let range = members.range
            if let done, done.lowerBound == range.lowerBound, done.upperBound <= range.upperBound {
                for row in done.upperBound..<range.upperBound { try step(row) }
            } else {
                state = AggregateState(shape, space: space)
                for row in range { try step(row) }
            }
            done = range
            return try finish()
        }
        state = AggregateState(shape, space: space)
        done = nil
        try members.forEach { (row) throws(EngineError) in try step(row) }
        return try finish()
    }

    /// The same, where frames end at the last row and rows come from there.
    mutating func valueFromEnd(_ members: FrameMembers) throws(EngineError) -> Value {
        guard members.isWhole, let done, done.upperBound == members.range.upperBound,
            done.lowerBound >= members.range.lowerBound
        else { return try value(members) }
        for row in (members.range.lowerBound..<done.lowerBound).reversed() { try step(row) }
        self.done = members.range
        return try finish()
    }

    private mutating func step(_ row: Int) throws(EngineError) {
        if let filter = call.filter {
            let isTrue = rows[row][filter].withColumnValue { $0.asTruth ?? false }
            guard isTrue else { return }
        }
        for index in 0..<shape.pointee.argumentCount {
            rows[row][call.arguments + index].withColumnValue {
                registers.own($0, Int32(index))
            }
        }
        _ = try state.step(
            shape, UnsafePointer(registers.values), encoder: &encoder, scratch: &scratch)
    }

    private mutating func finish() throws(EngineError) -> Value {
        scratch.removeAll()
        return Value(try state.finish(shape, into: &scratch))
    }
}
