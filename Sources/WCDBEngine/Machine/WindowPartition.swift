import WCDBStorage

/// The rows of one partition in their order, and what functions make of them.
///
/// **Users.** One window table, for one pass.
struct WindowPartition {
    let rows: [[Value]]
    let pass: WindowShape.Pass
    let space: ScratchSpace
    /// For each row the first of its peers, and the one behind the last.
    private(set) var peerStart: [Int] = []
    private(set) var peerEnd: [Int] = []
    /// For each row the number of its group of peers, and where each group begins.
    private(set) var group: [Int] = []
    private(set) var groupStart: [Int] = []

    init(
        _ rows: [[Value]], orderKeys: [[UInt8]], pass: WindowShape.Pass, space: ScratchSpace
    ) {
        self.rows = rows
        self.pass = pass
        self.space = space
        for index in rows.indices {
            if index == 0 || orderKeys[index] != orderKeys[index - 1] { groupStart.append(index) }
            group.append(groupStart.count - 1)
        }
        groupStart.append(rows.count)
        for index in rows.indices {
            peerStart.append(groupStart[group[index]])
            peerEnd.append(groupStart[group[index] + 1])
        }
    }

    /// The results of a call, row by row.
    func compute(_ call: WindowShape.Call) throws(EngineError) -> [Value] {
        switch call.function {
        case .aggregate(let shape): return try aggregate(call, shape)
        case .window(let function):
            switch function {
            case .firstValue, .lastValue, .nthValue: return try framed(call, function)
            case .ntile: return try tiles(call)
            case .lag, .lead: return shifted(call, isLag: function == .lag)
            default: return rows.indices.map { ranked($0, function) }
            }
        }
    }

    private func ranked(_ row: Int, _ function: WindowFunction) -> Value {
        switch function {
        case .rowNumber: .integer(Int64(row + 1))
        case .rank: .integer(Int64(peerStart[row] + 1))
        case .denseRank: .integer(Int64(group[row] + 1))
        case .percentRank:
            .real(rows.count > 1 ? Double(peerStart[row]) / Double(rows.count - 1) : 0)
        default: .real(Double(peerEnd[row]) / Double(rows.count))
        }
    }

    private func tiles(_ call: WindowShape.Call) throws(EngineError) -> [Value] {
        let count = rows[0][call.arguments].withColumnValue(\.asInteger)
        guard count > 0 else {
            throw .error("argument of ntile must be a positive integer")
        }
        // The first tiles have one row more.
        let size = Int64(rows.count) / count
        let larger = Int64(rows.count) % count
        return rows.indices.map { index in
            let row = Int64(index)
            let inLarger = larger * (size + 1)
            let tile = row < inLarger ? row / (size + 1) : larger + (row - inLarger) / max(1, size)
            return .integer(tile + 1)
        }
    }

    private func shifted(_ call: WindowShape.Call, isLag: Bool) -> [Value] {
        rows.indices.map { row in
            var distance: Int64 = 1
            if call.argumentCount > 1 {
                guard let given = rows[row][call.arguments + 1].distance else {
                    return call.argumentCount > 2 ? rows[row][call.arguments + 2] : .null
                }
                distance = given
            }
            let (place, hasOverflow) =
                isLag
                ? Int64(row).subtractingReportingOverflow(distance)
                : Int64(row).addingReportingOverflow(distance)
            if !hasOverflow, place >= 0, place < Int64(rows.count) {
                return rows[Int(place)][call.arguments]
            }
            return call.argumentCount > 2 ? rows[row][call.arguments + 2] : .null
        }
    }

    // MARK: Frames

    private func framed(
        _ call: WindowShape.Call, _ function: WindowFunction
    ) throws(EngineError) -> [Value] {
        let frames = try WindowFrames(call.frame, self)
        var results: [Value] = []
        for row in rows.indices {
            let members = frames.members(row)
            var place: Int?
            switch function {
            case .firstValue: place = members.first
            case .lastValue: place = members.last
            default:
                guard let number = rows[row][call.arguments + 1].exactInteger, number > 0 else {
                    throw .error("second argument to nth_value must be a positive integer")
                }
                place = members.nth(number - 1)
            }
            results.append(place.map { rows[$0][call.arguments] } ?? .null)
        }
        return results
    }

    private func aggregate(
        _ call: WindowShape.Call, _ shape: Program.AggregateShape
    ) throws(EngineError) -> [Value] {
        let frames = try WindowFrames(call.frame, self)
        var run = WindowAggregate(call, shape, rows, space)
        var results = Array(repeating: Value.null, count: rows.count)
        // Where all frames reach to the end it is done from there: each row is added once.
        if frames.reachesEnd, shape.function.ignoresOrder {
            for row in rows.indices.reversed() {
                results[row] = try run.valueFromEnd(frames.members(row))
            }
            return results
        }
        for row in rows.indices { results[row] = try run.value(frames.members(row)) }
        return results
    }
}

extension Value {
    /// The integer that the value is, or that its text or real is exactly.
    var exactInteger: Int64? {
        var scratch = ByteBuffer(capacity: 32)
        return withColumnValue { value in
            let number = Affinity.numeric.apply(to: value, scratch: &scratch)
            switch number.kind {
            case .integer: return number.integer
            case .real: return Int64(exactly: number.real)
            default: return nil
            }
        }
    }
}

extension Value {
    /// How far it is to a row: as an operand of plus, and none if that is not a whole number.
    fileprivate var distance: Int64? {
        withColumnValue { value in
            let number = value.asOperand
            switch number.kind {
            case .integer: return number.integer
            case .real: return Int64(exactly: number.real)
            default: return nil
            }
        }
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
