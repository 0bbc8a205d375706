import WCDBStorage

/// One call of a function over a window: what it is for one row after the other.
///
/// **Users.** One pass: `begin` when a partition is there, then `value` for its rows in order.
final class WindowCall {
    private let call: WindowShape.Call
    private let pass: WindowShape.Pass
    private let partition: WindowPartition
    private let aggregate: WindowAggregate?
    @exclusivity(unchecked) private var frames: WindowFrames?
    /// Of `ntile`: into how many.
    @exclusivity(unchecked) private var tileCount: Int64 = 1

    init(
        _ call: WindowShape.Call, of pass: WindowShape.Pass, _ partition: WindowPartition,
        space: ScratchSpace, interruption: InterruptFlag
    ) {
        self.call = call
        self.pass = pass
        self.partition = partition
        aggregate =
            if case .aggregate(let shape) = call.function {
                WindowAggregate(call, shape, partition, space, interruption)
            } else {
                nil
            }
    }

    /// The partition has new rows, at least one.
    func begin() throws(EngineError) {
        switch call.function {
        case .aggregate:
            let frames = try WindowFrames(call.frame, pass, partition)
            self.frames = frames
            try aggregate?.begin(frames)
        case .window(.firstValue), .window(.lastValue), .window(.nthValue):
            frames = try WindowFrames(call.frame, pass, partition)
        case .window(.ntile):
            tileCount = try argument(0, of: 0).asInteger
            guard tileCount > 0 else {
                throw .error("argument of ntile must be a positive integer")
            }
        case .window: break
        }
    }

    /// The result for a row; good until the next call of anything.
    func value(_ row: Int) throws(EngineError) -> ColumnValue {
        // Asked first, because most are aggregates; below, their partition has not begun.
        if let aggregate, let frames { return try aggregate.value(row, frames) }
        switch call.function {
        case .aggregate: return .null
        case .window(.firstValue):
            return try member(frames?.members(row).first)
        case .window(.lastValue):
            return try member(frames?.members(row).last)
        case .window(.nthValue):
            guard let number = try argument(1, of: row).exactInteger, number > 0 else {
                throw .error("second argument to nth_value must be a positive integer")
            }
            return try member(frames?.members(row).nth(number - 1))
        case .window(.lag): return try neighbour(of: row, isBefore: true)
        case .window(.lead): return try neighbour(of: row, isBefore: false)
        case .window(.ntile): return .integer(tile(of: row))
        case .window(let function): return rank(of: row, function)
        }
    }

    private func argument(_ number: Int, of row: Int) throws(EngineError) -> ColumnValue {
        try partition.value(row, call.arguments + number)
    }

    /// What a row of the frame has.
    private func member(_ row: Int?) throws(EngineError) -> ColumnValue {
        guard let row else { return .null }
        return try argument(0, of: row)
    }

    private func rank(of row: Int, _ function: WindowFunction) -> ColumnValue {
        let count = partition.count
        switch function {
        case .rowNumber: return .integer(Int64(row + 1))
        case .rank: return .integer(Int64(partition.peers(of: row).lowerBound + 1))
        case .denseRank: return .integer(Int64(partition.group(of: row) + 1))
        case .percentRank:
            let before = partition.peers(of: row).lowerBound
            return .real(count > 1 ? Double(before) / Double(count - 1) : 0)
        default: return .real(Double(partition.peers(of: row).upperBound) / Double(count))
        }
    }

    private func tile(of row: Int) -> Int64 {
        // The first tiles have one row more.
        let (size, larger) = Int64(partition.count).quotientAndRemainder(dividingBy: tileCount)
        let inLarger = larger * (size + 1)
        let row = Int64(row)
        let tile = row < inLarger ? row / (size + 1) : larger + (row - inLarger) / max(1, size)
        return tile + 1
    }

    private func neighbour(of row: Int, isBefore: Bool) throws(EngineError) -> ColumnValue {
        let distance: Int64? = call.argumentCount > 1 ? try argument(1, of: row).distance : 1
        if let distance {
            let (place, hasOverflow) =
                isBefore
                ? Int64(row).subtractingReportingOverflow(distance)
                : Int64(row).addingReportingOverflow(distance)
            if !hasOverflow, place >= 0, place < Int64(partition.count) {
                return try argument(0, of: Int(place))
            }
        }
        return call.argumentCount > 2 ? try argument(2, of: row) : .null
    }
}

extension ColumnValue {
    /// The integer that the value is, or that its text or real is exactly.
    var exactInteger: Int64? {
        if kind == .integer { return integer }
        var scratch = ByteBuffer(capacity: 32)
        let number = Affinity.numeric.apply(to: self, scratch: &scratch)
        switch number.kind {
        case .integer: return number.integer
        case .real: return Int64(exactly: number.real)
        case .null, .text, .blob: return nil
        }
    }

    /// How far it is to a row: as an operand of plus, and none if that is not a whole number.
    fileprivate var distance: Int64? {
        let number = asOperand
        switch number.kind {
        case .integer: return number.integer
        case .real: return Int64(exactly: number.real)
        case .null, .text, .blob: return nil
        }
    }
}
