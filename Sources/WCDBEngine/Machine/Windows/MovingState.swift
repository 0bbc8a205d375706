import WCDBStorage

/// What an aggregate has made of the rows of a frame that moves: rows come at one end and leave at
/// the other.
///
/// **Users.** One call over a window. An object: none of its states is copied when it is asked.
///
/// **Always true.** Of the states it uses the one of its function.
final class MovingState {
    private let function: AggregateFunction
    @exclusivity(unchecked) private var count = CountState()
    @exclusivity(unchecked) private var sum = MovingSum()
    @exclusivity(unchecked) private var extreme: MovingExtreme
    @exclusivity(unchecked) private var text = ConcatenationState(isWindow: true)

    /// Nil where rows cannot be taken away again.
    init?(_ shape: Program.AggregateShape) {
        switch shape.function {
        case .jsonArray, .jsonObject: return nil
        case .count, .sum, .total, .average, .minimum, .maximum, .groupConcat: break
        }
        function = shape.function
        extreme = MovingExtreme(
            isMaximum: shape.function == .maximum, collation: shape.collation)
    }

    /// Takes all rows away.
    func removeAll() {
        count = CountState()
        sum.removeAll()
        extreme.removeAll()
        text = ConcatenationState(isWindow: true)
    }

    /// Whether rows leave by their numbers alone.
    var leavesByNumber: Bool { function == .minimum || function == .maximum }

    /// A row comes behind all others.
    func add(
        _ row: Int, _ arguments: UnsafePointer<ColumnValue>, count argumentCount: Int,
        scratch: inout ByteBuffer
    ) throws(EngineError) {
        switch function {
        case .count: if argumentCount == 0 { count.step() } else { count.step(arguments[0]) }
        case .minimum, .maximum: extreme.add(arguments[0], row: row)
        case .groupConcat:
            try text.step(
                arguments[0], separator: argumentCount > 1 ? arguments[1] : nil,
                scratch: &scratch)
        default: sum.add(arguments[0])
        }
    }

    /// The first row leaves.
    func remove(
        _ arguments: UnsafePointer<ColumnValue>, count argumentCount: Int
    ) {
        switch function {
        case .count:
            if argumentCount == 0 { count.inverse() } else { count.inverse(arguments[0]) }
        case .groupConcat: text.inverse(arguments[0])
        default: sum.removeFirst()
        }
    }

    /// All rows before `row` leave.
    func leave(before row: Int) { extreme.leave(before: row) }

    /// The result; nil where that takes the rows in their order.
    func finish(into buffer: inout ByteBuffer) -> ColumnValue? {
        switch function {
        case .count: return count.finish()
        case .groupConcat: return text.finish(into: &buffer)
        case .minimum, .maximum: return extreme.best(into: &buffer)
        default: return sum.result(function)
        }
    }
}
