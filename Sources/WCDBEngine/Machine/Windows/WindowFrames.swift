import WCDBSQL
import WCDBStorage

/// The rows of one frame: a range, without those that EXCLUDE leaves out.
struct FrameMembers {
    let range: Range<Int>
    /// Left out, but for `kept`.
    let excluded: Range<Int>
    let kept: Int?

    var isWhole: Bool { excluded.isEmpty }

    /// What is left of the range, in order.
    private var parts: [Range<Int>] {
        guard !isWhole else { return [range] }
        let before = range.clamped(to: 0..<excluded.lowerBound)
        let between = kept.map { range.clamped(to: $0..<$0 + 1) } ?? 0..<0
        let behind = range.clamped(to: excluded.upperBound..<Int.max)
        return [before, between, behind].filter { !$0.isEmpty }
    }

    var first: Int? { isWhole ? range.first : parts.first?.first }
    var last: Int? { isWhole ? range.last : parts.last?.last }

    /// The row of a number, from 0.
    func nth(_ number: Int64) -> Int? {
        var left = number
        for part in parts {
            if left < Int64(part.count) { return part.lowerBound + Int(left) }
            left -= Int64(part.count)
        }
        return nil
    }

    func forEach(_ body: (Int) throws(EngineError) -> Void) throws(EngineError) {
        for part in parts { for row in part { try body(row) } }
    }
}

/// Where the frames of the rows of a partition begin and end.
///
/// **Users.** One call over a window, for one partition. An object, so that asking it for each row
/// copies none of what it knows.
final class WindowFrames {
    private let frame: WindowShape.Frame
    private let partition: WindowPartition
    private let start: Offset
    private let end: Offset
    /// Of RANGE with an offset: by what the rows are sorted.
    private let orderValues: [Value]
    private let isDescending: Bool

    /// How far a bound is from the current row.
    fileprivate enum Offset {
        case none
        case rows(Int64)
        case value(Value)
    }

    /// Checks the offsets: they are the same for all rows of a partition, of which there is one at
    /// least.
    init(
        _ frame: WindowShape.Frame, _ pass: WindowShape.Pass, _ partition: WindowPartition
    ) throws(EngineError) {
        self.frame = frame
        self.partition = partition
        start = try WindowFrames.offset(frame.start, "starting", frame.unit, partition)
        end = try WindowFrames.offset(frame.end, "ending", frame.unit, partition)
        isDescending = pass.order.first?.column.isDescending ?? false
        var values: [Value] = []
        if start.isValue || end.isValue {
            values.reserveCapacity(partition.count)
            for row in 0..<partition.count {
                values.append(Value(try partition.value(row, pass.orderPlace)))
            }
        }
        orderValues = values
    }

    private static func offset(
        _ bound: WindowShape.Bound, _ name: String, _ unit: WindowFrame.Unit,
        _ partition: WindowPartition
    ) throws(EngineError) -> Offset {
        let place: Int
        switch bound {
        case .preceding(let given), .following(let given): place = given
        default: return .none
        }
        let value = try partition.value(0, place)
        if unit == .range {
            guard let number = Value(value).number, number.isNotNegative else {
                throw .error("frame \(name) offset must be a non-negative number")
            }
            return .value(number)
        }
        guard let count = value.exactInteger, count >= 0 else {
            throw .error("frame \(name) offset must be a non-negative integer")
        }
        return .rows(count)
    }

    /// Whether all frames begin with the first row.
    var areRooted: Bool {
        if case .unboundedPreceding = frame.start { return true }
        return false
    }

    /// Whether all frames reach to the last row.
    var reachEnd: Bool {
        if case .unboundedFollowing = frame.end { return true }
        return false
    }

    /// Whether it is said which rows are left out: nothing is kept then from frame to frame.
    var standAlone: Bool { frame.exclusion != nil }

    var leaveOutSome: Bool { standAlone && frame.exclusion != .noOthers }

    func members(_ row: Int) -> FrameMembers {
        let count = partition.count
        let lower = min(max(0, bound(frame.start, start, row, isStart: true)), count)
        let upper = min(max(0, bound(frame.end, end, row, isStart: false)), count)
        let range = lower..<max(lower, upper)
        switch frame.exclusion {
        case nil, .noOthers: return FrameMembers(range: range, excluded: 0..<0, kept: nil)
        case .currentRow: return FrameMembers(range: range, excluded: row..<row + 1, kept: nil)
        case .group:
            return FrameMembers(range: range, excluded: partition.peers(of: row), kept: nil)
        case .ties:
            return FrameMembers(range: range, excluded: partition.peers(of: row), kept: row)
        }
    }

