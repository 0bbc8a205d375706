import WCDBStorage

/// An aggregate over one frame after the other. Each row is added once and taken away once, as far
/// as the function can take rows away again.
///
/// **Users.** One call over a window: `begin` with each partition, then `value` for its rows in
/// order.
final class WindowAggregate {
    private let call: WindowShape.Call
    private let shape: UnsafeMutablePointer<Program.AggregateShape>
    private let partition: WindowPartition
    private let keys: KeyMemory
    private let interruption: InterruptFlag
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var way = Way.alone
    /// The rows that came, where none leaves.
    @exclusivity(unchecked) private var growing: AggregateState
    @exclusivity(unchecked) private var moving: MovingState?
    /// The rows that `growing` or `moving` has, whichever is in use.
    @exclusivity(unchecked) private var done = 0..<0
    @exclusivity(unchecked) private var results: [Value] = []
    private let arguments: Registers
    @exclusivity(unchecked) private var scratch = ByteBuffer(capacity: 64)
    @exclusivity(unchecked) private var encoder = KeyEncoder(capacity: 64)
    private let result = Registers(count: 1)
    @exclusivity(unchecked) private var steps = 0

    /// How the results come about.
    private enum Way {
        /// Each frame by itself.
        case alone
        /// Rows come, until a frame begins elsewhere.
        case growing
        /// Rows come at one end and leave at the other.
        case moving
        /// All frames reach to the last row: the results are there, made from that end.
        case fromEnd
    }

    init(
        _ call: WindowShape.Call, _ shape: Program.AggregateShape, _ partition: WindowPartition,
        _ space: ScratchSpace, _ interruption: InterruptFlag
    ) {
        self.call = call
        self.shape = .allocate(capacity: 1)
        self.shape.initialize(to: shape)
        self.partition = partition
        keys = KeyMemory(space: space)
        self.interruption = interruption
        growing = AggregateState(self.shape, keys)
        arguments = Registers(count: max(1, shape.argumentCount))
    }

    deinit {
        shape.deinitialize(count: 1)
        shape.deallocate()
    }

    /// The partition has new rows, and these frames.
    func begin(_ frames: WindowFrames) throws(EngineError) {
        let function = shape.pointee.function
        results.removeAll(keepingCapacity: true)
        restart(at: 0)
        if frames.leaveOutSome {
            way = .alone
        } else if frames.reachEnd, function.ignoresOrder, !frames.standAlone {
            way = .fromEnd
            try fillFromEnd(frames)
        } else {
            let canMove = !frames.standAlone && (!frames.areRooted || function == .groupConcat)
            moving = canMove ? MovingState(shape.pointee) : nil
            way = moving == nil ? .growing : .moving
        }
    }

    /// The result for a row; good until the next call of anything.
    func value(_ row: Int, _ frames: WindowFrames) throws(EngineError) -> ColumnValue {
        switch way {
        case .alone:
            restart(at: 0)
            try frames.members(row).forEach { (row) throws(EngineError) in try grow(row) }
            return try finish()
        case .growing: return try grown(to: frames.members(row).range)
        case .moving: return try moved(to: frames.members(row).range)
        case .fromEnd:
            try results[row].withColumnValue { (value) throws(EngineError) in
                try result.own(value, 0)
            }
            return result[0]
        }
    }

    /// Where all frames reach to the last row, each row is added once if they come from there.
    private func fillFromEnd(_ frames: WindowFrames) throws(EngineError) {
        results = Array(repeating: .null, count: partition.count)
        restart(at: partition.count)
        if frames.areRooted { for row in 0..<partition.count { try grow(row) } }
        for row in (0..<partition.count).reversed() {
            let first = frames.members(row).range.lowerBound
            if !frames.areRooted, first < done.lowerBound {
                for row in (first..<done.lowerBound).reversed() { try grow(row) }
                done = first..<partition.count
            }
            results[row] = Value(try finish())
        }
        // Sums are REALs once there was one, as those of moving frames are.
        guard shape.pointee.function == .sum, case .real = results[0] else { return }
        for row in results.indices {
            if case .integer(let sum) = results[row] { results[row] = .real(Double(sum)) }
        }
    }

    // MARK: Rows that come

    private func restart(at row: Int) {
        growing = AggregateState(shape, keys)
        done = row..<row
    }

    private func grown(to range: Range<Int>) throws(EngineError) -> ColumnValue {
        if done.lowerBound != range.lowerBound || done.upperBound > range.upperBound {
            restart(at: range.lowerBound)
        }
        for row in done.upperBound..<range.upperBound { try grow(row) }
        done = range
        return try finish()
    }

    private func grow(_ row: Int) throws(EngineError) {
        guard try load(row) else { return }
        _ = try growing.step(
            shape, UnsafePointer(arguments.values), encoder: &encoder, scratch: &scratch)
    }

    private func finish() throws(EngineError) -> ColumnValue {
        scratch.removeAll()
        return try growing.finish(shape, into: &scratch)
    }

    // MARK: Rows that come and leave

    private func moved(to range: Range<Int>) throws(EngineError) -> ColumnValue {
        let isAhead =
            range.lowerBound >= done.lowerBound && range.upperBound >= done.upperBound
            && range.lowerBound < done.upperBound
        if !isAhead {
            moving?.removeAll()
            done = range.lowerBound..<range.lowerBound
        }
        try shift(to: range)
        scratch.removeAll()
        if let value = moving?.finish(into: &scratch) { return value }
        // In their order; `done` stays what `moving` has.
        growing = AggregateState(shape, keys)
        for row in range { try grow(row) }
        return try finish()
    }

    private func shift(to range: Range<Int>) throws(EngineError) {
        let count = shape.pointee.argumentCount
        if moving?.leavesByNumber ?? false {
            moving?.leave(before: range.lowerBound)
        } else {
            for row in done.lowerBound..<range.lowerBound where try load(row) {
                moving?.remove(arguments.values, count: count)
            }
        }
        for row in done.upperBound..<range.upperBound where try load(row) {
            try moving?.add(row, arguments.values, count: count, scratch: &scratch)
        }
        done = range
    }

    /// Puts the arguments of a row in place; false if the row does not count.
    private func load(_ row: Int) throws(EngineError) -> Bool {
        steps &+= 1
        if InterruptFlag.isDue(steps), interruption.isSet { throw .storage(.interrupted) }
        if let filter = call.filter, try partition.value(row, filter).asTruth != true {
            return false
        }
        for index in 0..<shape.pointee.argumentCount {
            arguments[Int32(index)] = try partition.value(row, call.arguments + index)
        }
        return true
    }
}

extension AggregateFunction {
    /// Whether the order in which rows come makes no difference.
    fileprivate var ignoresOrder: Bool {
        switch self {
        case .groupConcat, .jsonArray, .jsonObject: false
        case .count, .sum, .total, .average, .minimum, .maximum: true
        }
    }
}