    /// The first row of a frame, or the one behind its last.
    private func bound(
        _ bound: WindowShape.Bound, _ offset: Offset, _ row: Int, isStart: Bool
    ) -> Int {
        let sign: Int64
        switch bound {
        case .unboundedPreceding: return 0
        case .unboundedFollowing: return partition.count
        case .currentRow:
            guard frame.unit != .rows else { return isStart ? row : row + 1 }
            let peers = partition.peers(of: row)
            return isStart ? peers.lowerBound : peers.upperBound
        case .preceding: sign = -1
        case .following: sign = 1
        }
        switch offset {
        case .none: return row
        case .rows(let distance):
            let limit = Int64(partition.count) + 1
            let far = Int(min(distance, limit) * sign)
            guard frame.unit == .groups else { return row + far + (isStart ? 0 : 1) }
            let group = partition.group(of: row) + far + (isStart ? 0 : 1)
            return partition.start(ofGroup: min(max(0, group), partition.groupCount))
        case .value(let distance): return valueBound(row, distance, sign, isStart: isStart)
        }
    }

    /// RANGE with an offset: rows by how far their value is from that of the current row.
    private func valueBound(
        _ row: Int, _ distance: Value, _ sign: Int64, isStart: Bool
    ) -> Int {
        // Rows that are equal have one frame, that of the first of them: a REAL and an INTEGER
        // become different numbers where something is added to them.
        let peers = partition.peers(of: row)
        let row = peers.lowerBound
        guard let own = orderValues[row].plainNumber else {
            // What is no number has its peers around it.
            return isStart ? peers.lowerBound : peers.upperBound
        }
        // The distance is added to the row that comes first, which is the row looked at where it
        // precedes: REAL numbers round, so that the other way round may differ.
        let isPreceding = sign < 0
        let target = isPreceding ? own : own.moved(by: distance, isUp: !isDescending)
        // The first row that lies at the target or behind it, or behind it only.
        var low = 0
        var high = partition.count
        while low < high {
            let middle = (low + high) / 2
            var value = orderValues[middle]
            if isPreceding, let number = value.plainNumber {
                value = number.moved(by: distance, isUp: !isDescending)
            }
            let isNull = orderValues[middle] == .null
            let order = isNull ? (middle < row ? -1 : 1) : comparison(value, target)
            if isStart ? order < 0 : order <= 0 { low = middle + 1 } else { high = middle }
        }
        return with(peers, low, isPreceding, isStart: isStart)
    }

    /// A frame that begins before the current row or ends behind it holds all that equal it. The
    /// moved value doesn't say so where adding a REAL rounds an INTEGER of more than 53 bits.
    private func with(
        _ peers: Range<Int>, _ bound: Int, _ isPreceding: Bool, isStart: Bool
    ) -> Int {
        switch (isPreceding, isStart) {
        case (true, true): min(bound, peers.lowerBound)
        case (false, false): max(bound, peers.upperBound)
        default: bound
        }
    }

    /// How a row's value lies to a number, in the order of the window. The difference of two
    /// infinities is NULL, which comes before all numbers.
    private func comparison(_ value: Value, _ target: Value) -> Int {
        let order = value.withColumnValue { left in
            target.withColumnValue { right in ValueOrder.compare(left, right, .binary) }
        }
        return isDescending ? -order : order
    }
}

extension WindowFrames.Offset {
    fileprivate var isValue: Bool {
        if case .value = self { return true }
        return false
    }
}

extension Value {
    /// The value as a number, if it is one or its text is.
    fileprivate var number: Value? {
        // A REAL without a fraction stays one: what is added to it rounds.
        if let plainNumber { return plainNumber }
        var scratch = ByteBuffer(capacity: 32)
        let value = withColumnValue { Value(Affinity.numeric.apply(to: $0, scratch: &scratch)) }
        return value.plainNumber
    }

    /// The value if it is a number.
    fileprivate var plainNumber: Value? {
        switch self {
        case .integer, .real: self
        case .null, .text, .blob: nil
        }
    }

    fileprivate var isNotNegative: Bool {
        switch self {
        case .integer(let value): value >= 0
        case .real(let value): value >= 0
        case .null, .text, .blob: false
        }
    }

    fileprivate func moved(by distance: Value, isUp: Bool) -> Value {
        withColumnValue { left in
            distance.withColumnValue { right in
                Value(isUp ? Arithmetic.add(left, right) : Arithmetic.subtract(left, right))
            }
        }
    }
}
